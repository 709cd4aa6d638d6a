"""The reference docs are true: what they list is what there is, and what they show is what happens.

Tables are found by the heading they stand under, code by its fence. In `docs/reference/`:

- `python` blocks run one after another, and print what the `text` block behind them has;
- a `console` block with one `skills` command is run; the `json` block behind it is what it prints,
  where `"… 3 more"` in a list stands for three items, and `| jq '.tools[4]'` picks a part;
- a `file=PATH` block is a file of the folder in which the commands run;
- a `yaml complete` block is a file without findings.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from textwrap import indent
from typing import Any, NamedTuple

import attrs
import pytest
from command import Completed, run
from make_codes import with_pages
from writing import load

import cleveragents_skills
from cleveragents_skills import (
    Catalog,
    ResolvedToolEntry,
    Severity,
    SkillCapabilitySummary,
    load_catalog,
)
from cleveragents_skills.capability import CAPABILITY_FIELDS
from cleveragents_skills.cli import exits
from cleveragents_skills.cli.formats import FORMATS
from cleveragents_skills.loading import (
    ALL_CODES,
    ConfigError,
    builder,
    fields,
    files,
    read_config,
    scalars,
)
from cleveragents_skills.loading.contracts import KEYS
from cleveragents_skills.loading.fields import Fields
from cleveragents_skills.mcp_lock import mcp_lock_text, read_mcp_lock
from cleveragents_skills.model import BUILTIN_GROUPS

PROJECT = Path(__file__).parent.parent
DOCS = PROJECT / "docs"
REFERENCE = DOCS / "reference"
PAGES = sorted(path.name for path in REFERENCE.glob("*.md"))
RESOLUTION = "skill_resolution.md"
FORMAT = "catalog_format.md"
COMMANDS = "command_line.md"
SERVERS = "mcp_servers.md"
PYTHON = "python.md"

Row = tuple[str, ...]


class Block(NamedTuple):
    """A fenced block: its language, what stands behind that, and its text."""

    language: str
    info: str
    text: str


class Shown(NamedTuple):
    """A command and the JSON that it is said to print, or a part of it."""

    command: str
    part: str
    document: Any


def text_of(page: str) -> str:
    return (REFERENCE / page).read_text(encoding="utf-8")


def blocks(page: str) -> list[Block]:
    found = re.findall(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL)
    return [Block(*each) for each in found]


def section(page: str, heading: str) -> str:
    """Give what stands under a heading, up to the next one."""
    prose = re.sub(r"^```.*?^```$", "", text_of(page), flags=re.MULTILINE | re.DOTALL)
    parts = re.split(r"^#+ (.+)\n", prose, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[heading]


def tables(text: str) -> list[list[Row]]:
    """Give the rows of each table, without its header."""
    found = re.findall(r"^\|.*\n\|[-|]+\n((?:\|.*\n?)+)", text, re.MULTILINE)
    return [[cells(line) for line in each.splitlines()] for each in found]


def table(page: str, heading: str, index: int = 0) -> list[Row]:
    return tables(section(page, heading))[index]


def cells(line: str) -> Row:
    split = re.split(r"(?<!\\)\|", line)
    return tuple(cell.strip().replace("\\|", "|") for cell in split[1:-1])


def code(cell: str) -> list[str]:
    """Give the code spans of a cell."""
    return re.findall(r"`([^`]+)`", cell)


def words(usage: str) -> str:
    """Give the words of a command, without the arguments it takes."""
    return " ".join(word for word in usage.split() if word.islower())


def codes(rows: Iterable[Row]) -> list[str]:
    """Give the code spans of the first column."""
    return [span for row in rows for span in code(row[0])]


def attributes(kind: type) -> list[str]:
    """Give the names of what a value of the class has: fields and properties."""
    properties = [name for name, value in vars(kind).items() if isinstance(value, property)]
    named = getattr(kind, "_fields", ()) or [field.name for field in attrs.fields(kind)]
    return [name for name in (*named, *properties) if not name.startswith("_")]


# What there is.


def test_the_page_of_codes_is_what_the_registry_says() -> None:
    text = text_of("codes.md")
    expected = with_pages(text)
    actual = text
    assert expected == actual, "python docs/make_codes.py"


def test_the_introduction_of_the_page_of_codes_names_those_that_stop_a_skill() -> None:
    expected = [each.id for each in ALL_CODES if each.stops and each.id[:3] not in ("SK0", "SK1")]
    introduction = text_of("codes.md").partition("\n## ")[0]
    actual = re.findall(r"`(SK\d{3})`", introduction)
    assert expected == actual


def test_the_table_of_exit_codes_has_every_exit_code() -> None:
    expected = sorted(value for value in vars(exits).values() if type(value) is int)
    actual = [int(row[0]) for row in table(COMMANDS, "Exit codes")]
    assert expected == actual


def test_the_table_of_commands_has_every_command_with_its_formats() -> None:
    expected = {name: list(formats) for name, formats in FORMATS.items()}
    actual = {words(code(row[0])[0]): code(row[2]) for row in table(COMMANDS, "Commands")}
    assert expected == actual


def test_the_table_of_formats_has_every_format() -> None:
    expected = sorted({each for formats in FORMATS.values() for each in formats})
    actual = sorted(codes(table(COMMANDS, "Formats")))
    assert expected == actual


@pytest.mark.parametrize("command", ["", *FORMATS])
def test_the_options_are_those_that_the_help_shows(command: str) -> None:
    shown = run(*command.split(), "--help", cwd=PROJECT).out
    expected = sorted(
        re.findall(r"^  ((?:-\w, )?--[a-z-]+(?: [A-Z:]+)?)(?:  |$)", shown, re.MULTILINE)
    )
    common, more, program = (table(COMMANDS, "Options", index) for index in range(3))
    own = [row[1:] for row in more if command in code(row[0])]
    actual = sorted(", ".join(code(row[0])) for row in ([*common, *own] if command else program))
    assert expected == actual


def test_the_environment_variables_are_those_that_the_command_reads() -> None:
    sources = (PROJECT / "cleveragents_skills" / "cli").glob("*.py")
    # Those that are read in a loop stand in it: names with an underscore.
    name = r'environ\.get\("(\w+)"|"([A-Z]+(?:_[A-Z]+)+)"'
    read = [map("".join, re.findall(name, each.read_text(encoding="utf-8"))) for each in sources]
    expected = sorted({name for names in read for name in names})
    actual = sorted(codes(table(COMMANDS, "Environment")))
    assert expected == actual


def test_the_keys_of_the_config_are_those_that_exist(tmp_path: Path) -> None:
    (tmp_path / "skills.toml").write_text("zzzzzz = 1\n")
    with pytest.raises(ConfigError) as raised:
        read_config(tmp_path / "skills.toml")
    expected = f"the keys are {', '.join(codes(table(COMMANDS, 'Config file')))}"
    actual = raised.value.hint
    assert expected == actual


def test_the_configs_that_are_shown_are_such(tmp_path: Path) -> None:
    shown = [each.text for each in blocks(COMMANDS) if each.language == "toml"]
    (tmp_path / "skills.toml").write_text("\n".join(shown))
    config = read_config(tmp_path / "skills.toml")
    expected = (2, 2, [*BUILTIN_GROUPS, "web_operations"], 3)
    actual = (
        len(config.catalog),
        len(config.exclude),
        list(config.builtins),
        len(config.policy.contracts),
    )
    assert expected == actual


def test_the_clauses_of_contracts_that_are_told_are_those_there_are() -> None:
    told = [code(row[0])[0] for row in table(COMMANDS, "Contracts")]
    assert sorted(told) == sorted(KEYS)


# The catalog format.

PLACES: Mapping[tuple[str, int], Fields] = {
    ("Skill", 0): fields.SKILL,
    ("Skill", 1): fields.DOCUMENT,
    ("Include", 0): fields.INCLUDE,
    ("Include", 1): fields.TOOL_OVERRIDE,
    ("Tool reference", 0): fields.TOOL_REF,
    ("Builtin group", 0): fields.BUILTIN_GROUP,
    ("Inline tool", 0): fields.INLINE_TOOL,
    ("MCP server", 0): fields.MCP_SERVER,
    ("Tool of an MCP server", 0): fields.MCP_TOOL,
    ("Tool filter", 0): fields.TOOL_FILTER,
    ("Annotations", 0): fields.ANNOTATIONS,
    ("Agent skill", 0): fields.AGENT_SKILL,
}
"""The table of each kind of mapping: its heading, and its number there."""

EVERY_CAPABILITY_FIELD = "each capability field"
ANY_OTHER_KEY = "any other key"


def test_every_kind_of_mapping_has_its_table() -> None:
    expected = [each for each in vars(fields).values() if isinstance(each, Fields)]
    actual = list(PLACES.values())
    assert sorted(map(repr, expected)) == sorted(map(repr, actual))


@pytest.mark.parametrize("place", PLACES)
def test_a_table_of_fields_has_the_fields_that_exist(place: tuple[str, int]) -> None:
    rows = table(FORMAT, *place)
    spec = PLACES[place]
    expected = (sorted(spec.names), dict(spec.others), sorted(spec.required), spec.open)
    firsts = [row[0] for row in rows]
    named = codes(rows) + [*CAPABILITY_FIELDS] * (EVERY_CAPABILITY_FIELD in firsts)
    others = {other: code(row[0])[0] for row in rows for other in code(row[1])}
    required = [code(row[0])[0] for row in rows if "Required" in row[2]]
    actual = (sorted(named), others, sorted(required), ANY_OTHER_KEY in firsts)
    assert expected == actual


def within(outer: str, key: str, inner: str) -> str:
    """Give the fields `outer` with a list under `key`, whose one item has the fields `inner`."""
    return f"{outer}{key}:\n  -\n{indent(inner, '    ')}"


def below(outer: str, key: str, inner: str) -> str:
    """Give the fields `outer` with the fields `inner` under `key`."""
    return f"{outer}{key}:\n{indent(inner, '    ')}"


APP = "name: local/app\n"
INCLUDE = "name: local/base\n"
STARTED = "name: tracker\ncommand: tracker-mcp\n"
REMOTE = "name: tracker\nurl: https://tracker.example/mcp\n"
TOOL = "name: search\n"

WRITTEN: Mapping[tuple[str, int], tuple[str, Callable[[str], str]]] = {
    ("Skill", 0): (APP, lambda it: it),
    ("Skill", 1): ("skill: {name: local/app}\n", lambda it: it),
    ("Include", 0): (INCLUDE, lambda it: within(APP, "includes", it)),
    ("Include", 1): (
        "tool: search\noverride: {limit: 1}\n",
        lambda it: within(APP, "includes", within(INCLUDE, "tool_overrides", it)),
    ),
    ("Tool reference", 0): (TOOL, lambda it: within(APP, "tools", it)),
    ("Builtin group", 0): ("", lambda it: within(APP, "builtins", it)),
    ("Inline tool", 0): ("", lambda it: within(APP, "inline_tools", it)),
    ("MCP server", 0): (STARTED, lambda it: within(APP, "mcp_servers", it)),
    ("Tool of an MCP server", 0): (
        TOOL,
        lambda it: within(APP, "mcp_servers", within(STARTED, "tools", it)),
    ),
    ("Tool filter", 0): (
        "",
        lambda it: within(APP, "mcp_servers", below(STARTED, "tool_filter", it)),
    ),
    ("Annotations", 0): (
        "",
        lambda it: within(
            APP, "mcp_servers", within(STARTED, "tools", below(TOOL, "annotations", it))
        ),
    ),
    ("Agent skill", 0): ("path: skills/review\n", lambda it: within(APP, "agent_skills", it)),
}
"""The fields that a mapping has beside the one that is tried, and the file around the mapping."""


def tried() -> Iterator[tuple[tuple[str, int], str, str]]:
    """Give each field of each table, in each spelling, with its example."""
    for place in PLACES:
        for row in table(FORMAT, *place):
            for spelling in (*code(row[0]), *code(row[1])):
                yield place, spelling, code(row[3])[0]


@pytest.mark.parametrize(("place", "field", "example"), [*tried()])
def test_the_example_of_a_field_is_accepted(
    place: tuple[str, int], field: str, example: str, tmp_path: Path
) -> None:
    beside, around = WRITTEN[place]
    if field in ("transport", "url", "headers"):
        beside = REMOTE
    name = PLACES[place].spellings[field]
    beside = "".join(
        line for line in beside.splitlines(keepends=True) if not line.startswith(f"{name}:")
    )
    catalog = load(tmp_path, {"app.yaml": around(f"{beside}{field}: {example}\n")})
    expected = ((), 1)
    actual = (catalog.loading, len(catalog))
    assert expected == actual


def test_the_table_of_capability_fields_has_all_of_them() -> None:
    expected = list(CAPABILITY_FIELDS)
    actual = codes(table(FORMAT, "Capability fields"))
    assert expected == actual


@pytest.mark.parametrize("nested", [False, True])
def test_the_examples_of_capability_fields_declare_what_they_say(
    nested: bool,  # noqa: FBT001 (a parameter of a test)
    tmp_path: Path,
) -> None:
    # Two of them contradict each other, so each has a tool of its own.
    rows = table(FORMAT, "Capability fields")
    words = [f"{code(row[0])[0]}: {code(row[2])[0]}" for row in rows]
    lines = "".join(f"  - {{capability: {{{it}}}}}\n" if nested else f"  - {it}\n" for it in words)
    catalog = load(tmp_path, {"app.yaml": f"{APP}inline_tools:\n{lines}"})
    said = [tool.capability.to_dict() for tool in catalog["local/app"].inline_tools]
    expected = words
    actual = [
        f"{word}: {yaml_text(each[word])}" for each, word in zip(said, codes(rows), strict=True)
    ]
    assert expected == actual


def yaml_text(value: Any) -> str:
    """Give a word, a boolean or a list of words as the examples write it."""
    if isinstance(value, list):
        return f"[{', '.join(value)}]"
    return value if isinstance(value, str) else json.dumps(value)


def test_the_table_of_builtin_groups_has_all_of_them_with_their_tools() -> None:
    expected = {name: list(tools) for name, tools in BUILTIN_GROUPS.items()}
    actual = {code(row[0])[0]: code(row[1]) for row in table(FORMAT, "Builtin group", 1)}
    assert expected == actual


def test_the_limits_are_those_in_force() -> None:
    limits = {
        "SK004": files.MAX_BYTES,
        "SK018": builder.MAX_DEPTH,
        "SK019": builder.MAX_NODES,
        "SK017": scalars.MAX_DIGITS,
    }
    expected = {code: f"{limit:,}" for code, limit in limits.items()}
    rows = table(FORMAT, "Files")
    actual = {row[2]: re.findall(r"\d[\d,]*", row[1])[-1] for row in rows}
    assert expected == actual


def plain_texts() -> Iterator[tuple[str, Any]]:
    """Give each plain text of the table, and what it is said to be read as."""
    for written, read in table(FORMAT, "YAML"):
        value = code(read)[0]
        for each in code(written):
            yield each, each if "and so on" in read else json.loads(value)


@pytest.mark.parametrize(("written", "read"), [*plain_texts()])
def test_plain_text_is_read_as_the_table_says(written: str, read: Any, tmp_path: Path) -> None:
    app = f"{APP}tools:\n  - name: search\n    override:\n      x: {written}\n"
    catalog = load(tmp_path, {"app.yaml": app})
    value = catalog["local/app"].tools[0].override["x"]
    expected = (read, type(read))
    actual = (value, type(value))
    assert expected == actual


COMPLETE = [each.text for each in blocks(FORMAT) if each.info == "complete"]


def test_every_yaml_example_of_the_format_is_a_whole_file() -> None:
    expected = COMPLETE
    actual = [each.text for each in blocks(FORMAT) if each.language == "yaml"]
    assert expected == actual


@pytest.mark.parametrize("text", COMPLETE)
def test_a_whole_file_has_no_findings(text: str, tmp_path: Path) -> None:
    files = {"app.yaml": text}
    for path in re.findall(r"^ *- (?:path: )?(skills/([\w-]+))$", text, re.MULTILINE):
        front = f"name: {path[1]}\ndescription: Does what it is for.\n"
        files[f"{path[0]}/SKILL.md"] = f"---\n{front}---\n"
    catalog = load(tmp_path, files)
    expected = (text.count("---\n") + 1, ())
    actual = (len(catalog), catalog.diagnostics)
    assert expected == actual


# JSON.


@cache
def answered(command: str, cwd: Path) -> Completed:
    """Run a command as a page has it; the same one only once."""
    program, *arguments = shlex.split(command)
    assert program == "skills"
    return run(*arguments, cwd=cwd)


ASKED = f"""
name: local/wiki
mcp_servers:
  - name: wiki
    command: {sys.executable}
    args: [{Path(__file__).parent / "servers" / "told.py"}, wiki.json]
