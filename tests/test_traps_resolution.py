"""The order of a resolution, names that come twice, and how far overrides reach."""

from __future__ import annotations

from pathlib import Path

import pytest
from writing import agent_skill, findings, load, names, spot

from cleveragents_skills import KeyClashError, Skill, SkillResolver

BENCH = {
    "mill.yaml": """
        name: shop/mill
        tools: [cut, mill_only]
        overrides:
          cut: {speed: slow, coolant: oil}
    """,
    "lathe.yaml": """
        name: shop/lathe
        tools: [lathe_only, cut]
        overrides:
          cut: {speed: fast}
    """,
}


def test_a_tool_that_comes_twice_keeps_its_first_place_and_takes_its_last_settings(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path, {**BENCH, "bench.yaml": "name: shop/bench\nincludes: [shop/mill, shop/lathe]\n"}
    )
    resolution = catalog.resolve("shop/bench")
    assert names(resolution) == ["cut", "mill_only", "lathe_only"]
    assert resolution[0].source_skill == "shop/lathe"
    assert resolution[0].overrides == {"speed": "fast"}
    assert [(each.skill, spot(each.location)) for each in resolution[0].shadowed] == [
        ("shop/mill", "mill.yaml:2:9")
    ]


def test_the_settings_of_a_shadowed_tool_are_gone_in_the_other_order_too(tmp_path: Path) -> None:
    catalog = load(
        tmp_path, {**BENCH, "bench.yaml": "name: shop/bench\nincludes: [shop/lathe, shop/mill]\n"}
    )
    resolution = catalog.resolve("shop/bench")
    assert names(resolution) == ["lathe_only", "cut", "mill_only"]
    assert resolution[1].overrides == {"speed": "slow", "coolant": "oil"}


def test_an_include_that_is_written_twice_counts_at_its_first_place_and_its_last_say(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            **BENCH,
            "bench.yaml": """
                name: shop/bench
                includes: [shop/mill, shop/lathe, shop/mill]
            """,
        },
    )
    resolution = catalog.resolve("shop/bench")
    assert names(resolution) == ["cut", "mill_only", "lathe_only"]
    assert resolution[0].source_skill == "shop/mill"
    assert resolution[0].overrides == {"speed": "slow", "coolant": "oil"}


def test_the_own_reference_of_a_skill_replaces_the_included_one_in_its_place(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            **BENCH,
            "bench.yaml": """
                name: shop/bench
                tools: [sweep, cut]
                includes: [shop/mill]
            """,
        },
    )
    resolution = catalog.resolve("shop/bench")
    assert names(resolution) == ["cut", "mill_only", "sweep"]
    assert (resolution[0].source_skill, resolution[0].overrides) == ("shop/bench", {})


def test_a_diamond_takes_the_last_say_although_its_base_was_met_before(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "base.yaml": "name: d/base\ntools: [{name: x, by: base}]\n",
            "left.yaml": "name: d/left\nincludes: [d/base]\ntools: [{name: x, by: left}]\n",
            "right.yaml": "name: d/right\nincludes: [d/base]\n",
            "top.yaml": "name: d/top\nincludes: [d/left, d/right]\n",
        },
    )
    (entry,) = catalog.resolve("d/top")
    assert (entry.source_skill, entry.overrides) == ("d/base", {"by": "base"})
    assert [each.skill for each in entry.shadowed] == ["d/left"]


def test_the_order_of_the_sections_in_a_file_does_not_matter(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "desk.yaml": """
                agent_skills: [{path: manuals/desk}]
                mcp_servers:
                  - {name: archive, command: archive-bin, tools: [fetch, store]}
                inline_tools:
                  - {description: Sum up, read_only: true}
                  - {name: stamp, description: Stamp}
                  - {description: Shred}
                builtins: [git_operations]
                tools: [phone, builtin/git_log]
                includes: [office/lamp]
                description: Every kind of thing, upside down
                name: office/desk
            """,
            "lamp.yaml": "name: office/lamp\ntools: [light]\n",
            "manuals/desk/SKILL.md": "---\nname: desk\n---\nSit.\n",
        },
    )
    resolution = catalog.resolve("office/desk")
    assert names(resolution) == [
        "light",
        "phone",
        "builtin/git_log",
        "builtin/git_status",
        "builtin/git_diff",
        "builtin/git_blame",
        "office/desk/_anon_0",
        "office/desk/stamp",
        "office/desk/_anon_2",
        "mcp:archive/fetch",
        "mcp:archive/store",
        "agent_skill:manuals/desk",
    ]
    assert [entry.kind for entry in resolution] == [
        *["tool"] * 6,
        *["inline"] * 3,
        *["mcp"] * 2,
        "agent_skill",
    ]


