"""The commands, put together."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from cleveragents_skills.cli.command import Answer, command
from cleveragents_skills.cli.exits import HELP, USAGE

_OTHER_NAMES = {
    "lint": "check",
    "validate": "check",
    "ls": "list",
    "rdeps": "tree --invert",
    "init": "new",
}
_CONTEXT = {"help_option_names": ["-h", "--help"]}


class _Commands(TyperGroup):
    """The group of commands, which also knows what other tools call them.

    A command is made when it is asked for: a run needs one, and to make them all takes longer than
    a small catalog does.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = dict.fromkeys((*_ANSWERS, *_GROUPS))  # type: ignore[assignment] # None until it is made

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in self.commands and self.commands[cmd_name] is None:
            self.commands[cmd_name] = _made(cmd_name)
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        ours = _OTHER_NAMES.get(args[0])
        if ours:
            ctx.fail(f"no such command: `{args[0]}`; ours is `{ours}`")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=_Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=_CONTEXT,
    epilog=HELP,
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        python = ".".join(map(str, sys.version_info[:3]))
        number = version("cleveragents-skills")
        tool = "cleveragents-skills: catalogs of skills for AI agents"
        typer.echo(f"skills {number} ({tool}), Python {python}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 (its callback answers it)
        bool,
        typer.Option(
            "--version",
            help="Say which tool and version this is.",
            callback=_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Which tools does a skill give an agent, in what order, from where, with what powers?

    Reads catalogs of YAML files, offline: it runs nothing that a catalog names, and sends nothing
    anywhere, unless `mcp` is told to --run.
    """
    _help_if_alone(context)


def _help_if_alone(context: typer.Context) -> None:
    """Print the help of a group without a command, and end."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(USAGE)


_ANSWERS: Mapping[str, str] = {
    "resolve": "resolve",
    "summary": "summary",
    "check": "check",
    "list": "listing",
    "show": "show",
    "why": "why",
    "diff": "diff",
    "lock": "lock",
    "tree": "tree",
    "graph": "graph",
    "explain": "explain",
    "new": "new",
    "export": "export",
    "import": "import_",
    "schema": "schema",
}
"""Each command with its module, which has a function of the same name that answers."""
_GROUPS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "mcp": (
        "Ask the MCP servers what they really offer. Nothing runs without --run.",
        {"list-tools": "mcp_list_tools", "sync": "mcp_sync", "check": "mcp_check"},
    ),
    "config": ("Show the settings.", {"show": "config_show"}),
}
"""Each group of commands: what it is about, and its commands with their modules."""
_READ_NOTHING = ("explain", "schema")


def _made(name: str) -> Any:
    """Give the command of this name, or the group, as Typer makes it."""
    if name in _GROUPS:
        return get_command(_group(name, *_GROUPS[name]))
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    made = command(name, _answer(_ANSWERS[name]), reads=name not in _READ_NOTHING)
    alone.command(name, context_settings=_CONTEXT, epilog=HELP)(made)
    return get_command(alone)


def _answer(module: str) -> Answer:
    answer: Answer = getattr(import_module(f"cleveragents_skills.cli.{module}"), module)
    return answer


def _group(name: str, about: str, answers: Mapping[str, str]) -> typer.Typer:
    """Give a group of commands."""
    group = typer.Typer(
        name=name,
        help=about,
        rich_markup_mode=None,
        add_completion=False,
        context_settings=_CONTEXT,
        epilog=HELP,
    )

    @group.callback(invoke_without_command=True)
    def _alone(context: typer.Context) -> None:
        _help_if_alone(context)

    for each, module in answers.items():
        made = command(f"{name} {each}", _answer(module))
        group.command(each, context_settings=_CONTEXT, epilog=HELP)(made)
    return group
