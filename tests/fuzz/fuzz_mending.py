"""Whatever a file is written like, mending it changes nothing but what was found."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve
from fuzz.mutations import mutated_catalogs
from fuzz.skill_files import Written, written_catalogs
from hypothesis import event, given
from test_fixing import mend_files
from writing import write

from cleveragents_skills import Catalog, CatalogError, load_catalog


def answers(catalog: Catalog) -> dict[str, Any]:
    """Give what every skill gives, places left out, or what keeps it from that."""
    return {name: answer(catalog, name) for name in sorted(catalog.known)}


def answer(catalog: Catalog, name: str) -> Any:
    try:
        resolution = catalog.resolve(name)
    except CatalogError as error:
        return [each.code for each in error.diagnostics]
    except ValueError as error:
        return type(error), str(error)
    left_out = {"location": None, "shadowed": None}
    entries = [{**each.to_dict(), **left_out} for each in resolution]
    # A tool that a server lists twice goes, so definitions may differ.
    servers = [evolve(each, definitions=(), origins=()) for each in resolution.mcp_servers]
    return entries, servers, resolution.summary


def check_mending(files: Mapping[str, str | bytes]) -> None:
    """Mend the files, and again; hold the catalog to what it was."""
    with tempfile.TemporaryDirectory() as name:
        folder = write(Path(name), files)
        contents = {path: (folder / path).read_bytes() for path in files}
        before = load_catalog(folder, config=False)

        mended = mend_files(folder)

        now = load_catalog(folder, config=False)
        event(f"{min(len(mended.findings), 2)} files mended")
        assert answers(now) == answers(before)
        assert sorted(now) == sorted(before)
        left = {path: (folder / path).read_bytes() for path in files}
        changed = {path for path in files if left[path] != contents[path]}
        assert changed == {path for _, path in mended.findings}
        assert mend_files(folder).findings == {}
        assert {path: (folder / path).read_bytes() for path in files} == left


@given(written_catalogs())
def test_mending_random_skills(written: Written) -> None:
    check_mending(written.files)


@given(mutated_catalogs())
def test_mending_kept_catalogs_after_some_slips(files: dict[str, bytes]) -> None:
    check_mending(files)