def test_the_order_of_a_list_is_kept_where_names_come_again(tmp_path: Path) -> None:
    catalog = load(
        tmp_path, {"row.yaml": "name: a/row\ntools: [wren, auk, owl, auk, bee, wren, yak]\n"}
    )
    assert names(catalog.resolve("a/row")) == ["wren", "auk", "owl", "bee", "yak"]


def test_a_reference_that_is_listed_twice_is_its_last_one(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "row.yaml": """
                name: a/row
                tools:
                  - {name: auk, size: small, colour: black}
                  - owl
                  - {name: auk, size: large}
            """
        },
    )
    auk, owl = catalog.resolve("a/row")
    assert (auk.name, auk.overrides, owl.name) == ("auk", {"size": "large"}, "owl")
    assert (spot(auk.location), [spot(each.location) for each in auk.shadowed]) == (
        "row.yaml:5:5",
        ["row.yaml:3:5"],
    )


def test_the_reference_that_a_builtin_group_repeats_keeps_its_own_settings(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "git.yaml": """
                name: a/git
                builtins: [{group: git_operations}]
                tools:
                  - {name: builtin/git_diff, note: mine}
                overrides:
                  builtin/git_log: {note: mine too}
            """
        },
    )
    resolution = catalog.resolve("a/git")
    assert findings(catalog) == []
    assert [(entry.name, entry.overrides) for entry in resolution] == [
        ("builtin/git_diff", {"note": "mine"}),
        ("builtin/git_status", {}),
        ("builtin/git_log", {"note": "mine too"}),
        ("builtin/git_blame", {}),
    ]
    assert [entry.shadowed for entry in resolution] == [(), (), (), ()]


def test_a_reference_with_settings_is_listed_by_its_plain_name(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "pen.yaml": """
                name: a/pen
                tools:
                  - name: erase
                    writes: true
                    checkpointable: true
                    override: {colour: red}
                    colour: blue
                    tip: fine
                  - sketch
            """
        },
    )
    erase, sketch = catalog.resolve("a/pen")
    assert (erase.name, sketch.name) == ("erase", "sketch")
    assert (erase.access, erase.by_override, sketch.access) == ("write", True, "unknown")
    assert erase.capability.checkpointable is True
    assert erase.overrides == {
        "writes": True,
        "checkpointable": True,
        "colour": "red",
        "tip": "fine",
    }


NEST = {
    "egg.yaml": """
        name: nest/egg
        tools:
          - {name: hatch, said: beside, beside: kept, override: {said: override, under: kept}}
        overrides:
          hatch: {said: skill, skill: kept}
    """,
    "twig.yaml": """
        name: nest/twig
        includes:
          - name: nest/egg
            tool_overrides:
              - {tool: hatch, override: {said: twig, twig: kept}}
    """,
    "tree.yaml": """
        name: nest/tree
        includes:
          - name: nest/twig
            overrides:
              hatch: {said: tree}
    """,
}


def test_each_layer_of_settings_lies_over_those_further_in(tmp_path: Path) -> None:
    catalog = load(tmp_path, NEST)
    said = {name: catalog.resolve(name)[0].overrides for name in catalog}
    inner = {"beside": "kept", "under": "kept", "skill": "kept"}
    assert findings(catalog) == []
    assert said == {
        "nest/egg": {**inner, "said": "skill"},
        "nest/twig": {**inner, "said": "twig", "twig": "kept"},
        "nest/tree": {**inner, "said": "tree", "twig": "kept"},
    }


def test_settings_on_an_include_count_only_where_the_winner_came_through_it(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            **BENCH,
            "bench.yaml": """
                name: shop/bench
                includes:
                  - {name: shop/mill, overrides: {cut: {guard: "off"}}}
                  - {name: shop/lathe, overrides: {cut: {guard: "on"}, lathe_only: {guard: "on"}}}
            """,
        },
    )
    resolution = catalog.resolve("shop/bench")
    assert {entry.name: entry.overrides for entry in resolution} == {
        "cut": {"speed": "fast", "guard": "on"},
        "mill_only": {},
        "lathe_only": {"guard": "on"},
    }