"""
OFFERED = '{"name": "wiki", "version": "1", "tools": {"search": {}}}'
"""A catalog with a server that really runs, and what that says it offers."""


def write_files(made: Path, page: str) -> None:
    """Write the files that a page shows."""
    for each in blocks(page):
        if each.info.startswith("file="):
            file = made / each.info.removeprefix("file=")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(each.text, encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder in which the commands of the page run."""
    made = tmp_path_factory.mktemp("docs")
    shutil.copytree(PROJECT / "catalogs", made / "catalogs")
    write_files(made, COMMANDS)
    (made / "asked").mkdir()
    (made / "asked" / "wiki.yaml").write_text(ASKED)
    (made / "wiki.json").write_text(OFFERED)
    (made / "empty").mkdir()
    (made / "slip").mkdir()
    (made / "slip" / "skills.toml").write_text("catalogue = 'catalogs'\n")
    return made


def shown_documents() -> Iterator[Shown]:
    """Give each command of the page with the JSON that stands behind it."""
    found = blocks(COMMANDS)
    for asked, answer in pairwise(found):
        if answer.language == "json":
            command, _, part = asked.text.removeprefix("$ ").strip().partition(" | jq ")
            yield Shown(command, part.strip("'"), json.loads(answer.text))


SHOWN = list(shown_documents())


