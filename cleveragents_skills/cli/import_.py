"""`skills import FILE`. Typer reads the annotations, so they are not postponed."""

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report

File = Annotated[
    str, typer.Argument(metavar="FILE", help="An `.mcp.json`, or any file that is like one.")
]
SkillName = Annotated[
    str | None,
    typer.Option("--name", metavar="NAME", help="The new skill. Default: named like the file."),
]
Stdout = Annotated[bool, typer.Option("--stdout", help="Print the file, and write nothing.")]


def import_(
    session: "Session", file: File, *, name: SkillName = None, stdout: Stdout = False
) -> "Report":
    """Write a skill file with the MCP servers of a file. Never overwrites anything.

    No secret is in it. What a skill cannot say is told on standard error.

    Formats: text, json.
    """
    from cleveragents_skills.cli.placing import skill_name, write_skill_file
    from cleveragents_skills.cli.session import usage
    from cleveragents_skills.importing import ImportingError, imported
    from cleveragents_skills.views.import_ import import_report

    full = skill_name(name or _named_like(file))
    try:
        made = imported(_data(file), full)
    except ImportingError as error:
        for warning in error.warnings:
            session.note(f"warning: {warning}")
        raise usage(f"{file} cannot be imported: {error}") from None
    _refuse_larger_than_is_read(file, made.text)
    placed = None if stdout else write_skill_file(session, full, made.text)
    return import_report(full, made, placed, quiet=session.common.quiet)


def _named_like(file: str) -> str:
    """Give the name of a skill that is called like the file, as far as one can be."""
    from cleveragents_skills.cli.session import usage

    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", PurePath(file).name.removesuffix(".json"))
    if not stem.strip("-"):
        raise usage(f"no skill can be named like {file}", "`--name` names it")
    return f"local/{stem.strip('-')}"


def _refuse_larger_than_is_read(file: str, text: str) -> None:
    """End the command if the skill would be one that is not read: it has too much in it."""
    from cleveragents_skills.cli.session import usage
    from cleveragents_skills.loading.builder import build
    from cleveragents_skills.loading.files import MAX_BYTES

    if len(text.encode()) > MAX_BYTES or build(text).fatal:
        raise usage(f"{file} has more in it than a skill file may have", "split the file")


def _data(file: str) -> Any:
    """Give what a JSON file holds."""
    import json

    from cleveragents_skills.cli.session import usage

    try:
        with open(file, "rb") as stream:
            text = stream.read().decode("utf-8-sig")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise usage(f"{file} cannot be read: {reason}") from None
    except UnicodeDecodeError:
        raise usage(f"{file} cannot be read: it is not UTF-8") from None
    try:
        return json.loads(text, object_pairs_hook=_without_doubles)
    except RecursionError:
        raise usage(f"{file} is nested too deep") from None
    except ValueError as error:
        raise usage(f"{file} is no JSON: {str(error).lower()}") from None


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Give an object; one in which a key comes twice is none, as nobody knows which is meant."""
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(f"the key `{key}` comes twice in one object")
        data[key] = value
    return data
