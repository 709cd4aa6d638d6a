"""`skills check [PATH…]`. Typer reads the annotations, so they are not postponed."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from cleveragents_skills.cli.exits import USAGE
from cleveragents_skills.cli.options import AllowEmpty

if TYPE_CHECKING:
    from cleveragents_skills.catalog import Catalog
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.diagnostics import Diagnostic
    from cleveragents_skills.report import Report

Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATH...]",
        help="Folders: the catalog, as with --catalog. Files: report only what concerns them.",
    ),
]


FailOn = Annotated[
    str | None,
    typer.Option("--fail-on", metavar="LEVEL", help="error (default), warning or never."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Short for --fail-on warning.")]


def check(
    session: "Session",
    paths: Paths = None,
    fail_on: FailOn = None,
    strict: Strict = False,
    allow_empty: AllowEmpty = False,
) -> "Report":
    """Say what is wrong with the catalog: exit 1 if there are errors. Made for CI.

    Formats: text, concise, json, names (the files), markdown, github.
    """
    from cleveragents_skills.cli.session import usage
    from cleveragents_skills.views import check_report

    level = _level(fail_on, strict=strict)
    folders, files = _folders_and_files(paths or ())
    if folders and session.common.catalog:
        raise usage("a folder and --catalog both name the catalog: give one")
    found = session.load(folders, allow_empty=allow_empty)
    return check_report(found, _concerning(files, found), level, quiet=session.common.quiet)


def _level(fail_on: str | None, *, strict: bool) -> str:
    """Give the severity from which on findings make the check fail, or `never`."""
    from cleveragents_skills.cli.session import usage

    if fail_on is not None and strict:
        raise usage("--strict is short for --fail-on warning: give one of the two")
    level = "warning" if strict else "error" if fail_on is None else fail_on
    if level not in ("error", "warning", "never"):
        raise usage(f"no such level: `{level}`", "one of error, warning, never")
    return level


def _folders_and_files(paths: Sequence[str]) -> tuple[list[str], list[str]]:
    """Give the paths that are folders and those that are files; one that is neither ends it."""
    from cleveragents_skills.cli.session import Failed
    from cleveragents_skills.report import Failure

    for path in paths:
        if not os.path.exists(path):
            raise Failed(Failure("no-catalog", f"no such file or folder: {path}", USAGE))
    folders = [path for path in paths if os.path.isdir(path)]
    return folders, [path for path in paths if path not in folders]


def _concerning(files: Sequence[str], catalog: "Catalog") -> tuple["Diagnostic", ...]:
    """Give the findings that stand in these files, or have a related place there."""
    from cleveragents_skills.cli.session import usage

    if not files:
        return catalog.diagnostics
    wanted = {os.path.realpath(file) for file in files}
    read = {os.path.realpath(file) for file in catalog.files}
    for file in files:
        if os.path.realpath(file) not in read:
            raise usage(f"{file} is no skill file of the catalog {', '.join(catalog.roots)}")

    def concerned(diagnostic: "Diagnostic") -> bool:
        places = (diagnostic.location, *(each.location for each in diagnostic.related))
        return any(place and os.path.realpath(place.path) in wanted for place in places)

    return tuple(filter(concerned, catalog.diagnostics))