def part_of(document: Any, path: str) -> Any:
    """Give what `jq` would, for paths such as `.tools[4].name`."""
    for name, index in re.findall(r'\.([\w$]+)|\[(\d+|"[^"]+")\]', path):
        document = document[name or json.loads(index)]
    return document


def shortened(document: Any, example: Any) -> Any:
    """Give the document with that left out which the example leaves out."""
    if isinstance(document, dict) and isinstance(example, dict):
        return {key: shortened(value, example.get(key, value)) for key, value in document.items()}
    if not (isinstance(document, list) and isinstance(example, list)):
        return document
    kept: list[Any] = []
    rest = list(document)
    for each in example:
        left_out = re.fullmatch(r"… (\d+) more", each) if isinstance(each, str) else None
        if left_out and int(left_out.group(1)) <= len(rest):
            del rest[: int(left_out.group(1))]
            kept.append(each)
        elif rest:
            kept.append(shortened(rest.pop(0), each))
    return [*kept, *rest]


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: f"{shown.command} {shown.part}".strip())
def test_the_json_that_is_shown_is_what_the_command_prints(shown: Shown, folder: Path) -> None:
    printed = json.loads(answered(shown.command, folder).out)
    expected = json.dumps(shown.document, indent=1)
    actual = json.dumps(shortened(part_of(printed, shown.part), shown.document), indent=1)
    assert expected == actual


