"""`skills why` and `skills resolve --explain`, as processes and on values."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command import Completed, run, terminal
from hypothesis import given, settings
from random_catalogs import ANY_KEY, catalogs, layered_catalogs, with_spots
from writing import write

from cleveragents_skills import Skill, SkillInclude, SkillResolver, SkillToolRef, explain, paths
from cleveragents_skills.report import Output, Report
from cleveragents_skills.reporters import render
from cleveragents_skills.views.provenance import explained_report
from cleveragents_skills.views.why import why_report

DEMO = Path(__file__).parent.parent
TEAM = """
    name: team/base
    tools:
      - {name: search}
      - plan
    ---
    name: team/left
    includes: [team/base]
    ---
    name: team/right
    includes: [team/base]
    tools:
      - {name: search, description: Look everywhere}
    ---
    name: team/top
    includes:
      - team/left
      - {name: team/right, overrides: {search: {limit: 3}, plan: {env: {KEY: swordfish}}}}
    inline_tools: [{}, {name: ship, destructive: true}]
    mcp_servers:
      - {name: sentry, url: "https://sentry.example/mcp", tool_filter: {exclude: [drop]}}
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    write(tmp_path / "catalogs", {"all.yaml": TEAM})
    return tmp_path


def location(line: int, column: int) -> dict[str, Any]:
    return {"catalog": "catalogs", "file": "all.yaml", "line": line, "column": column}


def rendered(report: Report, format_: str) -> str:
    stream = io.StringIO()
    render(report, format_, Output(stream))
    return stream.getvalue()


# What is told of a tool.


def test_each_declaration_has_its_shortest_path_and_all_paths_are_counted(place: Path) -> None:
    assert run("why", "team/top", "search", "-q", cwd=place).out.splitlines() == [
        "search in team/top: 2 declarations, 3 include paths  catalogs/all.yaml",
        "1  >  team/top    includes  team/right  catalogs/all.yaml:17:5",
        "      team/right  declares  search      catalogs/all.yaml:12:5",
        "2  ~  team/top    includes  team/left   catalogs/all.yaml:16:5",
        "      team/left   includes  team/base   catalogs/all.yaml:7:12",
        "      team/base   declares  search      catalogs/all.yaml:3:5",
        ">  wins      team/right  catalogs/all.yaml:12:5",
        "~  replaced  team/base   catalogs/all.yaml:3:5",
        "and 1 more; `--all` lists more",
    ]


def test_all_lists_every_path(place: Path) -> None:
    assert run("why", "team/top", "plan", "--all", "-q", cwd=place).out.splitlines() == [
        "plan in team/top: 1 declaration, 2 include paths  catalogs/all.yaml",
        "1  >  team/top    includes  team/left   catalogs/all.yaml:16:5",
        "      team/left   includes  team/base   catalogs/all.yaml:7:12",
        "      team/base   declares  plan        catalogs/all.yaml:4:5",
        "2  >  team/top    includes  team/right  catalogs/all.yaml:17:5",
        "      team/right  includes  team/base   catalogs/all.yaml:10:12",
        "      team/base   declares  plan        catalogs/all.yaml:4:5",
        ">  wins  team/base  catalogs/all.yaml:4:5",
    ]


def test_a_limit_lists_no_more_and_counts_the_rest(place: Path) -> None:
    done = run("why", "team/top", "search", "--all", "--limit", "1", "-q", cwd=place)
    assert done.out.splitlines() == [
        "search in team/top: 2 declarations, 3 include paths  catalogs/all.yaml",
        "1  >  team/top    includes  team/right  catalogs/all.yaml:17:5",
        "      team/right  declares  search      catalogs/all.yaml:12:5",
        ">  wins      team/right  catalogs/all.yaml:12:5",
        "~  replaced  team/base   catalogs/all.yaml:3:5",
        "and 2 more; `--limit` lists more",
    ]


def test_a_tool_of_the_skill_itself_needs_no_include(place: Path) -> None:
    done = run("why", "team/top", "team/top/_anon_0", "-q", cwd=place)
    assert done.out.splitlines() == [
        "team/top/_anon_0 in team/top: 1 declaration, 1 include path  catalogs/all.yaml",
        "1  >  team/top  declares  team/top/_anon_0  catalogs/all.yaml:18:16",
        ">  wins  team/top  catalogs/all.yaml:18:16",
    ]


