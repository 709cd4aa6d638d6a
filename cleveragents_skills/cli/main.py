"""The program: every way it can end, and its exit code."""

from __future__ import annotations

import gc
import os
import sys
from typing import NoReturn

from cleveragents_skills.cli.exits import DONE, FINDINGS, INTERNAL, INTERRUPTED, READER_GONE, USAGE


def main() -> NoReturn:
    """Run the program on the arguments of the process and exit."""
    # The process is over soon, and nearly all that it makes is needed until then: looking for what
    # is not would take a tenth of a check, and so it would once more at the end.
    gc.disable()
    code = _code(sys.argv[1:])
    gc.freeze()
    sys.exit(code)


def _code(arguments: list[str]) -> int:
    """Give the exit code of a run; whatever happens becomes one, quietly or in plain words."""
    try:
        code = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        _let_go()
        code = READER_GONE
    except OSError as error:
        what = "cannot write the answer" if error.filename is None else os.fsdecode(error.filename)
        _say(f"error: {what}: {(error.strerror or str(error)).lower()}")
        _let_go()
        code = USAGE
    return code


def _run(arguments: list[str]) -> int:
    try:
        os.getcwd()
    except OSError:
        _say("error: the current folder is not there any more")
        return USAGE
    # Here, and not above: somebody may interrupt the program while it is still being imported.
    import typer

    from cleveragents_skills.cli.app import app

    # Typer carries its own copy of Click, whose classes it does not name publicly.
    usage_error: type[Exception] = typer.BadParameter.__mro__[1]
    try:
        code = app(arguments, prog_name="skills", standalone_mode=False)
    except usage_error as error:
        context = getattr(error, "ctx", None)
        _say(f"error: {error.format_message()}")  # type: ignore[attr-defined] # Click's method
        _say(f"help: {context.command_path if context else 'skills'} --help")
        return USAGE
    except SystemExit as end:
        # Typer ends completion so, and with 1 a run whose reader went away.
        if end.code == FINDINGS:
            raise BrokenPipeError from None
        return DONE
    except (KeyboardInterrupt, OSError):
        raise
    except Exception as error:  # noqa: BLE001 (the one place where our own fault ends)
        if "--debug" in arguments:
            import traceback

            traceback.print_exc()
        _say(f"error: internal error: {type(error).__name__}: {error}")
        _say("help: this is a fault of the program; `--debug` shows where")
        return INTERNAL
    return code if isinstance(code, int) else 0


def _say(text: str) -> None:
    """Write a line to standard error, if there is one; on a terminal it breaks between words."""
    from cleveragents_skills.cli.terminal import width_of
    from cleveragents_skills.masking import mask_tokens
    from cleveragents_skills.reporters.escape import no_command, visible
    from cleveragents_skills.reporters.wrapping import broken

    if sys.stderr is not None:
        encoding = sys.stderr.encoding or "ascii"
        # Where not even this can be written, the exit code has to do.
        try:
            lines = broken(visible(mask_tokens(text)), width_of(sys.stderr)).split("\n")
            line = "\n".join(map(no_command, lines))
            sys.stderr.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")
            sys.stderr.flush()
        except (OSError, ValueError):
            _let_go()


def _let_go() -> None:
    """Make the interpreter's last flush go nowhere, so that it has nothing to complain about."""
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            try:
                os.dup2(null, stream.fileno())
            except (OSError, ValueError, AttributeError):
                continue
