"""Findings do not depend on what they should not: names of files, order of roots, what is asked."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from attrs import evolve
from fuzz.mutations import Files, mutated_catalogs
from fuzz.skill_files import Written, written_catalogs
from hypothesis import given
from hypothesis import strategies as st
from test_loading_never_raises import EVERYTHING
from writing import write

from cleveragents_skills import Catalog, Diagnostic, Location, load_catalog
from cleveragents_skills.loading import ALL_CODES
from cleveragents_skills.suppression import unused_ignore

UNREADABLE = "SK0"
NAMES = ["a.yaml", "b.yaml", "n/a.yml", "n/m/a.yaml", "n/z.yaml", "z.yml", "\u00e9.yaml"]


@contextmanager
def loaded(files: Mapping[str, str | bytes]) -> Iterator[Catalog]:
    """Give the catalog of the files, with all that any rule finds."""
    with tempfile.TemporaryDirectory() as folder:
        yield load_catalog(write(Path(folder), files), config=EVERYTHING)


def told(finding: Diagnostic, place: Callable[[Location | None], str]) -> tuple[object, ...]:
    """Give all that a finding says, its places as `place` gives them."""
    related = [(each.message, place(each.location)) for each in finding.related]
    words = (finding.code.id, finding.message, finding.hint, finding.skill, str(finding.severity))
    return (*words, place(finding.location), str(related), str(finding.cycle))


def by_file(finding: Diagnostic) -> bool:
    """Say whether a finding is told of a second file, or depends on where the file lies."""
    return finding.code.name == "duplicate-skill" or finding.code.name.startswith("agent-skill")


def texts_of(written: Written) -> list[str]:
    """Give the texts of the skill files of a catalog."""
    return [text for path, text in written.files.items() if not path.endswith("SKILL.md")]


@given(written_catalogs(), st.permutations(NAMES), st.permutations(NAMES))
def test_findings_are_the_same_whatever_files_are_called(
    written: Written, first: list[str], second: list[str]
) -> None:
    texts = texts_of(written)

    def findings(names: list[str]) -> list[tuple[object, ...]]:
        numbers = {name: str(index) for index, name in enumerate(names)}

        def place(where: Location | None) -> str:
            assert where is not None
            return f"{numbers[where.file]}:{where.line}:{where.column}"

        with loaded(dict(zip(names, texts, strict=False))) as catalog:
            kept = [each for each in catalog.diagnostics if not by_file(each)]
            return sorted((told(each, place) for each in kept), key=repr)

    assert findings(first) == findings(second)


@given(mutated_catalogs(), mutated_catalogs())
def test_findings_are_the_same_whichever_root_comes_first(one: Files, other: Files) -> None:
    with tempfile.TemporaryDirectory() as folder:
        roots = [write(Path(folder, "1"), one), write(Path(folder, "2"), other)]
        found = [load_catalog(*each, config=EVERYTHING) for each in (roots, roots[::-1])]
        there, back = (
            {told(finding, str) for finding in each.diagnostics if not by_file(finding)}
            for each in found
        )
        assert there == back


def check_selecting(catalog: Catalog) -> None:
    """Hold the findings of each code, asked for alone, to those of all."""
    everything = [each for each in catalog.diagnostics if each.code != unused_ignore.CODE]
    for code in ALL_CODES:
        alone = evolve(catalog, policy=evolve(catalog.policy, select=(code.id,)))
        expected = [
            each for each in everything if each.code is code or each.code.id.startswith(UNREADABLE)
        ]
        actual = [each for each in alone.diagnostics if each.code != unused_ignore.CODE]
        assert expected == actual


@given(mutated_catalogs())
def test_a_code_that_is_selected_has_the_findings_it_has_among_all(files: Files) -> None:
    with loaded(files) as catalog:
        check_selecting(catalog)


@given(written_catalogs())
def test_a_code_that_is_selected_has_the_findings_it_has_among_all_of_random_skills(
    written: Written,
) -> None:
    with loaded(written.files) as catalog:
        check_selecting(catalog)