TEXTS = [
    (asked.text.removeprefix("$ ").strip(), answer.text)
    for asked, answer in pairwise(blocks(COMMANDS))
    if (asked.language, answer.language) == ("console", "text")
]


@pytest.mark.parametrize(("command", "text"), TEXTS)
def test_the_text_that_is_shown_is_what_the_command_prints(
    command: str, text: str, folder: Path
) -> None:
    expected = text
    actual = answered(command, folder).out
    assert expected == actual


@pytest.fixture(scope="module")
def beside_a_lock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of the page of MCP servers, which has an `mcp.lock`."""
    made = tmp_path_factory.mktemp("servers")
    write_files(made, SERVERS)
    return made


def test_the_page_of_servers_shows_what_the_commands_print(beside_a_lock: Path) -> None:
    asked: list[str] = []
    for each, after in pairwise(blocks(SERVERS)):
        if each.language == "toml":
            (beside_a_lock / "skills.toml").write_text(each.text)
        if each.language != "console":
            continue
        command, _, part = each.text.removeprefix("$ ").strip().partition(" | jq ")
        path = os.pathsep.join((os.path.dirname(sys.executable), os.environ["PATH"]))
        done = run(*shlex.split(command)[1:], cwd=beside_a_lock / each.info, env={"PATH": path})
        asked.append(command)
        if "--run" in command:  # how it goes is told on standard error
            done = Completed(done.code, done.out, "")
        if after.language == "json":
            expected = json.dumps(json.loads(after.text))
            assert expected == json.dumps(part_of(json.loads(done.out), part.strip("'")))
        else:
            assert Completed(0, after.text, "") == done
    assert len(asked) == 9


def test_the_lock_that_is_shown_is_as_the_program_writes_it() -> None:
    (text,) = (each.text for each in blocks(SERVERS) if each.info == "file=mcp.lock")
    assert text == mcp_lock_text(read_mcp_lock(text, "mcp.lock").values())


def test_every_command_has_its_json_shown() -> None:
    expected = sorted(FORMATS)
    actual = sorted({command_of(each.command) for each in SHOWN})
    assert expected == actual


def command_of(asked: str) -> str:
    """Give which command is asked for."""
    said = asked.removeprefix("skills ")
    return max((each for each in FORMATS if said.startswith(each)), key=len)


WITHOUT_ANSWER = {
    "resolve": "skills resolve nobody --json",
    "summary": "skills summary nobody --json",
    "check": "skills check nowhere --json",
    "list": "skills list 'nobody*' --json",
    "show": "skills show nobody --json",
    "why": "skills why a nothing --json",
    "tree": "skills tree nobody --json",
    "graph": "skills graph 'nobody*' --json",
    "diff": "skills diff before gone --json",
    "lock": "skills lock --catalog nowhere --json",
    "explain": "skills explain nothing --json",
    "new": "skills new 'no name' --json",
    "export": "skills export nobody --to mcp-json --json",
    "import": "skills import nothing.json --json",
    "mcp list-tools": "skills mcp list-tools nobody --json",
    "mcp sync": "skills mcp sync --timeout 0 --json",
    "mcp check": "skills mcp check --server nobody --json",
    "config show": "skills config show --json",
}


@pytest.fixture(scope="module")
def documents(folder: Path) -> list[Any]:
    """Give documents in which every kind of object occurs."""
    asked = (
        "skills resolve a --explain --json",
        "skills resolve a --json",
        "skills summary --all --json --catalog slips",
        "skills check slips --json",
        "skills list --json",
        "skills show planning --json",
        "skills show on-call --json",
        "skills why a chat/post_message --json",
        "skills tree a --tools --json",
        "skills graph --json",
        "skills diff before after --json",
        "skills lock --stdout --catalog before --json",
        "skills explain SK3 --json",
        "skills new hello --stdout --json",
        "skills export a --to mcp-json --json",
        "skills import servers.json --stdout --json",
        "skills mcp list-tools issues --json",
        "skills mcp list-tools wiki --catalog asked --run --json",
        "skills mcp sync --json",
        "skills mcp check --json",
        "skills config show --json",
        "skills resolve outer --catalog slips --json",
    )
    return [json.loads(answered(each, folder).out) for each in asked]


def everything(value: Any) -> Iterator[tuple[str, Any]]:
    """Give every object of a document, with the name of the field it stands in."""
    stack: list[tuple[str, Any]] = [("", value)]
    while stack:
        name, each = stack.pop()
        if isinstance(each, dict):
            yield name, each
            # What a catalog says there has any keys.
            free = ("overrides", "fields", "inline_tool", "parents", "values", "details", "schemas")
            stack.extend((key, below) for key, below in each.items() if key not in free)
        elif isinstance(each, list):
            stack.extend((name, below) for below in each)


def objects(documents: Sequence[Any], *names: str) -> list[dict[str, Any]]:
    """Give the objects that stand in a field of one of these names."""
    found = (pair for document in documents for pair in everything(document))
    return [each for name, each in found if name in names]


def sides(documents: Sequence[Any]) -> list[dict[str, Any]]:
    """Give what things were and are, of whatever kind."""
    return objects(documents, "before", "after")


OBJECTS: Mapping[tuple[str, int], Callable[[Sequence[Any]], list[Any]]] = {
    ("Error", 0): lambda those: objects(those, "error"),
    ("Tool", 0): lambda those: [each for each in objects(those, "tools") if "placed" not in each],
    ("resolve", 1): lambda those: [
        {key: each[key] for key in [*each][-3:]}
        for each in objects(those, "tools")
        if "placed" in each
    ],
    ("Declaration", 0): lambda those: objects(those, "placed", "set", "winner"),
    ("Layer", 0): lambda those: objects(those, "layers"),
    ("Include that brought a skill", 0): lambda those: objects(those, "first", "last"),
    ("Include path", 0): lambda those: objects(those, "paths"),
    ("Include of a path", 0): lambda those: objects(those, "includes"),
    ("Inline tool", 0): lambda those: [
        each["inline_tool"] for each in objects(those, "tools") if each["inline_tool"]
    ],
    ("Capability", 0): lambda those: objects(those, "capability"),
    ("Shadowed", 0): lambda those: objects(those, "shadowed"),
    ("MCP server", 0): lambda those: objects(those, "mcp_servers"),
    ("Capability summary", 0): lambda those: [
        {key: value for key, value in each.items() if key != "names"}
        for each in objects(those, "summary")
    ],
    ("Capability summary", 1): lambda those: objects(those, "names"),
    ("Server that is asked", 0): lambda those: objects(those, "servers"),
    ("Variable", 0): lambda those: objects(those, "variables"),
    ("Offered tool", 0): lambda those: objects(those, "offered"),
    ("Agent skill", 0): lambda those: objects(those, "agent_skills"),
    ("Listed skill", 0): lambda those: [
        each for each in objects(those, "skills") if "summary" not in each and "location" in each
    ],
    ("Branch", 0): lambda those: objects(those, "branches"),
    ("Node", 0): lambda those: objects(those, "nodes"),
    ("Edge", 0): lambda those: objects(those, "edges"),
    ("Change", 0): lambda those: objects(those, "changes"),
    ("Side of a change", 0): lambda those: [each for each in sides(those) if "access" in each],
    ("Side of a change", 1): lambda those: [each for each in sides(those) if "launch" in each],
    ("Numbers of a skill", 0): lambda those: [
        {key: value for key, value in each.items() if key != "problem"}
        for each in sides(those)
        if "total_tools" in each
    ],
    ("Finding", 0): lambda those: objects(those, "diagnostics"),
    ("Related place", 0): lambda those: objects(those, "related"),
    ("Cycle", 0): lambda those: objects(those, "cycle"),
    ("Explained code", 0): lambda those: objects(those, "codes"),
    ("Setting", 0): lambda those: objects(those, "settings"),
    ("Location", 0): lambda those: objects(those, "location", "locations"),
}


@pytest.mark.parametrize("place", OBJECTS)
def test_the_table_of_an_object_has_its_fields(
    place: tuple[str, int], documents: Sequence[Any]
) -> None:
    expected = [codes(table(COMMANDS, *place))]
    actual = [list(keys) for keys in {tuple(each) for each in OBJECTS[place](documents)}]
    assert expected == actual


def test_the_tables_of_a_document_have_its_fields(documents: Sequence[Any]) -> None:
    answers = {each["command"]: each for each in documents if "error" not in each}
    shared = codes(table(COMMANDS, "JSON"))
    expected = {name: [*shared[:2], *own(name), *shared[2:]] for name in answers}
    actual = {name: list(answer) for name, answer in answers.items()}
    assert expected == actual


def own(command: str) -> list[str]:
    """Give the fields of a command's document beside those that all have."""
    return [code(row[0])[0] for row in table(COMMANDS, command)]


