"""Which files `skills check` must not write to: what it reads, and where its answer goes."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping, Sequence

from attrs import frozen

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.cli.roots import catalog_setting
from cleveragents_skills.cli.session import Session, usage
from cleveragents_skills.loading import Config, ConfigError, find_config, would_be_read

_SKILL_FILE = "a skill file of the catalog"
_MANIFEST = "skill.md"
_HINT = "name a file of its own"


@frozen
class Inputs:
    """What a check reads, as far as that can be told before it does.

    `named` gives what people call a file, by its real path. All else is in the roots.
    """

    named: Mapping[str, str]
    roots: Sequence[str]
    config: Config

    def called(self, file: str) -> str | None:
        """Give what the file is to the check; None if it is no input."""
        real = os.path.realpath(file)
        if real in self.named:
            return self.named[real]
        if not os.path.isfile(real):
            return None
        folder, name = os.path.split(os.path.abspath(file))
        # A link is read if its name is that of a skill file, whatever the file is called.
        spots = {real, os.path.join(os.path.realpath(folder), name)}
        for root in self.roots:
            for spot in spots:
                inner = os.path.relpath(spot, os.path.realpath(root)).replace(os.sep, "/")
                if inner.startswith("../"):
                    continue
                if os.path.basename(spot).casefold() == _MANIFEST:
                    return "a `SKILL.md` of the catalog"
                if would_be_read(root, inner, self.config.files, self.config.exclude):
                    return _SKILL_FILE
        return None


def inputs(session: Session, paths: Sequence[str], baseline: str | None = None) -> Inputs:
    """Give what a check of these paths, folders or files, reads."""
    given = [each for each in paths if os.path.isdir(each)] or session.common.catalog
    try:
        config = find_config()
        roots: Sequence[str] = catalog_setting(given, config).value
    except ConfigError as error:
        # Which folders it names cannot be told: they are likely to lie beside it.
        config = Config(file=error.file)
        roots = (*(given or ()), os.path.dirname(error.file) or ".")
    named = {os.path.realpath(each): "a file to check" for each in paths if os.path.isfile(each)}
    for file, what in ((config.file, "the config"), (baseline, "the baseline")):
        if file:
            named[os.path.realpath(file)] = what
    return Inputs(named, roots, config)


def refuse_target(kind: str, file: str, known: Inputs, session: Session) -> None:
    """End the command if the file, an output or a baseline to write, is one that must stay."""
    what = known.called(file)
    if what:
        raise usage(f"the {kind} {file} is {what}", _HINT)
    for name, stream in (("output", session.out.stream), ("error", session.err.stream)):
        try:
            there, here = os.stat(file), os.fstat(stream.fileno())
        except (OSError, ValueError):
            continue  # no such file yet, or a stream that leads to no file
        if stat.S_ISREG(there.st_mode) and os.path.samestat(there, here):
            hint = "`--format` says what goes there" if name == "output" else _HINT
            raise usage(f"the {kind} {file} is the file that standard {name} goes to", hint)


def refuse_skill_file(kind: str, file: str, catalog: Catalog) -> None:
    """End the command if the file is one that the catalog was read from."""
    real = os.path.realpath(file)
    name = os.path.basename(real)
    same_name = (each for each in catalog.files if os.path.basename(each) == name)
    if any(os.path.realpath(each) == real for each in same_name):
        raise usage(f"the {kind} {file} is {_SKILL_FILE}", _HINT)
