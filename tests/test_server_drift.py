"""Servers held to `mcp.lock`, without any that runs: what is told of each change, and where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import Path

import pytest
from attrs import evolve
from writing import load, spot

from cleveragents_skills import Diagnostic, Location, Related, Severity, SkillMcpSource
from cleveragents_skills.capability import HINTS
from cleveragents_skills.learned import (
    LearnedServer,
    LearnedTool,
    ServerAnswer,
    ServerKey,
    server_key,
)
from cleveragents_skills.resolution import Origin
from cleveragents_skills.sameness import digest_of
from cleveragents_skills.server_drift import codes
from cleveragents_skills.server_drift.hints import less_safe, otherwise
from cleveragents_skills.server_drift.holding import held

APP = """\
name: local/app
mcp_servers:
  - {name: wiki, command: wiki-mcp, args: [--space, docs]}
  - {name: notes, url: "https://notes.example/mcp?key=5ecret"}
"""
DESCRIPTION, SCHEMA = "0123456789ab", "ba9876543210"
RECORDS = "review it, then `skills mcp sync --run` records it"
RECORDS_IT = "review what it offers, then `skills mcp sync --run` records it"


def at(line: int) -> Location:
    return Location("", "mcp.lock", line, 3)


def tool(name: str, line: int | None = None, **hints: bool) -> LearnedTool:
    location = None if line is None else at(line)
    return LearnedTool(name, hints, DESCRIPTION, SCHEMA, location=location)


WIKI = LearnedServer("wiki", "stdio", ("wiki-mcp", "--space", "docs"), "wiki 1.0")
RECORDED = evolve(
    WIKI,
    tools=(tool("look", 8, readOnlyHint=True), tool("edit", 9, readOnlyHint=False)),
    location=at(5),
)
LOOK, EDIT = tool("look", readOnlyHint=True), tool("edit", readOnlyHint=False)
NOTES = LearnedServer(
    "notes",
    "streamable-http",
    (
        "https://notes.example/mcp?key=***",
        f"#{digest_of(['https://notes.example/mcp?key=5ecret'])}",
    ),
    location=at(20),
)


@pytest.fixture
def origins(tmp_path: Path) -> dict[ServerKey, Origin]:
    """Give where each server of the catalog is defined."""
    skill = load(tmp_path / "catalog", {"app.yaml": APP})["local/app"]
    return {
        server_key(server): Origin(skill.name, skill.source, ("mcp_servers", index))
        for index, server in enumerate(skill.mcp_servers)
    }


def wiki(*tools: LearnedTool, odd: Iterable[str] = (), problem: str | None = None) -> ServerAnswer:
    """Give what came of asking the server of the catalog."""
    server = SkillMcpSource("wiki", "stdio", "wiki-mcp", ("--space", "docs"))
    learned = None if problem else evolve(WIKI, tools=tools)
    return ServerAnswer(server, learned, problem, tuple(odd))


def lock(*servers: LearnedServer) -> dict[ServerKey, LearnedServer]:
    return {each.key: each for each in servers}


def found(
    origins: Mapping[ServerKey, Origin],
    *answers: ServerAnswer,
    recorded: LearnedServer = RECORDED,
    whole: bool = False,
) -> list[Diagnostic]:
    return list(held(lock(recorded), answers, origins, whole=whole))


def test_of_a_server_that_offers_what_is_recorded_nothing_is_told(
    origins: Mapping[ServerKey, Origin],
) -> None:
    assert found(origins, wiki(LOOK, EDIT)) == []
    assert found(origins, wiki(EDIT, LOOK)) == []


def test_another_version_alone_is_no_drift(origins: Mapping[ServerKey, Origin]) -> None:
    recorded = evolve(RECORDED, version="wiki 0.9")
    assert found(origins, wiki(LOOK, EDIT), recorded=recorded) == []


def test_a_tool_that_is_gone_is_told_where_it_is_recorded(
    origins: Mapping[ServerKey, Origin],
) -> None:
    expected = Diagnostic(
        codes.TOOL_GONE,
        "the server `wiki` no longer offers the tool `look`",
        at(8),
        "`skills mcp sync --run` records what it offers; mend the skills that list it",
    )
    assert found(origins, wiki(EDIT)) == [expected]


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (tool("wipe"), "no hints"),
        (
            tool("wipe", openWorldHint=False, destructiveHint=True, readOnlyHint=False),
            "readOnlyHint: false, destructiveHint: true, openWorldHint: false",
        ),
    ],
)
def test_a_new_tool_is_told_with_its_hints_where_the_server_is_recorded(
    origins: Mapping[ServerKey, Origin], new: LearnedTool, said: str
) -> None:
    message = f"the server `wiki` offers a new tool `wipe` ({said})"
    expected = Diagnostic(codes.TOOL_NEW, message, at(5), RECORDS)
    assert found(origins, wiki(LOOK, new, EDIT)) == [expected]


def test_a_tool_with_another_name_is_gone_and_new(origins: Mapping[ServerKey, Origin]) -> None:
    told = found(origins, wiki(tool("Look", readOnlyHint=True), EDIT))
    assert [each.code for each in told] == [codes.TOOL_GONE, codes.TOOL_NEW]


def test_a_hint_that_promises_less_is_told_where_the_tool_is_recorded(
    origins: Mapping[ServerKey, Origin],
) -> None:
    message = "the tool `look` of the server `wiki` promises less: readOnlyHint was true and is"
    for now, said in ((tool("look", readOnlyHint=False), "false"), (tool("look"), "absent")):
        expected = Diagnostic(codes.HINT_LESS_SAFE, f"{message} {said}", at(8), RECORDS)
        assert found(origins, wiki(now, EDIT)) == [expected]


def test_all_hints_that_promise_less_are_told_at_once(origins: Mapping[ServerKey, Origin]) -> None:
    was = tool(
        "t",
        7,
        readOnlyHint=True,
        destructiveHint=False,
        idempotentHint=True,
        openWorldHint=False,
    )
    recorded = evolve(RECORDED, tools=(was,))
    (told,) = found(origins, wiki(tool("t", destructiveHint=True)), recorded=recorded)
    assert told.message == (
        "the tool `t` of the server `wiki` promises less: readOnlyHint was true and is absent, "
        "destructiveHint was false and is true, idempotentHint was true and is absent, "
        "openWorldHint was false and is absent"
    )


CHANGED = (
    "read it: `skills mcp list-tools --all --server wiki --run`; then"
    " `skills mcp sync --run` records it"
)


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (evolve(EDIT, description="cccccccccccc"), "the description"),
        (evolve(EDIT, schema="cccccccccccc"), "the schema"),
        (tool("edit", readOnlyHint=True), "readOnlyHint was false and is true"),
        (tool("edit"), "readOnlyHint was false and is absent"),
        (
            evolve(
                tool("edit", readOnlyHint=False, openWorldHint=True),
                description="cccccccccccc",
                schema="cccccccccccc",
            ),
            "the description, the schema, openWorldHint was absent and is true",
        ),
    ],
)
def test_whatever_else_changes_of_a_tool_is_told(
    origins: Mapping[ServerKey, Origin], now: LearnedTool, said: str
) -> None:
    message = f"the tool `edit` of the server `wiki` changed: {said}"
    expected = Diagnostic(codes.TOOL_CHANGED, message, at(9), CHANGED)
    assert found(origins, wiki(LOOK, now)) == [expected]


def test_what_promises_less_and_what_else_changes_are_two_findings(
    origins: Mapping[ServerKey, Origin],
) -> None:
    now = evolve(tool("look", readOnlyHint=False), schema="cccccccccccc")
    told = found(origins, wiki(now, EDIT))
    assert [(each.code, each.location) for each in told] == [
        (codes.HINT_LESS_SAFE, at(8)),
        (codes.TOOL_CHANGED, at(8)),
    ]


def test_a_description_without_its_digest_is_not_compared(
    origins: Mapping[ServerKey, Origin],
) -> None:
    assert found(origins, wiki(evolve(LOOK, text="Looks."), EDIT)) == []


# What MCP takes an absent hint for, and what promises something: the opposite.
UNSAFE = {
    "readOnlyHint": False,
    "destructiveHint": True,
    "idempotentHint": False,
    "openWorldHint": True,
}
VALUES = (None, False, True)


@pytest.mark.parametrize(("hint", "was", "now"), [*product(HINTS, VALUES, VALUES)])
def test_each_change_of_a_hint_is_told_once_or_not_at_all(
    *, hint: str, was: bool | None, now: bool | None
) -> None:
    before = {} if was is None else {hint: was}
    after = {} if now is None else {hint: now}
    word = {None: "absent", False: "false", True: "true"}
    said = [f"{hint} was {word[was]} and is {word[now]}"]
    promised = was is not None and was is not UNSAFE[hint]
    expected: tuple[list[str], list[str]] = ([], [])
    if was is not now:
        expected = (said, []) if promised else ([], said)
    assert expected == ([*less_safe(before, after)], [*otherwise(before, after)])


def test_a_server_that_could_not_be_asked_is_told_where_it_is_defined(
    origins: Mapping[ServerKey, Origin],
) -> None:
    message = "the server `wiki` could not be asked: it ended with 1"
    place = origins[WIKI.key].location
    expected = Diagnostic(codes.SERVER_FAILED, message, place, None, "local/app")
    assert spot(place) == "app.yaml:3:5"
    assert found(origins, wiki(problem="it ended with 1")) == [expected]


def test_a_server_that_could_not_be_asked_is_not_told_of_otherwise(
    origins: Mapping[ServerKey, Origin],
) -> None:
    told = held({}, [wiki(problem="it ended with 1")], origins, whole=True)
    assert [each.code for each in told] == [codes.SERVER_FAILED]


def test_what_is_odd_is_told_beside_what_it_offers(origins: Mapping[ServerKey, Origin]) -> None:
    told = found(origins, wiki(EDIT, odd=["it has two tools `a`", "it has no version"]))
    assert [(each.code, each.message, each.skill) for each in told] == [
        (codes.TOOL_GONE, "the server `wiki` no longer offers the tool `look`", None),
        (codes.SERVER_ODD, "the server `wiki`: it has two tools `a`", "local/app"),
        (codes.SERVER_ODD, "the server `wiki`: it has no version", "local/app"),
    ]
    places = [spot(each.location) for each in told]
    assert places == ["mcp.lock:8:3", "app.yaml:3:5", "app.yaml:3:5"]


def test_a_server_that_is_not_recorded_is_told_where_it_is_defined(
    origins: Mapping[ServerKey, Origin],
) -> None:
    expected = Diagnostic(
        codes.SERVER_UNRECORDED,
        "the server `wiki` is not in mcp.lock",
        origins[WIKI.key].location,
        RECORDS_IT,
        "local/app",
    )
    assert found(origins, wiki(LOOK, EDIT), recorded=NOTES) == [expected]


@pytest.mark.parametrize("whole", [False, True])
def test_a_server_that_is_recorded_as_something_else_is_told_once_with_both_places(
    origins: Mapping[ServerKey, Origin],
    whole: bool,  # noqa: FBT001 (a parameter of a test)
) -> None:
    other = evolve(RECORDED, launch=("wiki-mcp", "--space", "my docs"))
    expected = Diagnostic(
        codes.SERVER_UNRECORDED,
        "the server `wiki` is not in mcp.lock as it is defined here",
        origins[WIKI.key].location,
        RECORDS_IT,
        "local/app",
        (Related("recorded as `wiki-mcp --space my docs`", at(5)),),
    )
    assert found(origins, wiki(LOOK, EDIT), recorded=other, whole=whole) == [expected]


def test_a_recorded_server_that_no_skill_has_is_told_only_if_all_were_asked(
    origins: Mapping[ServerKey, Origin],
) -> None:
    gone = evolve(RECORDED, name="files", launch=("files-mcp",), location=at(30))
    recorded = lock(RECORDED, NOTES, gone)
    asked = [wiki(LOOK, EDIT)]
    expected = Diagnostic(
        codes.SERVER_UNRECORDED,
        "mcp.lock records a server `files` that no skill has: `files-mcp`",
        at(30),
        "`skills mcp sync --run` takes it out",
    )
    assert list(held(recorded, asked, origins, whole=False)) == []
    assert list(held(recorded, asked, origins, whole=True)) == [expected]


def test_what_is_masked_of_a_server_counts_by_its_digest(
    origins: Mapping[ServerKey, Origin],
) -> None:
    assert NOTES.key in origins


def test_all_are_errors_but_what_is_only_odd() -> None:
    expected = [(f"SK41{number}", Severity.ERROR) for number in range(1, 7)]
    expected.append(("SK417", Severity.WARNING))
    assert expected == [(each.id, each.severity) for each in codes.CODES]