@pytest.mark.parametrize("command", WITHOUT_ANSWER)
def test_without_an_answer_the_document_has_the_fields_of_the_table(
    command: str, folder: Path
) -> None:
    listed = {
        code(row[0])[0]: code(row[1]) for row in table(COMMANDS, "When there is no answer", 1)
    }
    shared = codes(table(COMMANDS, "JSON"))
    cwd = folder / "slip" if command == "config show" else folder
    printed = json.loads(answered(WITHOUT_ANSWER[command], cwd).out)
    expected = [*shared[:2], *listed[command], *shared[2:], "error"]
    actual = list(printed)
    assert expected == actual


def test_every_command_is_told_without_an_answer_but_for_one_that_always_has_it() -> None:
    expected = sorted({*FORMATS} - {"schema"})
    actual = sorted(WITHOUT_ANSWER)
    assert expected == actual


REASONS = {
    "a finding's code": "skills resolve outer --catalog slips --json",
    "unknown-skill": "skills resolve nobody --json",
    "unknown-tool": "skills why a nothing --json",
    "no-catalog": "skills list --catalog nowhere --json",
    "empty-catalog": "skills list --catalog empty --json",
    "bad-config": "skills list --json",
    "usage": "skills check --fail-on sometimes --json",
    "internal": "",
}
"""How to get each reason why there is no answer; our own fault is not to be had."""