def test_settings_on_an_include_reach_every_kind_of_entry_by_its_full_name(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "parts.yaml": """
                name: k/parts
                tools: [bolt]
                builtins: [git_operations]
                inline_tools: [{description: first}, {name: glue}]
                mcp_servers: [{name: store, command: store-bin, tools: [buy]}]
                agent_skills: [how-to]
            """,
            "how-to/SKILL.md": agent_skill("how-to"),
            "all.yaml": """
                name: k/all
                includes:
                  - name: k/parts
                    overrides:
                      bolt: {n: 1}
                      builtin/git_log: {n: 2}
                      k/parts/_anon_0: {n: 3}
                      k/parts/glue: {n: 4}
                      mcp:store/buy: {n: 5}
                      agent_skill:how-to: {n: 6}
            """,
        },
    )
    assert findings(catalog) == []
    assert {e.name: e.overrides for e in catalog.resolve("k/all") if e.overrides} == {
        "bolt": {"n": 1},
        "builtin/git_log": {"n": 2},
        "k/parts/_anon_0": {"n": 3},
        "k/parts/glue": {"n": 4},
        "mcp:store/buy": {"n": 5},
        "agent_skill:how-to": {"n": 6},
    }


def test_settings_meet_one_level_deeper_below_capability_and_nowhere_else(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "in.yaml": """
                name: c/in
                tools:
                  - name: t
                    capability: {read_only: true, idempotent: true}
                    limits: {calls: 3, bytes: 9}
            """,
            "out.yaml": """
                name: c/out
                includes:
                  - name: c/in
                    overrides:
                      t: {capability: {idempotent: false}, limits: {calls: 5}}
            """,
        },
    )
    (entry,) = catalog.resolve("c/out")
    assert entry.overrides == {
        "capability": {"read_only": True, "idempotent": False},
        "limits": {"calls": 5},
    }
    assert (entry.capability.read_only, entry.capability.idempotent) == (True, False)


def test_an_override_of_a_misspelled_tool_is_told_with_the_nearest_one(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "post.yaml": """
                name: o/post
                tools: [send_letter]
                overrides:
                  sned_letter: {writes: false}
            """
        },
    )
    assert findings(catalog) == [
        (
            "post.yaml:4:3 SK231 the override of `sned_letter` reaches none of this skill's own"
            " tool references"
        )
    ]
    assert [each.hint for each in catalog.diagnostics] == ["did you mean `send_letter`?"]


def test_an_override_that_reaches_nothing_says_where_it_would(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "base.yaml": "name: o/base\ntools: [dig]\n",
            "site.yaml": """
                name: o/site
                includes: [o/base]
                inline_tools: [{name: fill}]
                mcp_servers: [{name: crane, command: crane-bin, tools: [lift]}]
                overrides:
                  dig: {human_approval_required: true}
                  o/site/fill: {note: x}
                  mcp:crane/lift: {capability: {human_approval_required: true}}
            """,
        },
    )
    lost = "reaches none of this skill's own tool references"
    assert findings(catalog) == [
        f"site.yaml:6:3 SK231 the override of `dig` {lost}, so the approval is not required",
        f"site.yaml:7:3 SK231 the override of `o/site/fill` {lost}",
        (
            f"site.yaml:8:3 SK231 the override of `mcp:crane/lift` {lost},"
            " so the approval is not required"
        ),
    ]
    assert [each.hint for each in catalog.diagnostics] == [
        "write it under `overrides:` of the include `o/base`",
        "write it in the inline tool itself",
        "write it under `overrides:` of the server `crane`",
    ]


def test_an_override_on_an_include_that_reaches_nothing_is_told_in_both_forms(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "base.yaml": "name: o/base\ntools: [dig]\n",
            "map.yaml": """
                name: o/map
                includes:
                  - name: o/base
                    overrides:
                      dgi: {n: 1}
            """,
            "row.yaml": """
                name: o/row
                includes:
                  - name: o/base
                    tool_overrides:
                      - tool: dgi
                        override: {n: 1}
            """,
        },
    )
    assert findings(catalog) == [
        "map.yaml:5:7 SK231 the override of `dgi` reaches no tool of `o/base`",
        "row.yaml:5:15 SK231 the override of `dgi` reaches no tool of `o/base`",
    ]
    assert [each.hint for each in catalog.diagnostics] == ["did you mean `dig`?"] * 2


