"""`skills schema`: what it accepts and rejects is what loading does, as far as a schema can see."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from command import Completed, run
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cleveragents_skills import CatalogError, Diagnostic, Skill
from cleveragents_skills.capability import CAPABILITY_FIELDS
from cleveragents_skills.loading import ALL_CODES, fields
from cleveragents_skills.loading.builder import build
from cleveragents_skills.loading.fields import Fields
from cleveragents_skills.loading.schema import VISIBLE, skill_schema
from cleveragents_skills.naming import is_part_name, is_skill_name, is_tool_name

PROJECT = Path(__file__).parent.parent
EXAMPLES = PROJECT / "tests" / "examples"
SCHEMA = skill_schema()
VALIDATOR = Draft202012Validator(SCHEMA)
VISIBLE_NAMES = {code.name for code in VISIBLE}

UNSEEN = {
    "wrong-type/broken-date": "whether text without quotes is a date is a question of YAML",
}
"""Broken examples of visible codes that no schema can tell from good ones."""


def documents(folder: Path) -> list[Any]:
    """Give the data of every document of a catalog, as JSON has it."""
    return [
        json.loads(json.dumps(document.data, default=str))
        for file in sorted(folder.rglob("*"))
        if file.suffix in (".yaml", ".yml") and file.is_file()
        for document in build(file.read_text("utf-8-sig")).documents
        if document.data is not None
    ]


def kept(pattern: str) -> list[str]:
    return sorted(path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.glob(pattern))


def errors(data: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(data)]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("example", [*kept("*/good*/"), "../../catalogs"])
def test_what_has_no_finding_is_accepted(example: str) -> None:
    found = documents(EXAMPLES / example)
    expected: list[list[str]] = [[] for _ in found]
    actual = [errors(each) for each in found]
    assert expected == actual
    assert found


BROKEN = [each for each in kept("*/broken*/") if each.partition("/")[0] in VISIBLE_NAMES]


@pytest.mark.parametrize("example", BROKEN)
def test_what_has_a_finding_of_a_visible_code_is_rejected(example: str) -> None:
    expected = example not in UNSEEN
    actual = any(errors(each) for each in documents(EXAMPLES / example))
    assert expected == actual


def test_the_codes_that_are_marked_visible() -> None:
    expected = [
        "SK102",
        "SK103",
        "SK104",
        "SK105",
        "SK106",
        "SK107",
        "SK108",
        "SK109",
        "SK112",
        "SK113",
    ]
    actual = sorted(code.id for code in VISIBLE)
    assert expected == actual


def test_no_other_code_is_visible_in_all_of_its_examples() -> None:
    others = {code.name for code in ALL_CODES} - VISIBLE_NAMES
    seen: dict[str, set[bool]] = {}
    for example in kept("*/broken*/"):
        name = example.partition("/")[0]
        if name in others and name not in NOT_DATA:
            rejected = any(errors(each) for each in documents(EXAMPLES / example))
            seen.setdefault(name, set()).add(rejected)
    expected: list[str] = []
    actual = sorted(name for name, rejected in seen.items() if rejected == {True})
    assert expected == actual


NOT_DATA = {
    *(code.name for code in ALL_CODES if code.id.startswith("SK0")),
    "empty-file",
}
"""Codes of what has no data that a schema could be held to."""


GOOD = [each for example in kept("*/good*/") for each in documents(EXAMPLES / example)]
SCALARS = st.sampled_from(
    [
        *(None, True, False, 0, -1, 2.5, "", "local/a", "a b", "x/y/z", "stdio", "sse", "custom"),
        *("full", "git_operations", "${X}", "\u200b", "a\tb", "https://x.example"),
    ]
)
KEYS = st.sampled_from(
    [
        *{key for each in vars(fields).values() if isinstance(each, Fields) for key in each.names},
        *fields.OTHER_SPELLINGS,
        *CAPABILITY_FIELDS,
        *("server", "limit"),
    ]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=5,
)


def spots(data: Any) -> list[tuple[Any, Any]]:
    """Give every place in data where a value stands: what holds it, and its key or index."""
    found: list[tuple[Any, Any]] = []
    stack = [data]
    while stack:
        each = stack.pop()
        below = list(each.items()) if isinstance(each, dict) else list(enumerate(each))
        for key, value in below:
            found.append((each, key))
            if isinstance(value, dict | list):
                stack.append(value)
    return found


@st.composite
def changed(draw: st.DrawFn) -> Any:
    """Give the data of a good skill with some values changed, removed or added."""
    data = json.loads(json.dumps(draw(st.sampled_from(GOOD))))
    for _ in range(draw(st.integers(1, 3))):
        places = spots(data)
        if not places:
            return data
        holder, key = draw(st.sampled_from(places))
        match draw(st.sampled_from(("change", "remove", "add"))):
            case "change":
                holder[key] = draw(VALUES)
            case "remove":
                del holder[key]
            case _ if isinstance(holder, dict):
                holder[draw(KEYS)] = draw(VALUES)
            case _:
                holder.append(draw(VALUES))
    return data


@settings(max_examples=300)
@given(data=changed())
def test_the_schema_and_the_loader_agree_on_what_fits(data: Any) -> None:
    found = misfits(data)
    if found and all(map(is_unseen, found)):
        return
    expected = found == ()
    actual = errors(data) == []
    assert expected == actual


def misfits(data: Any) -> tuple[Diagnostic, ...]:
    """Give what keeps data from being a skill."""
    try:
        Skill.from_config(data)
    except CatalogError as error:
        return error.diagnostics
    return ()


def is_unseen(found: Diagnostic) -> bool:
    """Say whether no schema could see it: that two texts differ, or what a code is about."""
    differ = r"`(side_effects|checkpoint_scope|write_scope)` is said twice"
    return found.code not in VISIBLE or re.match(differ, found.message) is not None


@pytest.mark.parametrize(
    ("kind", "field", "rule"),
    [
        ("include", "name", is_skill_name),
        ("tool", "name", is_tool_name),
        ("inline_tool", "name", is_tool_name),
        ("mcp_tool", "name", is_part_name),
        ("agent_skill", "path", lambda text: bool(text.strip()) and text.isprintable()),
    ],
)
def test_a_pattern_takes_the_names_that_the_rule_takes(
    kind: str, field: str, rule: Callable[[str], bool]
) -> None:
    pattern = re.compile(pattern_of(kind, field))
    names = [f"{before}{chr(code)}x" for before in ("", "a/b") for code in range(0xD800)]
    expected = [name for name in names if rule(name)]
    actual = [name for name in names if pattern.search(name)]
    assert expected == [name for name in actual if kind != "agent_skill" or name.isprintable()]


def pattern_of(kind: str, field: str) -> str:
    """Give the pattern that a field has, in the mapping that is one of its forms."""
    return str(mapping_in(SCHEMA["$defs"][kind])["properties"][field]["pattern"])


def mapping_in(schema: Any) -> Any:
    """Give the schema of a mapping that may have a text as its other form."""
    return schema["anyOf"][-1] if "anyOf" in schema else schema


def properties() -> Iterator[tuple[str, Any]]:
    """Give every field that may be written, with the mapping it stands in."""
    for kind, schema in {"": SCHEMA, **SCHEMA["$defs"]}.items():
        for name, value in mapping_in(schema).get("properties", {}).items():
            yield f"{kind}.{name}", value


def test_every_field_says_what_it_is() -> None:
    found = list(properties())
    expected: list[str] = []
    actual = [path for path, value in found if not value.get("description", "").endswith(".")]
    assert expected == actual
    assert len(found) > 80


def test_the_command_prints_the_schema_and_nothing_else(tmp_path: Path) -> None:
    done = run("schema", cwd=tmp_path)
    expected = (0, SCHEMA, "")
    actual = (done.code, json.loads(done.out), done.err)
    assert expected == actual
    assert run("schema", "--json", cwd=tmp_path) == done


def test_the_command_has_no_other_format_and_no_catalog(tmp_path: Path) -> None:
    text = run("schema", "--format", "text", cwd=tmp_path)
    expected = Completed(2, "", "error: `schema` has no format `text`\nhelp: one of json\n")
    assert expected == text
    catalog = run("schema", "--catalog", ".", cwd=tmp_path)
    assert (catalog.code, catalog.out) == (2, "")
    assert catalog.err.startswith("error: No such option: --catalog")