def test_json_has_every_hop_with_its_place(place: Path) -> None:
    document = json.loads(run("why", "team/top", "search", "--json", cwd=place).out)
    found = [each["code"] for each in document.pop("diagnostics")]
    wins = {"source_skill": "team/right", "location": location(12, 5)}
    lost = {"source_skill": "team/base", "location": location(3, 5)}
    assert document == {
        "schema_version": 1,
        "command": "why",
        "skill": "team/top",
        "tool": "search",
        "winner": wins,
        "shadowed": [lost],
        "paths": [
            {
                "wins": True,
                "includes": [
                    {
                        "skill": "team/top",
                        "includes": "team/right",
                        "position": 2,
                        "location": location(17, 5),
                    }
                ],
                **wins,
            },
            {
                "wins": False,
                "includes": [
                    {
                        "skill": "team/top",
                        "includes": "team/left",
                        "position": 1,
                        "location": location(16, 5),
                    },
                    {
                        "skill": "team/left",
                        "includes": "team/base",
                        "position": 1,
                        "location": location(7, 12),
                    },
                ],
                **lost,
            },
        ],
        "total_paths": 3,
    }
    assert "SK320" in found


def test_names_are_the_skills_that_declare_it_the_winner_first(place: Path) -> None:
    done = run("why", "team/top", "search", "--format", "names", "-q", cwd=place)
    assert done == Completed(0, "team/right\nteam/base\n", "")


def test_markdown_has_a_list_item_for_each_path(place: Path) -> None:
    done = run("why", "team/top", "search", "--format", "markdown", "-q", cwd=place)
    assert done.out == (
        "### `search` in team/top: 2 declarations, 3 include paths\n\n"
        "`catalogs/all.yaml`\n\n"
        "- 1 \\> `team/top` includes `team/right` `catalogs/all.yaml:17:5`\n"
        "  - `team/right` declares `search` `catalogs/all.yaml:12:5`\n"
        "- 2 \\~ `team/top` includes `team/left` `catalogs/all.yaml:16:5`\n"
        "  - `team/left` includes `team/base` `catalogs/all.yaml:7:12`\n"
        "  - `team/base` declares `search` `catalogs/all.yaml:3:5`\n\n"
        "- \\> wins `team/right` `catalogs/all.yaml:12:5`\n"
        "- \\~ replaced `team/base` `catalogs/all.yaml:3:5`\n\n"
        "and 1 more; `--all` lists more\n"
    )


def test_the_demo_catalog_says_why_its_release_agent_posts_messages() -> None:
    done = run("why", "a", "chat/post_message", "--all", cwd=DEMO)
    assert done.code == 0
    assert done.out.splitlines() == [
        "chat/post_message in local/a: 2 declarations, 3 include paths  catalogs/local/a.yaml",
        "1  >  local/a        declares  chat/post_message  catalogs/local/a.yaml:26:5",
        "2  ~  local/a        includes  local/history      catalogs/local/a.yaml:12:5",
        "      local/history  includes  local/project      catalogs/local/history.yaml:7:5",
        "      local/project  declares  chat/post_message  catalogs/local/project.yaml:11:5",
        "3  ~  local/a        includes  local/changes      catalogs/local/a.yaml:16:5",
        "      local/changes  includes  local/project      catalogs/local/changes.yaml:7:5",
        "      local/project  declares  chat/post_message  catalogs/local/project.yaml:11:5",
        ">  wins      local/a        catalogs/local/a.yaml:26:5",
        "~  replaced  local/project  catalogs/local/project.yaml:11:5",
    ]


def test_on_a_narrow_terminal_a_place_that_has_no_room_goes_below() -> None:
    code, screen = terminal(DEMO, "why", "a", "chat/post_message", "--color", "never")
    assert (code, screen.splitlines()[:7]) == (
        0,
        [
            "chat/post_message in local/a: 2 declarations, 3 include paths",
            "  catalogs/local/a.yaml",
            "1  >  local/a        declares  chat/post_message      catalogs/local/a.yaml:26:5",
            "2  ~  local/a        includes  local/history          catalogs/local/a.yaml:12:5",
            "      local/history  includes  local/project     catalogs/local/history.yaml:7:5",
            "      local/project  declares  chat/post_message",
            "                                                catalogs/local/project.yaml:11:5",
        ],
    )