def test_the_table_of_reasons_has_every_reason() -> None:
    expected = list(REASONS)
    actual = [row[0].strip("`") for row in table(COMMANDS, "Error", 1)]
    assert expected == actual


@pytest.mark.parametrize("reason", [each for each, command in REASONS.items() if command])
def test_a_reason_has_the_code_and_the_exit_code_of_the_table(reason: str, folder: Path) -> None:
    cwd = folder / "slip" if reason == "bad-config" else folder
    done = answered(REASONS[reason], cwd)
    (row,) = (each for each in table(COMMANDS, "Error", 1) if each[0].strip("`") == reason)
    said = json.loads(done.out)["error"]["code"]
    expected = (int(row[2]), said if said.startswith("SK") else reason)
    actual = (done.code, said)
    assert expected == actual


# Python.


@pytest.mark.parametrize(
    "page",
    [
        each
        for each in PAGES
        if any(block.language == "python" and not block.info for block in blocks(each))
    ],
)
def test_the_python_of_a_page_runs_and_prints_what_is_shown(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(PROJECT)
    found = blocks(page)
    names: dict[str, Any] = {}
    expected: list[str] = []
    actual: list[str] = []
    for block, after in zip(found, [*found[1:], Block("", "", "")], strict=True):
        if block.language == "python" and not block.info:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block.text, page, "exec"), names)
            expected.append(after.text if after.language == "text" else "")
            actual.append(printed.getvalue())
    assert expected == actual


