"""Several faults at once: none hides another, and one cause is told once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import run
from writing import findings, load, names, write

from cleveragents_skills import CatalogError, UnknownSkillError


def test_one_broken_file_hides_none_of_the_others(tmp_path: Path) -> None:
    files = {f"{n}.yaml": f"name: x/{n}\ntools: [t{n}]\n" for n in (1, 2, 4, 5)}
    write(tmp_path / "catalogs", {**files, "3.yaml": "name: x/3\ntools: [t3\n"})
    done = run("list", cwd=tmp_path)
    assert done.code == 1
    assert [line.split()[0] for line in done.out.splitlines()[1:5]] == ["x/1", "x/2", "x/4", "x/5"]
    assert done.out.splitlines()[5] == "4 skills, 1 broken"
    assert done.err == ("catalogs/3.yaml:2:8: SK010 this `[` is never closed\n")


def test_a_broken_file_a_cycle_and_a_gap_are_told_in_one_run(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "broken.yaml": "name: x/broken\ntools: [a\n",
            "ping.yaml": "name: x/ping\nincludes: [x/pong]\n",
            "pong.yaml": "name: x/pong\nincludes: [x/ping, x/gone]\n",
            "user.yaml": "name: x/user\nincludes: [x/broken, x/gone]\n",
        },
    )
    assert [each.split(" ", 2)[:2] for each in findings(catalog)] == [
        ["broken.yaml:2:8", "SK010"],
        ["ping.yaml:2:12", "SK203"],
        ["pong.yaml:2:20", "SK201"],
        ["user.yaml:2:22", "SK201"],
    ]


def test_every_fault_of_one_file_is_told_in_one_run(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": """
                name: x/f
                tols: [t]
                includes: 7
                agent_skills:
                  - folder: notes
                inline_tools:
                  - {timeout: soon, writes: maybe}
                mcp_servers:
                  - {name: a b, tools: t}
                overrides: {t: {name: u}}
            """
        },
    )
    assert findings(catalog) == [
        "f.yaml:2:1 SK104 unknown field `tols` in the skill",
        "f.yaml:3:11 SK106 `includes`: expected a list, found a number",
        "f.yaml:5:5 SK103 the field `path` is missing in `agent_skills[0]`",
        "f.yaml:5:5 SK104 unknown field `folder` in `agent_skills[0]`",
        "f.yaml:7:15 SK106 `inline_tools[0].timeout`: expected a number, found text",
        "f.yaml:7:29 SK106 `inline_tools[0].writes`: expected a boolean, found text",
        "f.yaml:9:5 SK112 the server `mcp_servers[0]` has neither `command` nor `url`",
        (
            "f.yaml:9:12 SK107 invalid name `a b` at `mcp_servers[0].name`: it must not be empty,"
            " nor hold white space, invisible characters or `/`"
        ),
        "f.yaml:9:24 SK106 `mcp_servers[0].tools`: expected a list, found text",
        "f.yaml:10:17 SK113 `name` cannot be overridden, as `overrides.t` does",
    ]


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"a.yaml": "name: x/a\ntools: [t, t]\n", "b.yaml": "name: x/b\ntols: []\n"}, "SK104"),
        ({"a.yaml": "name: x/a\nincludes: [x/c]\n", "b.yaml": "name: x/b\ntols: []\n"}, "SK201"),
        (
            {
                "a.yaml": "name: x/a\ntools: [t, t]\n",
                "b.yaml": "name: x/b\nincludes: [x/a, x/a]\n",
            },
            "SK312",
        ),
    ],
)
def test_what_is_to_be_read_of_first_is_the_first_error(
    tmp_path: Path, files: dict[str, str], code: str
) -> None:
    write(tmp_path / "catalogs", files)
    done = run("check", cwd=tmp_path)
    assert done.out.splitlines()[-1].partition(". ")[2] == f"More: skills explain {code}"


def test_the_last_line_says_what_was_not_checked_and_then_what_is_put_off(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "a.yaml": "name: x/a\ntools: [t, t]\n",
            "b.yaml": "name: x/b\ntols: []\n",
            "c.yaml": "name: x/c\n---\nname: x/c\n",
        },
    )
    run("check", "--baseline", "b.json", "--write-baseline", "--ignore", "SK1", cwd=tmp_path)
    done = run("check", "--baseline", "b.json", cwd=tmp_path)
    left_out = run("check", "--ignore", "SK1,SK3", cwd=tmp_path)
    assert done.out.splitlines()[-1] == (
        "2 errors in 3 skills (3 files); 2 skills not checked any further;"
        " 1 more is in the baseline. More: skills explain SK104"
    )
    assert left_out.out == ("no findings in 3 skills (3 files); 2 skills not checked any further\n")


@pytest.mark.parametrize(
    "broken",
    [
        "name: x/base\ntools: [read, 7]\n",
        "name: x/base\ntools: [read\n",
        "name: x/base\ntols: []\n",
        "name: x/base\nname: x/base\n",
        "name: x/base\ndescription: a\x01\n",
        "%YAML 1.1\n---\nname: x/base\n",
        "name: x/base\n" + "#" * 1024 * 1024,
    ],
)
def test_a_broken_skill_is_told_once_and_not_at_those_that_include_it(
    tmp_path: Path, broken: str
) -> None:
    catalog = load(
        tmp_path,
        {
            "base.yaml": broken.encode(),
            "a.yaml": "name: x/a\nincludes: [x/base]\n",
            "b.yaml": "name: x/b\nincludes:\n- {name: x/base, overrides: {read: {n: 1}}}\n",
            "c.yaml": "name: x/c\nincludes: [{name: x/a, overrides: {what: {n: 1}}}]\n",
        },
    )
    (finding,) = catalog.diagnostics
    assert finding.location is not None
    assert finding.location.file == "base.yaml"
    assert (list(catalog), list(catalog.broken)) == (["x/a", "x/b", "x/c"], ["x/base"])
    with pytest.raises(CatalogError) as caught:
        catalog.resolve("x/c")
    assert caught.value.diagnostics == (finding,)


def test_a_file_whose_name_is_not_known_leaves_its_includers_to_say_so(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {"base.yaml": "tools: [read\n", "a.yaml": "name: x/a\nincludes: [x/base]\n"},
    )
    check = run("check", "--format", "concise", cwd=tmp_path)
    named = run("resolve", "x/base", "--json", cwd=tmp_path)
    assert [line.split(" ")[:2] for line in check.out.splitlines()[:2]] == [
        ["catalogs/a.yaml:2:12:", "SK201"],
        ["catalogs/base.yaml:1:8:", "SK010"],
    ]
    assert named.code == 2
    assert json.loads(named.out)["error"]["message"] == (
        "no skill `x/base` in catalogs; 1 file could not be read: catalogs/base.yaml"
    )


def test_an_answer_about_one_skill_does_not_mind_files_it_does_not_reach(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "a.yaml": "name: x/a\nincludes: [x/b]\n",
            "b.yaml": "name: x/b\ntools: [go]\n",
            "c.yaml": "name: x/c\ntools: [\n",
            "d.yaml": "name: x/d\n---\nname: x/d\n",
            "e.yaml": "\x00",
        },
    )
    for command in ("resolve", "summary", "show"):
        done = run(command, "x/a", "--json", cwd=tmp_path)
        assert (done.code, done.err) == (0, "")
        assert json.loads(done.out)["diagnostics"] == []


def test_several_summaries_show_what_they_can(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "a.yaml": "name: x/a\ntools: [go]\n",
            "b.yaml": "name: x/b\nincludes: [x/c]\n",
            "c.yaml": "name: x/c\ntools: [\n",
        },
    )
    done = run("summary", "x/b", "x/a", "--json", cwd=tmp_path)
    document = json.loads(done.out)
    unknown = run("summary", "x/a", "x/nope", "--json", cwd=tmp_path)
    assert done.code == 1
    assert [(each["skill"], each["summary"] is None) for each in document["skills"]] == [
        ("x/b", True),
        ("x/a", False),
    ]
    assert [each["code"] for each in document["diagnostics"]] == ["SK010"]
    assert unknown.code == 2
    assert json.loads(unknown.out)["error"]["code"] == "unknown-skill"


def test_a_catalog_says_for_one_skill_and_for_all_whether_it_can_be_used(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "a.yaml": "name: x/a\nincludes: [x/b]\n",
            "b.yaml": "name: x/b\n---\nname: x/B\n",
            "c.yaml": "name: x/c\nincludes: [x/a, x/broken]\n",
            "d.yaml": "name: x/broken\ntools: [\n",
        },
    )
    catalog.raise_for_errors("x/a")
    with pytest.raises(CatalogError) as one:
        catalog.raise_for_errors("x/c")
    with pytest.raises(CatalogError) as every:
        catalog.raise_for_errors()
    with pytest.raises(UnknownSkillError):
        catalog.raise_for_errors("x/nowhere")
    assert [each.code.id for each in one.value.diagnostics] == ["SK010"]
    assert [each.code.id for each in every.value.diagnostics] == ["SK010"]
    assert names(catalog.resolve("x/a")) == []