# No such tool.

UNKNOWN = (
    "`team/top` has no tool `mcp:sentry/find` that is known; the MCP server `sentry` may offer it,"
    " since it has no tool list: catalogs/all.yaml:20:5"
)


@pytest.mark.parametrize(
    ("tool", "message", "hint"),
    [
        ("serch", "`team/top` has no tool `serch`", "did you mean `search`?"),
        ("shipp", "`team/top` has no tool `shipp`", "did you mean `team/top/ship`?"),
        (
            "_anon_0",
            "`team/top` has no tool `_anon_0`",
            "did you mean `team/top/_anon_0`?",
        ),
        (
            "zzz",
            "`team/top` has no tool `zzz`",
            "`skills resolve team/top` shows the tools there are",
        ),
        (
            "mcp:sentry/drop",
            "`team/top` has no tool `mcp:sentry/drop`",
            "`skills resolve team/top` shows the tools there are",
        ),
        (
            "mcp:sentry/",
            "`team/top` has no tool `mcp:sentry/`",
            "`skills resolve team/top` shows the tools there are",
        ),
        (
            "mcp:sentry/find",
            UNKNOWN,
            "`skills resolve team/top` shows the tools there are",
        ),
    ],
)
def test_a_tool_that_the_skill_does_not_have_is_no_match(
    place: Path, tool: str, message: str, hint: str
) -> None:
    done = run("why", "team/top", tool, cwd=place)
    assert done == Completed(1, "", f"error: {message}\nhelp: {hint}\n")


def test_several_near_names_are_offered(place: Path) -> None:
    near = "name: team/near\ntools: [mail/send, chat/send, list/send]\n"
    write(place / "catalogs", {"near.yaml": near})
    done = run("why", "team/near", "send", cwd=place)
    assert done.err.splitlines()[1] == (
        "help: did you mean `chat/send`, `list/send` or `mail/send`?"
    )


def test_no_match_in_json_is_the_usual_document_with_an_error(place: Path) -> None:
    done = run("why", "team/top", "mcp:sentry/find", "--json", cwd=place)
    document = json.loads(done.out)
    assert done.code == 1
    assert [each["code"] for each in document.pop("diagnostics")] != []
    assert document == {
        "schema_version": 1,
        "command": "why",
        "skill": "team/top",
        "tool": None,
        "winner": None,
        "shadowed": None,
        "paths": None,
        "total_paths": None,
        "error": {
            "code": "unknown-tool",
            "message": UNKNOWN,
            "path": None,
            "location": location(20, 5),
            "hint": "`skills resolve team/top` shows the tools there are",
        },
    }


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["team/gone", "search"], 2, "error: no skill `team/gone` in catalogs"),
        (["team/round", "search"], 1, "error[SK203]: "),
        (["team/top", "search", "--limit", "0"], 2, "error: Invalid value for '--limit'"),
    ],
)
def test_what_cannot_be_answered_ends_as_elsewhere(
    place: Path, arguments: list[str], code: int, said: str
) -> None:
    round_trip = "name: team/round\nincludes: [team/round]\n"
    write(place / "catalogs", {"round.yaml": round_trip})
    done = run("why", *arguments, cwd=place)
    assert (done.code, done.out) == (code, "")
    assert said in done.err


def test_files_that_the_skill_does_not_reach_are_not_parsed(place: Path) -> None:
    write(place / "catalogs", {"other.yaml": "name: team/other\ntools: [\n"})
    done = run("why", "team/top", "search", "-v", cwd=place)
    assert done.code == 0
    assert "read: 2 files, 1 of them parsed: " in done.err