def test_every_public_name_is_described() -> None:
    text = re.sub(r"^```.*?^```$", "", text_of(PYTHON), flags=re.MULTILINE | re.DOTALL)
    expected: list[str] = []
    actual = [name for name in cleveragents_skills.__all__ if f"`{name}" not in text]
    assert expected == actual


def classes() -> Iterator[tuple[str, list[str]]]:
    """Give each class of the tables with its attributes."""
    for rows in tables(section(PYTHON, "Classes")):
        for row in rows:
            if not row[1].startswith("see "):
                yield code(row[0])[0], code(row[1])


@pytest.mark.parametrize(("name", "listed"), [*classes()])
def test_the_table_of_classes_has_the_attributes_of_a_class(name: str, listed: list[str]) -> None:
    kind = getattr(cleveragents_skills, name)
    expected = [*Severity.__members__] if kind is Severity else attributes(kind)
    actual = listed
    assert expected == actual


def test_the_table_of_a_catalog_has_what_a_catalog_has() -> None:
    expected = sorted(
        name for name in {*dir(Catalog), *attributes(Catalog)} - {*dir(dict)} if name[0] != "_"
    )
    rows = codes(table(PYTHON, "Loading"))
    actual = sorted(each.partition("(")[0] for each in rows)
    assert expected == actual