def test_an_override_on_a_server_that_reaches_none_of_its_tools_is_told(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "crane.yaml": """
                name: o/crane
                mcp_servers:
                  - name: crane
                    command: crane-bin
                    tools: [lift]
                    overrides:
                      lfit: {writes: true}
                  - name: winch # skills: ignore[SK320]
                    command: winch-bin
                    overrides:
                      pull: {writes: true}
            """
        },
    )
    assert findings(catalog) == [
        "crane.yaml:7:7 SK231 the override of `lfit` reaches no tool of the server `crane`"
    ]
    assert [each.hint for each in catalog.diagnostics] == ["did you mean `lift`?"]


def test_an_override_is_not_told_where_a_server_without_a_list_may_have_the_tool(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "open.yaml": """
                name: o/open
                mcp_servers: [{name: wild, command: wild-bin}] # skills: ignore[SK320]
            """,
            "by.yaml": """
                name: o/by
                includes:
                  - name: o/open
                    overrides:
                      mcp:wild/anything: {writes: true}
                      mcp:tame/anything: {writes: true}
            """,
        },
    )
    assert findings(catalog) == [
        "by.yaml:6:7 SK231 the override of `mcp:tame/anything` reaches no tool of `o/open`"
    ]


def test_an_override_on_a_server_reaches_its_tool_and_an_include_lies_over_it(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "db.yaml": """
                name: o/db
                mcp_servers:
                  - name: db
                    command: db-bin
                    tools: [{name: drop, writes: true}, peek]
                    overrides:
                      drop: {human_approval_required: true, note: server}
                      peek: {read_only: true}
            """,
            "up.yaml": """
                name: o/up
                includes: [{name: o/db, overrides: {"mcp:db/drop": {note: include}}}]
            """,
        },
    )
    drop, peek = catalog.resolve("o/up")
    assert drop.overrides == {"human_approval_required": True, "note": "include"}
    assert (drop.access, drop.by_override, drop.capability.human_approval_required) == (
        "write",
        False,
        True,
    )
    assert (peek.access, peek.by_override) == ("read_only", True)


@pytest.mark.parametrize(
    ("reference", "place"),
    [
        ("tools: [w/made/_anon_0]", "made.yaml:2:9"),
        ("tools: [w/made/paint]", "made.yaml:2:9"),
        ("tools: ['mcp:shelf/take']", "made.yaml:2:9"),
        ("tools: ['agent_skill:guide']", "made.yaml:2:9"),
    ],
)
def test_a_reference_with_a_name_that_is_made_for_another_thing_is_a_clash(
    tmp_path: Path, reference: str, place: str
) -> None:
    catalog = load(
        tmp_path,
        {
            "made.yaml": f"name: w/made\n{reference}\n"
            "inline_tools: [{description: x}, {name: paint}]\n"
            "mcp_servers: [{name: shelf, command: shelf-bin, tools: [take]}]\n"
            "agent_skills: [guide]\n",
            "guide/SKILL.md": agent_skill("guide"),
        },
    )
    name = reference.removeprefix("tools: [").removesuffix("]").strip("'")
    with pytest.raises(KeyClashError) as caught:
        catalog.resolve("w/made")
    assert findings(catalog) == [
        f"{place} SK211 the name `{name}` stands for two things in `w/made`"
    ]
    assert (caught.value.name, caught.value.reference_in, caught.value.made_in) == (
        name,
        "w/made",
        "w/made",
    )


def test_a_clash_of_names_is_told_where_two_skills_meet_and_only_there(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "made.yaml": "name: w/made\ninline_tools: [{description: x}]\n",
            "ref.yaml": "name: w/ref\ntools: [w/made/_anon_0]\n",
            "both.yaml": "name: w/both\nincludes: [w/ref, w/made]\n",
        },
    )
    with pytest.raises(KeyClashError):
        catalog.resolve("w/both")
    assert findings(catalog) == [
        "ref.yaml:2:9 SK211 the name `w/made/_anon_0` stands for two things in `w/both`"
    ]
    assert names(catalog.resolve("w/ref")) == ["w/made/_anon_0"]


