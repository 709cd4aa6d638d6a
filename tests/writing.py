"""Writes catalogs to disk, and reads them the way a test wants to look at them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from cleveragents_skills import Catalog, Location, Resolution, load_catalog


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write the files, by path, into the folder, and give the folder.

    Text loses its common indentation and the line break at its start; bytes are written as given.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            file.write_bytes(content)
        else:
            file.write_bytes(dedent(content).removeprefix("\n").encode())
    return folder


def agent_skill(name: str) -> str:
    """Give the text of the `SKILL.md` of an agent skill in which nothing is wrong."""
    return f"---\nname: {name}\ndescription: Shows how it is done.\n---\nBegin at the start.\n"


def load(folder: Path, files: Mapping[str, str | bytes]) -> Catalog:
    """Write the files, and give the catalog of the folder, whatever config lies around."""
    return load_catalog(write(folder, files), config=False)


def spot(place: Location | None) -> str:
    """Give a place as `file:line:column`, the file relative to the catalog."""
    if place is None:
        return ""
    return place.file if place.line is None else f"{place.file}:{place.line}:{place.column}"


def findings(catalog: Catalog) -> list[str]:
    """Give every finding as `file:line:column CODE message`."""
    return [f"{spot(d.location)} {d.code.id} {d.message}" for d in catalog.diagnostics]


def names(resolution: Resolution) -> list[str]:
    """Give the names of the entries, in order."""
    return [entry.name for entry in resolution]
