"""Includes as a graph: cycles, diamonds, chains, and what only looks like one of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from command import run
from writing import findings, load, names, spot, write

from cleveragents_skills import CycleError, UnknownSkillError


def skill(name: str, includes: Sequence[str] = (), tools: Sequence[str] = ()) -> str:
    """Give a skill in flow style, one document."""
    listed = ", ".join(includes)
    return f"name: {name}\nincludes: [{listed}]\ntools: [{', '.join(tools)}]\n"


def test_a_skill_that_includes_itself_is_one_cycle_of_one_step(tmp_path: Path) -> None:
    catalog = load(tmp_path, {"mirror.yaml": skill("team/mirror", ["team/mirror"], ["look"])})
    (finding,) = catalog.diagnostics
    assert findings(catalog) == [
        "mirror.yaml:2:12 SK203 Cycle detected in skill includes: team/mirror -> team/mirror"
    ]
    assert finding.cycle is not None
    assert finding.cycle.path == ("team/mirror", "team/mirror")
    assert finding.cycle.members == ("team/mirror",)
    assert finding.cycle.cut == (("team/mirror", "team/mirror"),)


def test_a_skill_that_includes_itself_fails_the_check_in_one_drawn_step(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"mirror.yaml": skill("team/mirror", ["team/mirror"])})
    done = run("check", cwd=tmp_path)
    assert done.code == 1
    assert done.err == ""
    assert done.out == (
        "error[SK203]: include cycle\n"
        "Cycle detected in skill includes: team/mirror -> team/mirror\n"
        "  ╭─> team/mirror  includes team/mirror  catalogs/mirror.yaml:2:12  <- closes it\n"
        "help: cut team/mirror -> team/mirror: that frees it (a suggestion)\n"
        "\n"
        "1 error in 1 skill (1 file). More: skills explain SK203\n"
    )


def test_a_skill_that_only_leads_into_a_cycle_is_no_member_of_it(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "door.yaml": skill("house/door", ["house/hall"]),
            "hall.yaml": skill("house/hall", ["house/stairs"]),
            "stairs.yaml": skill("house/stairs", ["house/attic"]),
            "attic.yaml": skill("house/attic", ["house/hall", "house/roof"]),
            "roof.yaml": skill("house/roof", [], ["tile"]),
        },
    )
    (finding,) = catalog.diagnostics
    assert findings(catalog) == [
        (
            "attic.yaml:2:12 SK203 Cycle detected in skill includes:"
            " house/attic -> house/hall -> house/stairs -> house/attic"
        )
    ]
    assert finding.cycle is not None
    assert finding.cycle.members == ("house/attic", "house/hall", "house/stairs")
    assert [(step.message, spot(step.location)) for step in finding.related] == [
        ("house/attic includes house/hall", "attic.yaml:2:12"),
        ("house/hall includes house/stairs", "hall.yaml:2:12"),
        ("house/stairs includes house/attic", "stairs.yaml:2:12"),
    ]


def test_resolving_a_skill_that_leads_into_a_cycle_shows_the_whole_way_from_it(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "door.yaml": skill("house/door", ["house/hall"]),
            "hall.yaml": skill("house/hall", ["house/stairs"]),
            "stairs.yaml": skill("house/stairs", ["house/hall"]),
        },
    )
    with pytest.raises(CycleError) as caught:
        catalog.resolve("house/door")
    assert str(caught.value) == (
        "Cycle detected in skill includes: house/door -> house/hall -> house/stairs -> house/hall"
    )
    assert caught.value.path == ("house/door", "house/hall", "house/stairs", "house/hall")


def test_the_json_of_a_resolve_that_meets_a_cycle_has_the_path_and_no_tools(
    tmp_path: Path,
) -> None:
    write(
        tmp_path / "catalogs",
        {
            "door.yaml": skill("house/door", ["house/hall"]),
            "hall.yaml": skill("house/hall", ["house/hall"]),
        },
    )
    done = run("resolve", "house/door", "--json", cwd=tmp_path)
    document = json.loads(done.out)
    assert done.code == 1
    assert list(document) == [
        "schema_version",
        "command",
        "skill",
        "tools",
        "parents",
        "mcp_servers",
        "summary",
        "diagnostics",
        "error",
    ]
    assert document["skill"] == "house/door"
    assert [document[key] for key in ("tools", "parents", "mcp_servers", "summary")] == [None] * 4
    assert document["error"] == {
        "code": "SK203",
        "message": "Cycle detected in skill includes: house/door -> house/hall -> house/hall",
        "path": ["house/door", "house/hall", "house/hall"],
        "location": {"catalog": "catalogs", "file": "hall.yaml", "line": 2, "column": 12},
        "hint": "cut house/hall -> house/hall: that frees it (a suggestion)",
    }
    assert [each["code"] for each in document["diagnostics"]] == ["SK203"]


def test_a_cycle_that_no_other_skill_reaches_is_found(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "shop.yaml": skill("shop/front", ["shop/stock"], ["sell"]),
            "stock.yaml": skill("shop/stock", [], ["count"]),
            "tide.yaml": skill("sea/tide", ["sea/moon"]),
            "moon.yaml": skill("sea/moon", ["sea/tide"]),
        },
    )
    assert findings(catalog) == [
        "moon.yaml:2:12 SK203 Cycle detected in skill includes: sea/moon -> sea/tide -> sea/moon"
    ]
    assert names(catalog.resolve("shop/front")) == ["count", "sell"]


def test_two_separate_cycles_are_two_findings_of_one_run(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "1.yaml": skill("p/one", ["p/two"]),
            "2.yaml": skill("p/two", ["p/one"]),
            "3.yaml": skill("q/three", ["q/four"]),
            "4.yaml": skill("q/four", ["q/three"]),
        },
    )
    assert findings(catalog) == [
        "1.yaml:2:12 SK203 Cycle detected in skill includes: p/one -> p/two -> p/one",
        "4.yaml:2:12 SK203 Cycle detected in skill includes: q/four -> q/three -> q/four",
    ]


def test_two_cycles_that_share_a_skill_are_one_knot(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "hub.yaml": skill("k/hub", ["k/left", "k/right"]),
            "left.yaml": skill("k/left", ["k/hub"]),
            "right.yaml": skill("k/right", ["k/hub"]),
        },
    )
    (finding,) = catalog.diagnostics
    assert finding.message == "Cycle detected in skill includes: k/hub -> k/left -> k/hub"
    assert finding.cycle is not None
    assert finding.cycle.members == ("k/hub", "k/left", "k/right")
    assert finding.cycle.cut == (("k/left", "k/hub"), ("k/right", "k/hub"))
    assert finding.hint == (
        "cut k/left -> k/hub, k/right -> k/hub: together they free all 3 of them (a suggestion)"
    )


def test_the_cut_that_is_suggested_is_one_include_where_one_is_enough(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "a.yaml": skill("k/a", ["k/b"]),
            "b.yaml": skill("k/b", ["k/c", "k/d"]),
            "c.yaml": skill("k/c", ["k/a"]),
            "d.yaml": skill("k/d", ["k/a"]),
        },
    )
    (finding,) = catalog.diagnostics
    assert finding.cycle is not None
    assert finding.cycle.cut == (("k/a", "k/b"),)
    assert finding.hint == "cut k/a -> k/b: that alone frees all 4 of them (a suggestion)"


def test_a_cycle_beside_a_diamond_is_told_apart_from_it(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "top.yaml": skill("d/top", ["d/left", "d/right"]),
            "left.yaml": skill("d/left", ["d/base"]),
            "right.yaml": skill("d/right", ["d/base", "d/right"]),
            "base.yaml": skill("d/base", [], ["rest"]),
        },
    )
    assert findings(catalog) == [
        "right.yaml:2:20 SK203 Cycle detected in skill includes: d/right -> d/right"
    ]


def test_the_one_include_of_a_file_is_placed_where_it_is_written_in_every_form(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "a.yaml": """
                name: w/a
                includes:
                  - description: the long form
                    name: w/b
            """,
            "b.yaml": """
                cleveragents: {version: "3.0"}
                skill:
                  name: w/b
                  includes:
                    - w/a
            """,
        },
    )
    (finding,) = catalog.diagnostics
    assert [spot(step.location) for step in finding.related] == ["a.yaml:4:11", "b.yaml:5:7"]


def test_a_diamond_lists_its_base_once_and_first(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "peak.yaml": skill("m/peak", ["m/west", "m/east"], ["flag"]),
            "west.yaml": skill("m/west", ["m/valley"], ["rope"]),
            "east.yaml": skill("m/east", ["m/valley"], ["axe"]),
            "valley.yaml": skill("m/valley", [], ["tent"]),
        },
    )
    resolution = catalog.resolve("m/peak")
    assert findings(catalog) == []
    assert names(resolution) == ["tent", "rope", "axe", "flag"]
    assert dict(resolution.parents) == {
        "m/valley": "m/east",
        "m/west": "m/peak",
        "m/east": "m/peak",
    }


def test_a_name_that_begins_like_another_one_closes_no_cycle(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "run.yaml": skill("ci/run", ["ci/run-all", "ci/run_all"], ["one"]),
            "run-all.yaml": skill("ci/run-all", ["ci/runs"], ["many"]),
            "run_all.yaml": skill("ci/run_all", [], ["other"]),
            "runs.yaml": skill("ci/runs", [], ["every"]),
            "r.yaml": skill("ci/r", ["ci/run"]),
            "space.yaml": skill("ci-run/run", ["ci/run"]),
        },
    )
    assert findings(catalog) == []
    assert names(catalog.resolve("ci/run")) == ["every", "many", "other", "one"]


def test_folders_are_no_includes(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "kit/kit.yaml": skill("lab/kit", ["lab/kit-probe"], ["open"]),
            "kit/probe/probe.yaml": skill("lab/kit-probe", ["lab/wire"], ["touch"]),
            "kit/wire.yaml": skill("lab/wire", [], ["bend"]),
            "kit/stray.yaml": skill("lab/stray", [], ["never"]),
        },
    )
    assert names(catalog.resolve("lab/kit")) == ["bend", "touch", "open"]


def test_a_chain_of_several_thousand_includes_resolves_deepest_first(tmp_path: Path) -> None:
    length = 4000
    chain = "---\n".join(
        skill(f"deep/n{i}", [f"deep/n{i + 1}"] if i + 1 < length else [], [f"t{i}"])
        for i in range(length)
    )
    write(tmp_path, {"catalogs/chain.yaml": chain, "skills.toml": 'ignore = ["SK341"]\n'})
    done = run("resolve", "deep/n0", "--format", "names", cwd=tmp_path)
    assert done.code == 0
    assert done.err == ""
    assert done.out.splitlines() == [f"t{i}" for i in reversed(range(length))]


def test_a_cycle_of_several_thousand_skills_is_one_short_finding(tmp_path: Path) -> None:
    length = 3000
    ring = "---\n".join(
        skill(f"deep/n{i:04}", [f"deep/n{(i + 1) % length:04}"]) for i in range(length)
    )
    write(tmp_path / "catalogs", {"ring.yaml": ring})
    done = run("check", "--format", "concise", cwd=tmp_path)
    shown = [f"deep/n{i:04}" for i in range(10)]
    rest = [f"deep/n{i:04}" for i in range(length - 9, length)]
    chain = " -> ".join([*shown, "(2,981 more)", *rest, "deep/n0000"])
    assert done.code == 1
    assert done.out == (
        f"catalogs/ring.yaml:2:12: SK203 Cycle detected in skill includes: {chain}\n"
        "1 error in 3,000 skills (1 file)\n"
    )


def test_a_ladder_of_diamonds_does_not_cost_every_route(tmp_path: Path) -> None:
    rungs = 60
    ladder = "---\n".join(
        skill(
            f"rung/{side}{i}",
            [f"rung/a{i + 1}", f"rung/b{i + 1}"] if i + 1 < rungs else [],
            [f"{side}{i}"],
        )
        for i in range(rungs)
        for side in "ab"
    )
    catalog = load(tmp_path, {"ladder.yaml": ladder})
    pairs = [f"{side}{i}" for i in reversed(range(1, rungs)) for side in "ab"]
    assert findings(catalog) == []
    assert names(catalog.resolve("rung/a0")) == [*pairs, "a0"]


@pytest.mark.parametrize(("sides", "length"), [("ab", 1000), ("a", 5000)])
def test_many_files_deep_resolve_through_the_command_line(
    sides: str, length: int, tmp_path: Path
) -> None:
    deep = {
        f"catalogs/{side}{i}.yaml": skill(
            f"rung/{side}{i}",
            [f"rung/{each}{i + 1}" for each in sides] if i + 1 < length else [],
            [f"{side}{i}"],
        )
        for i in range(length)
        for side in sides
    }
    write(tmp_path, deep)
    expected = [f"{side}{i}" for i in reversed(range(1, length)) for side in sides] + ["a0"]
    listed = run("resolve", "rung/a0", "--format", "names", cwd=tmp_path)
    assert (listed.code, listed.out.split()) == (0, expected)
    told = run("resolve", "rung/a0", "--format", "json", cwd=tmp_path)
    tools = json.loads(told.out)["tools"]
    assert (told.code, [each["name"] for each in tools]) == (0, expected)
    assert tools[0]["location"]["file"] == f"{sides[0]}{length - 1}.yaml"


def test_every_level_of_a_chain_gives_its_tools(tmp_path: Path) -> None:
    files = {
        f"{i}.yaml": skill(f"floor/f{i}", [f"floor/f{i + 1}"] if i < 11 else [], [f"lift{i}"])
        for i in range(12)
    }
    resolution = load(tmp_path, files).resolve("floor/f0")
    assert names(resolution) == [f"lift{i}" for i in reversed(range(12))]
    assert [entry.source_skill for entry in resolution] == [
        f"floor/f{i}" for i in reversed(range(12))
    ]


def test_an_include_that_is_not_in_the_catalog_is_placed_at_the_include(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "meal.yaml": skill("kitchen/meal", ["kitchen/stove", "kitchen/ovne"]),
            "stove.yaml": skill("kitchen/stove", [], ["heat"]),
            "oven.yaml": skill("kitchen/oven", [], ["bake"]),
        },
    )
    assert findings(catalog) == [
        "meal.yaml:2:27 SK201 `kitchen/meal` includes the unknown skill `kitchen/ovne`"
    ]
    assert [each.hint for each in catalog.diagnostics] == ["did you mean `kitchen/oven`?"]


def test_an_unknown_include_raises_an_error_that_names_both_skills(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "menu.yaml": skill("kitchen/menu", ["kitchen/meal"]),
            "meal.yaml": skill("kitchen/meal", ["kitchen/ovne"]),
            "oven.yaml": skill("kitchen/oven", [], ["bake"]),
        },
    )
    with pytest.raises(UnknownSkillError) as caught:
        catalog.resolve("kitchen/menu")
    assert caught.value.name == "kitchen/ovne"
    assert caught.value.included_by == "kitchen/meal"
    assert caught.value.suggestions == ("kitchen/oven",)


def test_the_json_of_a_resolve_with_an_unknown_include_places_it(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "menu.yaml": skill("kitchen/menu", ["kitchen/meal"]),
            "meal.yaml": skill("kitchen/meal", ["kitchen/ovne"]),
            "oven.yaml": skill("kitchen/oven", [], ["bake"]),
        },
    )
    done = run("resolve", "kitchen/menu", "--json", cwd=tmp_path)
    document = json.loads(done.out)
    assert done.code == 1
    assert document["tools"] is None
    assert document["error"] == {
        "code": "SK201",
        "message": "`kitchen/meal` includes the unknown skill `kitchen/ovne`",
        "path": None,
        "location": {"catalog": "catalogs", "file": "meal.yaml", "line": 2, "column": 12},
        "hint": "did you mean `kitchen/oven`?",
    }


def test_the_same_unknown_skill_included_twice_is_told_at_each_include(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "a.yaml": skill("z/a", ["z/gone"]),
            "b.yaml": skill("z/b", ["z/a", "z/gone"]),
        },
    )
    assert findings(catalog) == [
        "a.yaml:2:12 SK201 `z/a` includes the unknown skill `z/gone`",
        "b.yaml:2:17 SK201 `z/b` includes the unknown skill `z/gone`",
    ]


def test_an_include_without_a_namespace_is_told_how_to_write_it(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "app.yaml": skill("local/app", ["base"]),
            "base.yaml": skill("local/base"),
        },
    )
    assert findings(catalog) == [
        (
            "app.yaml:2:12 SK107 invalid name `base` at `includes[0].name`: it must be"
            " `namespace/name`, each part of letters, digits, `-` and `_`"
        )
    ]
    assert [each.hint for each in catalog.diagnostics] == ["write `local/base`"]


def test_a_skill_with_a_cycle_it_does_not_reach_resolves_without_a_word(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "fine.yaml": skill("local/fine", [], ["work"]),
            "x.yaml": skill("local/x", ["local/y"]),
            "y.yaml": skill("local/y", ["local/x"]),
        },
    )
    done = run("resolve", "fine", "--format", "names", cwd=tmp_path)
    assert (done.code, done.out, done.err) == (0, "work\n", "")


def test_summary_of_everything_shows_what_it_can_beside_a_cycle(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "fine.yaml": skill("local/fine", [], ["work"]),
            "loop.yaml": skill("local/loop", ["local/loop"]),
        },
    )
    done = run("summary", "--all", "--json", cwd=tmp_path)
    document = json.loads(done.out)
    assert done.code == 1
    assert [(each["skill"], each["summary"] is None) for each in document["skills"]] == [
        ("local/fine", False),
        ("local/loop", True),
    ]
    assert document["skills"][1]["error"]["code"] == "SK203"