# Completion.


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("skills why team/top s", ["search"]),
        ("skills why team/top team/top/", ["team/top/_anon_0", "team/top/ship"]),
        ("skills why --catalog catalogs team/right se", ["search"]),
        ("skills why team/gone s", []),
    ],
)
def test_a_shell_is_offered_the_tools_of_the_skill(
    place: Path, words: str, offered: list[str]
) -> None:
    env = {
        "_SKILLS_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    done = run(cwd=place, env=env)
    assert (done.code, done.out.split(), done.err) == (0, offered, "")


# resolve --explain.


def test_explain_tells_what_placed_and_what_set_each_tool(place: Path) -> None:
    done = run("resolve", "team/top", "--explain", "-q", cwd=place)
    assert done.out.splitlines() == [
        "team/top: at least 4 tools from 4 skills  catalogs/all.yaml",
        "0 read-only, 1 write, 3 unknown",
        "",
        "search: 1, tool, unknown",
        "  placed    first by team/base            catalogs/all.yaml:3:5",
        "            team/top -> team/left -> team/base",
        "  set       last by team/right            catalogs/all.yaml:12:5",
        "            team/top -> team/right",
        "  override  description: Look everywhere  catalogs/all.yaml:12:5",
        "            limit: 3                      catalogs/all.yaml:17:44",
        "  replaces  that of team/base             catalogs/all.yaml:3:5",
        "",
        "plan: 2, tool, unknown",
        "  placed    first by team/base  catalogs/all.yaml:4:5",
        "            team/top -> team/left -> team/base",
        "  set       last by team/base   catalogs/all.yaml:4:5",
        "            team/top -> team/right -> team/base",
        "  override  env: {KEY: ***}     catalogs/all.yaml:17:62",
        "",
        "team/top/_anon_0: 3, inline, unknown",
        "  placed    and set by team/top  catalogs/all.yaml:18:16",
        "",
        "team/top/ship: 4, inline, write, destructive and asks for no approval",
        "  placed    and set by team/top  catalogs/all.yaml:18:20",
        "",
        "mcp:sentry/*: mcp, unknown",
        "  open      sentry has no tool list  catalogs/all.yaml:20:5",
    ]


def test_explain_in_json_adds_to_what_is_there(place: Path) -> None:
    plain = json.loads(run("resolve", "team/top", "--json", cwd=place).out)
    document = json.loads(run("resolve", "team/top", "--explain", "--json", cwd=place).out)
    lost = {"source_skill": "team/base", "location": location(3, 5)}
    wins = {"source_skill": "team/right", "location": location(12, 5)}
    explained = [
        {key: each.pop(key) for key in ("placed", "set", "layers")} for each in document["tools"]
    ]
    brought_by = document.pop("brought_by")
    assert document == plain
    assert explained[0] == {
        "placed": lost,
        "set": wins,
        "layers": [
            {
                "source_skill": "team/right",
                "location": location(12, 5),
                "values": {"description": "Look everywhere"},
            },
            {"source_skill": "team/top", "location": location(17, 44), "values": {"limit": 3}},
        ],
    }
    assert explained[1]["layers"][0]["values"] == {"env": {"KEY": "***"}}
    assert brought_by["team/base"] == {
        "first": {"skill": "team/left", "location": location(7, 12)},
        "last": {"skill": "team/right", "location": location(10, 12)},
    }
    assert {name: each["last"]["skill"] for name, each in brought_by.items()} == plain["parents"]


@settings(max_examples=100, deadline=None)
@given(catalogs() | layered_catalogs(), ANY_KEY)
def test_why_and_explain_agree_in_what_they_print(skills: dict[str, Skill], tool: str) -> None:
    skills = with_spots(skills)
    root = skills[max(skills)]
    resolution = SkillResolver().resolve_tools(root, skills)

    why = json.loads(rendered(why_report(paths(root, tool, skills), ()), "json"))
    report = explained_report(explain(resolution, skills), ())
    tools = json.loads(rendered(report, "json"))["tools"]

    said = [(each["set"], each["shadowed"]) for each in tools if each["name"] == tool]
    assert [(why["winner"], why["shadowed"])] == (said or [(None, [])])
    assert [
        {key: each[key] for key in ("source_skill", "location")}
        for each in why["paths"]
        if each["wins"]
    ] == [each["set"] for each in tools if each["name"] == tool]


# Many paths, and long ones.


def rungs(count: int) -> Iterator[Skill]:
    """Give that many diamonds, one on top of the other; the tool is declared at the bottom."""
    yield Skill("l/s0", tools=[SkillToolRef("t")])
    for index in range(1, count + 1):
        below = [SkillInclude(f"l/s{index - 1}")]
        sides = [Skill(f"l/{side}{index}", includes=below) for side in "ab"]
        yield from sides
        yield Skill(f"l/s{index}", includes=[SkillInclude(side.name) for side in sides])


def ladder(count: int) -> dict[str, Skill]:
    return {each.name: each for each in rungs(count)}


def test_the_paths_of_a_ladder_of_diamonds_are_counted(tmp_path: Path) -> None:
    text = "---\n".join(
        f"name: {skill.name}\n"
        f"includes: [{', '.join(include.name for include in skill.includes)}]\n"
        f"tools: [{', '.join(reference.name for reference in skill.tools)}]\n"
        for skill in rungs(60)
    )
    write(tmp_path / "catalogs", {"ladder.yaml": text})

    done = run("why", "l/s60", "t", "--all", cwd=tmp_path)
    document = json.loads(run("why", "l/s60", "t", "--all", "--json", cwd=tmp_path).out)

    lines = done.out.splitlines()
    assert (done.code, lines[0]) == (
        0,
        "t in l/s60: 1 declaration, 1,152,921,504,606,846,976 include paths  catalogs/ladder.yaml",
    )
    assert lines[-1] == "and 1,152,921,504,606,846,876 more; `--limit` lists more"
    assert (len(document["paths"]), document["total_paths"]) == (100, 2**60)
    assert {len(each["includes"]) for each in document["paths"]} == {120}


def test_a_number_of_paths_that_readers_of_json_do_not_take_is_not_written_out() -> None:
    skills = ladder(1000)

    report = why_report(paths(skills["l/s1000"], "t", skills), ())

    assert json.loads(rendered(report, "json"))["total_paths"] is None
    text = rendered(report, "text").splitlines()
    assert text[0] == "t in l/s1000: 1 declaration, more than 10^300 include paths"
    assert text[-1] == "and more than 10^300 more; `--all` lists more"


def chain(count: int) -> dict[str, Skill]:
    """Give a chain of skills with a tool at its end, and one that every skill declares."""
    return {
        f"l/s{index}": Skill(
            f"l/s{index}",
            includes=[SkillInclude(f"l/s{index + 1}")] * (index + 1 < count),
            tools=[SkillToolRef("all"), *[SkillToolRef("end")] * (index + 1 == count)],
        )
        for index in range(count)
    }


def test_the_middle_of_a_long_path_is_counted_in_text_and_all_there_in_json() -> None:
    skills = chain(100_000)

    report = why_report(paths(skills["l/s0"], "end", skills), ())

    lines = rendered(report, "text").splitlines()
    assert lines[1] == "1  >  l/s0      includes  l/s1"
    assert lines[10:13] == [
        "      l/s9      includes  l/s10",
        "      (99,979 more)",
        "      l/s99989  includes  l/s99990",
    ]
    assert lines[22:] == ["      l/s99999  declares  end", ">  wins  l/s99999"]
    (path,) = json.loads(rendered(report, "json"))["paths"]
    assert [each["includes"] for each in path["includes"]] == [*skills][1:]


def test_the_middle_of_a_long_path_is_counted_when_it_is_explained() -> None:
    skills = chain(100_000)
    resolution = SkillResolver().resolve_tools(skills["l/s0"], skills)

    report = explained_report(explain(resolution, skills), ())

    lines = rendered(report, "text").splitlines()
    ends = [
        " -> ".join(f"l/s{index}" for index in numbers)
        for numbers in (range(10), range(99_990, 100_000))
    ]
    assert lines[3:6] == [
        "all: 1, tool, unknown",
        "  placed    first by l/s99999",
        f"            {ends[0]} -> (99,980 more) -> {ends[1]}",
    ]
    assert lines[6:8] == ["  set       last by l/s0", "  replaces  that of l/s1"]


def test_a_path_of_twenty_skills_is_explained_in_full() -> None:
    skills = chain(20)
    resolution = SkillResolver().resolve_tools(skills["l/s0"], skills)

    report = explained_report(explain(resolution, skills), ())

    assert rendered(report, "text").splitlines()[5].strip() == " -> ".join(skills)