def test_the_errors_are_of_the_kinds_that_the_table_says() -> None:
    expected: list[str] = []
    actual = [
        name
        for row in table(PYTHON, "Errors")
        for name in code(row[0])
        if not issubclass(built_in_or_ours(name), built_in_or_ours(*code(row[1])))
    ]
    assert expected == actual


def built_in_or_ours(name: str) -> type:
    found = vars(__import__("builtins")).get(name) or getattr(cleveragents_skills, name)
    assert isinstance(found, type)
    return found


def test_the_table_of_an_entry_has_its_fields() -> None:
    expected = attributes(ResolvedToolEntry)
    actual = codes(table(RESOLUTION, "ResolvedToolEntry"))
    assert sorted(expected) == sorted(actual)


def test_the_table_of_a_summary_has_its_fields() -> None:
    expected = attributes(SkillCapabilitySummary)
    actual = codes(table(RESOLUTION, "Capability summary"))
    assert expected == actual


def test_the_classes_of_a_summary_are_those_that_are_listed() -> None:
    catalog = load_catalog(PROJECT / "catalogs", config=False)
    expected = list(catalog.resolve("local/a").summary.names)
    actual = code(table(RESOLUTION, "Capability summary")[-1][2])
    assert expected == actual


# What the pages point at.


def test_the_robot_test_cases_are_those_of_the_suite() -> None:
    suite = (PROJECT / "robot" / "skill_resolution.robot").read_text(encoding="utf-8")
    cases = suite.split("*** Test Cases ***\n")[1].split("***")[0]
    expected = re.findall(r"^\S.*$", cases, re.MULTILINE)
    actual = [row[0] for row in table(RESOLUTION, "Robot smoke tests")]
    assert expected == actual


def test_the_files_that_are_named_exist() -> None:
    named = re.findall(r"\b((?:robot|features|benchmarks)/[\w.]+)", text_of(RESOLUTION))
    expected: list[str] = []
    actual = [each for each in named if not (PROJECT / each).is_file()]
    assert expected == actual


def test_the_nox_sessions_that_are_named_exist() -> None:
    sessions = (PROJECT / "noxfile.py").read_text(encoding="utf-8")
    named = re.findall(r"nox -s (\w+)", text_of(RESOLUTION))
    expected: list[str] = []
    actual = [each for each in named if f"\ndef {each}(" not in sessions]
    assert expected == actual


def anchors(page: Path) -> set[str]:
    """Give what the headings of a page can be linked as."""
    text = re.sub(
        r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize(
    "page", sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
)
def test_the_links_of_a_page_lead_somewhere(page: str) -> None:
    here = DOCS / page
    links = re.findall(r"\]\((?!\w+:)([^)#]*)(?:#([^)]*))?\)", here.read_text(encoding="utf-8"))
    expected: list[tuple[str, str]] = []
    actual = [
        (path, anchor)
        for path, anchor in links
        if not (target := here.parent / path if path else here).exists()
        or (anchor and anchor not in anchors(target))
    ]
    assert expected == actual
