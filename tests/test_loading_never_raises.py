"""Whatever a file holds, loading gives a catalog and says what is wrong, at a place in the file."""

from __future__ import annotations

import json
import tempfile
from io import StringIO
from pathlib import Path
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from cleveragents_skills import Catalog, load_catalog
from cleveragents_skills.capability import CAPABILITY_FIELDS
from cleveragents_skills.diagnostics import is_error
from cleveragents_skills.loading import ALL_CODES, Config, builder, parser
from cleveragents_skills.loading.fields import OTHER_SPELLINGS, SKILL
from cleveragents_skills.policy import Policy

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats()
    | st.sampled_from(["local/a", "local/b", "stdio", "yes", "${X}", "x y", "", "\u2028", "\x1b"])
    | st.text(max_size=6)
)
KEYS = st.sampled_from(
    [
        *SKILL.names,
        *OTHER_SPELLINGS,
        *CAPABILITY_FIELDS,
        *["skill", "cleveragents", "capability", "override", "tool_overrides", "tool", "group"],
        *["path", "command", "url", "env", "headers", "args", "tool_filter", "include", "exclude"],
        *["annotations", "readOnlyHint", "destructiveHint", "source", "code", "timeout", "<<"],
    ]
)
DATA = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(KEYS, inner, max_size=5)
        | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=25,
)
SKILLS = st.fixed_dictionaries({"name": st.just("local/a")}, optional={}).flatmap(
    lambda base: st.dictionaries(KEYS, DATA, max_size=6).map(lambda more: {**more, **base})
)
PIECES = st.sampled_from(
    [
        *[
            "name: local/a\n",
            "skill:\n",
            "  name: local/b\n",
            "- ",
            "  ",
            "\t",
            "\n",
            ": ",
            "{",
            "}",
        ],
        *["[", "]", ",", "&a ", "*a", "<<: ", "!!str ", "!x ", "|\n", ">-\n", "'", '"', "\\", "#"],
        *["---\n", "...\n", "%YAML 1.1\n", "? ", "tools:\n", "env:\n", "\r", "\u2028", "\x85", "@"],
        *["\ufeff", "0x1F", "1e400", ".nan", "2024-01-01", "yes", "null", "~"],
    ]
)


EVERYTHING = Config(policy=Policy(select=tuple(code.id for code in ALL_CODES), max_tools=1))


def load(content: bytes) -> Catalog:
    """Give the catalog of one file, with all that any rule finds, those included that are off."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "a.yaml").write_bytes(content)
        catalog = load_catalog(folder, config=EVERYTHING)
        assert isinstance(catalog.diagnostics, tuple)
        return catalog


def check_all(content: bytes) -> None:
    """Everything that can be asked of a catalog answers or raises `ValueError`, and is true."""
    catalog = load(content)
    lines = content.decode("utf-8", "replace").count("\n") + content.count(b"\r") + 1
    for diagnostic in catalog.diagnostics:
        place = diagnostic.location
        assert place is not None
        assert place.file == "a.yaml"
        assert place.line is None or 1 <= place.line <= lines
        assert place.column is None or place.column >= 1
        assert "{path}" not in diagnostic.message
        shown = catalog.excerpt(place)
        assert shown is None or shown.line == place.line
    for name in catalog:
        try:
            resolution = catalog.resolve(name)
        except ValueError:
            assert any(map(is_error, catalog.diagnostics))
            continue
        for entry in resolution:
            assert json.loads(json.dumps(entry.to_dict())) == entry.to_dict()
        assert len(resolution) == resolution.summary.total_tools
    assert catalog.diagnostics or len(catalog) > 0


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(content: bytes) -> None:
    check_all(content)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES | st.text(max_size=5), max_size=30).map("".join))
def test_any_pieces_of_yaml(text: str) -> None:
    check_all(text.encode("utf-8", "surrogatepass"))


@settings(max_examples=300, deadline=None)
@given(SKILLS | DATA)
def test_any_data_that_yaml_can_write(data: Any) -> None:
    stream = StringIO()
    YAML(typ="safe", pure=True).dump(data, stream)
    check_all(stream.getvalue().encode("utf-8", "surrogatepass"))


@settings(max_examples=200, deadline=None)
@given(SKILLS)
def test_what_both_parsers_read_they_read_alike(data: Any) -> None:
    # libyaml refuses some plain text of YAML 1.2, such as `:0`: then there is nothing to compare.
    stream = StringIO()
    YAML(typ="safe", pure=True).dump(data, stream)

    native = builder.build(stream.getvalue(), parser.native_events)
    pure = builder.build(stream.getvalue(), parser.pure_events)

    assume(native.fatal is None)
    assert [each.data for each in native.documents] == [each.data for each in pure.documents]
    assert [p.code for each in native.documents for p in each.problems] == [
        p.code for each in pure.documents for p in each.problems
    ]
    assert pure.fatal is None