def test_a_reference_like_a_made_name_of_a_skill_it_never_meets_is_no_clash(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "made.yaml": "name: w/made\ninline_tools: [{description: x}]\n",
            "ref.yaml": "name: w/ref\ntools: [w/made/_anon_0, w/ref/_anon_0]\n",
        },
    )
    assert findings(catalog) == []


@pytest.mark.parametrize("field", ["name", "source", "code", "input_schema", "output_schema"])
@pytest.mark.parametrize(
    ("text", "where", "column"),
    [
        ("tools: [t]\noverrides: {t: {FIELD: x}}\n", "overrides.t", 17),
        ("tools: [{name: t, override: {FIELD: x}}]\n", "tools[0].override", 30),
        ("includes: [{name: w/b, overrides: {t: {FIELD: x}}}]\n", "includes[0].overrides.t", 40),
        (
            "includes: [{name: w/b, tool_overrides: [{tool: t, override: {FIELD: x}}]}]\n",
            "includes[0].tool_overrides[0].override",
            62,
        ),
        (
            "mcp_servers: [{name: s, command: c, tools: [t], overrides: {t: {FIELD: x}}}]\n",
            "mcp_servers[0].overrides.t",
            65,
        ),
    ],
)
def test_what_a_tool_is_cannot_be_overridden(
    tmp_path: Path, field: str, text: str, where: str, column: int
) -> None:
    line = 2 + text.count("\n") - 1
    catalog = load(
        tmp_path,
        {
            "a.yaml": "name: w/a\n" + text.replace("FIELD", field),
            "b.yaml": "name: w/b\ntools: [t]\n",
        },
    )
    assert findings(catalog) == [
        f"a.yaml:{line}:{column} SK113 `{field}` cannot be overridden, as `{where}` does"
    ]


def test_one_tool_overridden_twice_on_an_include_is_told(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "a.yaml": """
                name: w/a
                includes:
                  - name: w/b
                    tool_overrides:
                      - {tool: t, override: {n: 1}}
                      - {tool: t, override: {n: 2}}
            """,
            "b.yaml": "name: w/b\ntools: [t]\n",
        },
    )
    (finding,) = catalog.diagnostics
    assert findings(catalog) == [
        "a.yaml:6:16 SK110 the tool `t` is overridden twice in one include"
    ]
    assert [(each.message, spot(each.location)) for each in finding.related] == [
        ("the first is here", "a.yaml:5:10")
    ]


def test_both_forms_of_overrides_on_one_include_are_told(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "a.yaml": """
                name: w/a
                includes:
                  - name: w/b
                    overrides: {t: {n: 1}}
                    tool_overrides: [{tool: t, override: {n: 2}}]
            """,
            "b.yaml": "name: w/b\ntools: [t]\n",
        },
    )
    assert findings(catalog) == [
        "a.yaml:5:5 SK105 `overrides` and `tool_overrides` are two forms of one field"
    ]


def test_a_declared_power_stays_and_the_override_that_denies_it_is_told(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "saw.yaml": """
                name: p/saw
                inline_tools:
                  - {name: cut, writes: true, unsafe: true, side_effects: [dust]}
            """,
            "calm.yaml": """
                name: p/calm
                includes:
                  - name: p/saw
                    overrides:
                      p/saw/cut: {writes: false, unsafe: false, side_effects: false}
            """,
        },
    )
    (entry,) = catalog.resolve("p/calm")
    assert (entry.access, entry.by_override) == ("write", False)
    assert (entry.capability.unsafe, entry.capability.side_effects) == (True, ("dust",))
    assert [(each.skill, spot(each.location)) for each in catalog.diagnostics] == [
        ("p/calm", "calm.yaml:5:7")
    ]


def test_the_resolver_takes_any_mapping_and_skills_made_from_plain_data() -> None:
    base = Skill.from_config({"name": "x/base", "toolRefs": ["read"]})
    app = Skill.from_config(
        {
            "skill": {
                "name": "x/app",
                "includes": [{"name": "x/base", "overrides": {"read": {"note": "far"}}}],
                "anonymousTools": [{"description": "Count"}],
            }
        }
    )
    resolution = SkillResolver().resolve_tools(app, {"x/base": base})
    assert [(each.name, each.source_skill, each.overrides) for each in resolution] == [
        ("read", "x/base", {"note": "far"}),
        ("x/app/_anon_0", "x/app", {}),
    ]
    assert resolution[0].location is None
