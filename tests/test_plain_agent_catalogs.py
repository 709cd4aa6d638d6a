"""Catalogs of plain folders with a `SKILL.md`, as public repositories are laid out."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from command import run
from hypothesis import given
from hypothesis import strategies as st
from repository import commit, diff, repository, told
from writing import agent_skill, findings, names, spot, write

from cleveragents_skills import Catalog, Config, load_catalog

SINCE = ", since there are skill files, none of which lists an agent skill"
NO_NAME = "is no name: lower-case letters, digits and single hyphens are allowed"


def skill(name: str, *more: str) -> str:
    """Give a `SKILL.md` with these lines of front matter beside what each has."""
    lines = ("---", f"name: {name}", f"description: Helps with {name}.", *more, "---", "# How", "")
    return "\n".join(lines)


PUBLIC: dict[str, str | bytes] = {
    "README.md": "# Skills\n",
    "LICENSE": "MIT\n",
    ".github/workflows/check.yml": "on: push\n",
    "brand/SKILL.md": skill("brand", "license: Complete terms in LICENSE.txt"),
    "brand/LICENSE.txt": "All rights reserved.\n",
    "commit/SKILL.md": skill("commit", "allowed-tools: Read, Bash(git add:*), Bash(git commit:*)"),
    "docx/SKILL.md": skill("docx", "allowed-tools: Read Write Read"),
    "docx/scripts/unpack.py": "print()\n",
    "docx/scripts/schemas/main.yaml": "not: a skill\n",
    "mcp-builder/SKILL.md": skill("mcp-builder"),
    "mcp-builder/references/evaluation.md": "# Evaluation\n",
    "pdf/SKILL.md": skill("pdf"),
    "pdf/forms.md": "# Forms\n",
    "pdf/scripts/fill.py": "print()\n",
    "pdf/scripts/split.py": "print()\n",
    "release/SKILL.md": skill("release", "metadata:", '  includes: "commit, docx"'),
    "research/SKILL.md": skill("research", "allowed-tools:", "  - WebFetch", "  - Read"),
    "webapp-testing/SKILL.md": skill("webapp-testing", "allowed-tools: 'Bash(npx playwright:*)'"),
    "webapp-testing/scripts/with_server.py": "print()\n",
}


def at(line: int, column: int, file: str) -> dict[str, object]:
    return {"catalog": ".", "file": file, "line": line, "column": column}


def printed(folder: Path, *arguments: str) -> object:
    return json.loads(run(*arguments, "--catalog", ".", "--json", cwd=folder).out)


def test_a_public_repository_is_listed_as_it_is(tmp_path: Path) -> None:
    write(tmp_path, PUBLIC)
    done = run("list", "--catalog", ".", cwd=tmp_path)
    expected = (
        0,
        """\
skill                 declares    file                     description
agent/brand           nothing     brand/SKILL.md           Helps with brand.
agent/commit          3 tools     commit/SKILL.md          Helps with commit.
agent/docx            2 tools     docx/SKILL.md            Helps with docx.
agent/mcp-builder     nothing     mcp-builder/SKILL.md     Helps with mcp-builder.
agent/pdf             nothing     pdf/SKILL.md             Helps with pdf.
agent/release         2 includes  release/SKILL.md         Helps with release.
agent/research        2 tools     research/SKILL.md        Helps with research.
agent/webapp-testing  1 tool      webapp-testing/SKILL.md  Helps with webapp-testing.
8 skills
""",
        "",
    )
    actual = done.code, done.out, done.err
    assert expected == actual


def test_a_public_repository_is_checked_as_it_is(tmp_path: Path) -> None:
    write(tmp_path, PUBLIC)
    done = run("check", ".", cwd=tmp_path)
    expected = (
        1,
        """\
error[SK223]: `allowed-tools` must be text
 --> research/SKILL.md:5:3
5 |   - WebFetch
  |   ^^^^^^^^^^
help: separate the tools by spaces

1 error in 8 skills (8 files). More: skills explain SK223
""",
        "",
    )
    actual = done.code, done.out, done.err
    assert expected == actual


def test_a_public_repository_without_slips_has_no_findings(tmp_path: Path) -> None:
    write(tmp_path, {**PUBLIC, "research/SKILL.md": skill("research", "allowed-tools: WebFetch")})
    done = run("check", ".", "--strict", cwd=tmp_path)
    expected = 0, "no findings in 8 skills (8 files)\n", ""
    actual = done.code, done.out, done.err
    assert expected == actual


def test_a_skill_of_a_public_repository_resolves(tmp_path: Path) -> None:
    write(tmp_path, PUBLIC)
    done = run("resolve", "agent/release", "--catalog", ".", cwd=tmp_path)
    expected = (
        0,
        """\
agent/release: 4 tools from 3 skills  release/SKILL.md
  Helps with release.
#     tool                kind  access   from
1  ~  Read                tool  unknown  agent/docx
2     Bash(git add:*)     tool  unknown  agent/commit
3     Bash(git commit:*)  tool  unknown  agent/commit
4     Write               tool  unknown  agent/docx
~  replaces  1  Read of agent/commit  commit/SKILL.md:4:16
0 read-only, 0 write, 4 unknown
""",
        "",
    )
    actual = done.code, done.out, done.err
    assert expected == actual


def test_the_summary_of_a_plain_skill_has_the_folders_of_all_that_it_reaches(
    tmp_path: Path,
) -> None:
    write(tmp_path, PUBLIC)
    done = run("summary", "agent/release", "--catalog", ".", cwd=tmp_path)
    expected = (
        0,
        """\
agent/release  release/SKILL.md
  Helps with release.
  Tools         4
    read-only   0
    write       0
    unknown     4  not declared, so not counted as safe:
                   Read
                   Bash(git add:*)
                   Bash(git commit:*)
                   Write
  Side effects  0  none declared
  MCP servers   0
  Agent skills  3  release  a skill of this catalog itself
                            name: release
                            description: Helps with release.
                            granted tools: none
                            scripts: none
                   commit   a skill of this catalog itself
                            name: commit
                            description: Helps with commit.
                            granted tools: Read, Bash(git add:*), Bash(git commit:*)
                            scripts: none
                   docx     a skill of this catalog itself
                            name: docx
                            description: Helps with docx.
                            granted tools: Read, Write
                            2 scripts: scripts/schemas/main.yaml, scripts/unpack.py
""",
        "",
    )
    actual = done.code, done.out, done.err
    assert expected == actual


def test_a_plain_skill_is_shown_as_its_front_matter_is_written(tmp_path: Path) -> None:
    write(tmp_path, PUBLIC)
    expected = {
        "schema_version": 1,
        "command": "show",
        "skill": "agent/docx",
        "location": at(2, 1, "docx/SKILL.md"),
        "fields": {
            "name": "docx",
            "description": "Helps with docx.",
            "allowed-tools": "Read Write Read",
        },
        "included_by": ["agent/release"],
        "agent_skills": [
            {
                "path": "docx",
                "folder": "docx",
                "name": "docx",
                "description": "Helps with docx.",
                "allowed_tools": ["Read", "Write"],
                "scripts": ["scripts/schemas/main.yaml", "scripts/unpack.py"],
                "scripts_total": 2,
                "scripts_at_least": False,
                "problem": None,
            }
        ],
        "diagnostics": [],
    }
    actual = printed(tmp_path, "show", "agent/docx")
    assert expected == actual


def test_why_tree_graph_and_selectors_answer_about_plain_skills(tmp_path: Path) -> None:
    write(tmp_path, PUBLIC)
    tool = "Bash(git add:*)"
    asked: Mapping[tuple[str, ...], str] = {
        ("why", "agent/release", tool): """\
Bash(git add:*) in agent/release: 1 declaration, 1 include path  release/SKILL.md
1  >  agent/release  includes  agent/commit     release/SKILL.md:5:14
      agent/commit   declares  Bash(git add:*)  commit/SKILL.md:4:22
>  wins  agent/commit  commit/SKILL.md:4:22
""",
        ("tree", "agent/release", "--tools", "--format", "names"): """\
agent/release
agent/commit
agent/docx
""",
        ("graph", "agent/release+", "--format", "names"): "agent/release\n",
        ("list", f"uses:{tool}", "--format", "names"): "agent/commit\nagent/release\n",
        ("list", "+agent/release", "--format", "names"): """\
agent/commit
agent/docx
agent/release
""",
    }
    actual = {each: run(*each, "--catalog", ".", cwd=tmp_path).out for each in asked}
    assert asked == actual


def test_a_part_of_a_plain_catalog_is_read_as_a_whole(tmp_path: Path) -> None:
    write(tmp_path, PUBLIC)
    (said,) = (
        line
        for line in run("resolve", "agent/pdf", "-v", "--catalog", ".", cwd=tmp_path).err.split(
            "\n"
        )
        if line.startswith("read: ")
    )
    expected = "read: 8 files, 8 skills, 0 broken"
    actual = said.rpartition(", ")[0]
    assert expected == actual


# Commits and locks.


def test_a_tool_more_is_more_power_in_a_diff_against_a_commit(tmp_path: Path) -> None:
    repository(tmp_path, PUBLIC)
    changed = skill("commit", "allowed-tools: Read, Bash(git:*)")
    commit(tmp_path, "more", {"commit/SKILL.md": changed, "xlsx/SKILL.md": skill("xlsx")})
    expected = [
        ("widened", "agent/commit", "Bash(git:*)", "added", "agent/release"),
        ("narrowed", "agent/commit", "Bash(git add:*)", "removed", "agent/release"),
        ("narrowed", "agent/commit", "Bash(git commit:*)", "removed", "agent/release"),
        ("other", "agent/xlsx", "agent/xlsx", "added", ""),
    ]
    actual = told(diff(tmp_path, "HEAD~", "HEAD", "--catalog", "."))
    assert expected == actual


def test_a_plain_catalog_is_the_same_at_its_own_commit(tmp_path: Path) -> None:
    repository(tmp_path, PUBLIC)
    document = diff(tmp_path, "HEAD", "--catalog", ".")
    expected: tuple[object, ...] = [], 8, []
    actual = (
        document["changes"],
        document["compared"],
        document["unresolved"],
    )
    assert expected == actual


def test_only_what_a_commit_did_not_have_is_new(tmp_path: Path) -> None:
    repository(tmp_path, PUBLIC)
    write(tmp_path, {"pdf/SKILL.md": skill("PDF")})
    done = run("check", ".", "--since", "HEAD", "--format", "concise", cwd=tmp_path)
    expected = [
        f"pdf/SKILL.md:2:7: SK223 `PDF` {NO_NAME}",
    ]
    actual = [line for line in done.out.splitlines() if line.startswith("pdf")]
    assert expected == actual


def test_a_skill_file_that_is_new_ends_the_plain_catalog(tmp_path: Path) -> None:
    repository(tmp_path, {"pdf/SKILL.md": skill("pdf", "allowed-tools: Read")})
    write(tmp_path, {"app.yaml": "name: local/app\nagent_skills: [pdf]\n"})
    expected = [
        ("widened", "local/app", "local/app", "added", ""),
        ("narrowed", "agent/pdf", "agent/pdf", "removed", ""),
    ]
    actual = told(diff(tmp_path, "HEAD", "--catalog", "."))
    assert expected == actual


def test_a_lock_records_plain_skills_and_holds_them_to_it(tmp_path: Path) -> None:
    write(tmp_path, {"commit/SKILL.md": PUBLIC["commit/SKILL.md"]})
    run("lock", "--catalog", ".", cwd=tmp_path)
    before = run("check", ".", "--locked", cwd=tmp_path).code
    lines = (tmp_path / "skills.lock").read_text().splitlines()
    write(tmp_path, {"commit/SKILL.md": skill("commit", "allowed-tools: Read")})
    expected = (
        0,
        ["Read", "Bash(git%20add:*)", "Bash(git%20commit:*)"],
        1,
    )
    actual = (
        before,
        [line.split()[1] for line in lines if line.startswith("  tool ")],
        run("check", ".", "--locked", cwd=tmp_path).code,
    )
    assert expected == actual


# Odd ones.


def loaded(folder: Path, files: Mapping[str, str | bytes], namespace: str = "agent") -> Catalog:
    return load_catalog(write(folder, files), config=Config(agent_namespace=namespace))


Shape = tuple[dict[str, list[str]], list[str], list[str]]


def shape(catalog: Catalog) -> Shape:
    """Give the tools of each usable skill, the broken ones, and the findings."""
    tools = {name: [each.name for each in skill.tools] for name, skill in catalog.items()}
    return tools, sorted(catalog.broken), findings(catalog)


NEITHER = "the front matter has neither `name` nor `description`"
ODD: Mapping[
    str, tuple[Mapping[str, str | bytes], Mapping[str, list[str]], list[str], list[str]]
] = {
    "broken front matter": (
        {"a/SKILL.md": "---\nname: [\n---\n", "b/SKILL.md": agent_skill("b")},
        {"agent/b": []},
        ["agent/a"],
        ["a/SKILL.md:2:8 SK010 the text ends where a value is expected"],
    ),
    "no front matter": (
        {"a/SKILL.md": "# How\n"},
        {},
        ["agent/a"],
        ["a/SKILL.md:1:1 SK102 the file does not begin with front matter"],
    ),
    "front matter that stays open": (
        {"a/SKILL.md": "---\nname: a\n"},
        {},
        ["agent/a"],
        ["a/SKILL.md:1:1 SK010 the front matter is not closed"],
    ),
    "nothing in front matter": (
        {"a/SKILL.md": "---\n---\n"},
        {},
        ["agent/a"],
        ["a/SKILL.md:1:1 SK102 the front matter is empty, not a mapping of fields"],
    ),
    "another encoding": (
        {"a/SKILL.md": "---\nname: ä\n".encode("latin-1")},
        {},
        ["agent/a"],
        ["a/SKILL.md SK005 not encoded in UTF-8"],
    ),
    "neither name nor description": (
        {"a/SKILL.md": "---\nlicense: MIT\n---\n"},
        {},
        ["agent/a"],
        [f"a/SKILL.md:2:1 SK103 {NEITHER}"],
    ),
    "no name": (
        {"a/SKILL.md": "---\ndescription: Helps.\nallowed-tools: Read\n---\n"},
        {"agent/a": ["Read"]},
        [],
        ["a/SKILL.md:2:1 SK223 the field `name` is missing in the front matter"],
    ),
    "no description": (
        {"a/SKILL.md": "---\nname: a\n---\n"},
        {"agent/a": []},
        [],
        ["a/SKILL.md:2:1 SK223 the field `description` is missing in the front matter"],
    ),
    "a name of another folder": (
        {"a/SKILL.md": agent_skill("b")},
        {"agent/b": []},
        [],
        ["a/SKILL.md:2:7 SK223 `name` is `b`, but the folder is called `a`"],
    ),
    "a name that is none": (
        {"a/SKILL.md": agent_skill("a b")},
        {"agent/a": []},
        [],
        [
            f"a/SKILL.md:2:7 SK223 `a b` {NO_NAME}",
        ],
    ),
    "a name that no skill can have": (
        {"prüfen/SKILL.md": agent_skill("prüfen")},
        {},
        [],
        ["prüfen/SKILL.md:2:7 SK107 neither `name` nor the folder is part of a skill name"],
    ),
    "one name in two folders": (
        {"a/SKILL.md": agent_skill("a"), "more/a/SKILL.md": agent_skill("a")},
        {},
        ["agent/a"],
        ["more/a/SKILL.md:2:7 SK120 the skill `agent/a` is defined twice"],
    ),
    "a field that is too long": (
        {"a/SKILL.md": f"---\nname: a\ndescription: {'x' * 1025}\n---\n"},
        {"agent/a": []},
        [],
        ["a/SKILL.md:3:14 SK223 `description` has 1,025 characters; at most 1,024 are allowed"],
    ),
    "a cycle": (
        {
            "a/SKILL.md": skill("a", "metadata: {includes: b}"),
            "b/SKILL.md": skill("b", "metadata:", "  includes: a"),
        },
        {"agent/a": [], "agent/b": []},
        [],
        ["a/SKILL.md:4:22 SK203 Cycle detected in skill includes: agent/a -> agent/b -> agent/a"],
    ),
    "an unknown include": (
        {"a/SKILL.md": skill("a", "metadata:", '  includes: "b other/c"')},
        {"agent/a": []},
        [],
        [
            "a/SKILL.md:5:14 SK201 `agent/a` includes the unknown skill `agent/b`",
            "a/SKILL.md:5:16 SK201 `agent/a` includes the unknown skill `other/c`",
        ],
    ),
    "an include twice": (
        {"a/SKILL.md": skill("a", "metadata: {includes: b b}"), "b/SKILL.md": skill("b")},
        {"agent/a": [], "agent/b": []},
        [],
        ["a/SKILL.md:4:24 SK310 `agent/a` includes `agent/b` twice"],
    ),
    "includes that are no names": (
        {"a/SKILL.md": skill("a", "metadata: {includes: b.c}")},
        {},
        ["agent/a"],
        ["a/SKILL.md:4:22 SK107 invalid name `b.c` in `metadata.includes`"],
    ),
    "includes of another kind": (
        {"a/SKILL.md": skill("a", "metadata: {includes: 5}")},
        {},
        ["agent/a"],
        ["a/SKILL.md:4:22 SK106 `metadata.includes` must be text, not a number"],
    ),
    "includes in a list": (
        {"a/SKILL.md": skill("a", "metadata:", "  includes:", "    - b"), "b/SKILL.md": skill("b")},
        {"agent/a": [], "agent/b": []},
        [],
        ["a/SKILL.md:5:3 SK223 `metadata` must hold text only, unlike `includes`"],
    ),
    "tools of another kind": (
        {"a/SKILL.md": skill("a", "allowed-tools: {Read: yes}")},
        {},
        ["agent/a"],
        ["a/SKILL.md:4:16 SK106 `allowed-tools` must be text"],
    ),
    "a tool that nobody can read": (
        {"a/SKILL.md": skill("a", "allowed-tools: Read Wri\u200bte")},
        {},
        ["agent/a"],
        ["a/SKILL.md:4:21 SK107 invalid name `Wri\u200bte` in `allowed-tools`"],
    ),
    "two tools in an item": (
        {"a/SKILL.md": skill("a", "allowed-tools: ['Read, Write']")},
        {},
        ["agent/a"],
        ["a/SKILL.md:4:17 SK107 invalid name `Read, Write` in `allowed-tools`"],
    ),
    "a folder within": (
        {"a/SKILL.md": skill("a"), "a/examples/b/SKILL.md": skill("b")},
        {"agent/a": []},
        [],
        [],
    ),
    "folders of folders": (
        {"docs/a/SKILL.md": skill("a"), "docs/more/b/SKILL.md": skill("b")},
        {"agent/a": [], "agent/b": []},
        [],
        [],
    ),
    "a manifest in lower case": (
        {"a/skill.md": skill("a", "allowed-tools: Read"), "a/b/SKILL.md": skill("b")},
        {"agent/a": ["Read"]},
        [],
        [],
    ),
    "what is hidden": (
        {".hidden/a/SKILL.md": skill("a"), "node_modules/b/SKILL.md": skill("b")},
        {},
        [],
        [],
    ),
    "skill files": (
        {"a/SKILL.md": agent_skill("x"), "more/app.yaml": "name: local/app\ntools: [t]\n"},
        {"local/app": ["t"]},
        [],
        [],
    ),
    "one skill file among them": (
        {
            "a/SKILL.md": agent_skill("x"),
            "b/SKILL.md": agent_skill("y"),
            "more/app.yaml": "name: local/app\ntools: [t]\n",
        },
        {"local/app": ["t"]},
        [],
        [f"a/SKILL.md SK119 2 folders with a `SKILL.md` are no skills here{SINCE}"],
    ),
    "a skill file that is broken": (
        {"a/SKILL.md": agent_skill("x"), "app.yaml": ""},
        {},
        [],
        [
            f"a/SKILL.md SK119 the folder of this `SKILL.md` is no skill here{SINCE}",
            "app.yaml SK101 the file holds no skill",
        ],
    ),
}


@pytest.mark.parametrize("case", ODD)
def test_an_odd_plain_catalog_is_taken_as_far_as_it_goes(tmp_path: Path, case: str) -> None:
    files, *expected = ODD[case]
    actual = [*shape(loaded(tmp_path, files))]
    assert expected == actual


def test_a_root_that_is_a_folder_with_a_manifest_is_a_skill(tmp_path: Path) -> None:
    catalog = loaded(tmp_path / "pdf", {"SKILL.md": skill("pdf", "allowed-tools: Read")})
    expected: Shape = {"agent/pdf": ["Read"]}, [], []
    actual = shape(catalog)
    assert expected == actual


def test_folders_below_a_root_with_a_manifest_are_skills_beside_it(tmp_path: Path) -> None:
    catalog = loaded(tmp_path / "all", {"SKILL.md": skill("all"), "pdf/SKILL.md": skill("pdf")})
    expected = ["agent/all", "agent/pdf"]
    actual = list(catalog)
    assert expected == actual


def test_several_roots_are_one_plain_catalog(tmp_path: Path) -> None:
    write(tmp_path, {"one/a/SKILL.md": skill("a"), "two/b/SKILL.md": skill("b")})
    expected = ["agent/a", "agent/b"]
    actual = [*load_catalog(tmp_path / "one", tmp_path / "two", config=False)]
    assert expected == actual


def test_a_skill_file_in_any_root_ends_the_plain_catalog(tmp_path: Path) -> None:
    write(tmp_path, {"one/a/SKILL.md": skill("a"), "two/b.yaml": "name: local/b\n"})
    expected = ["local/b"]
    actual = [*load_catalog(tmp_path / "one", tmp_path / "two", config=False)]
    assert expected == actual


def test_skill_files_that_the_config_leaves_out_do_not_end_the_plain_catalog(
    tmp_path: Path,
) -> None:
    write(tmp_path, {"a/SKILL.md": skill("a"), "b/SKILL.md": skill("b"), "mkdocs.yml": "site: x\n"})
    config = Config(exclude=("mkdocs.yml", "b"))
    expected = ["agent/a"]
    actual = [*load_catalog(tmp_path, config=config)]
    assert expected == actual


def test_the_config_names_the_namespace(tmp_path: Path) -> None:
    files = {
        "skills.toml": 'catalog = "skills"\nagent-namespace = "local"\n',
        "skills/a/SKILL.md": skill("a", "metadata: {includes: b}"),
        "skills/b/SKILL.md": skill("b", "allowed-tools: Read"),
    }
    write(tmp_path, files)
    expected = "Read\n"
    actual = run("resolve", "a", "--format", "names", cwd=tmp_path).out
    assert expected == actual


def test_the_config_says_what_the_tools_of_plain_skills_can_do(tmp_path: Path) -> None:
    files = {
        "skills.toml": '[capabilities]\n"Read" = {read_only = true}\n"Bash(*" = {writes = true}\n',
        "a/SKILL.md": skill("a", "allowed-tools: Read Bash(git add:*) Task"),
    }
    write(tmp_path, files)
    expected = [("Read", "read_only"), ("Bash(git add:*)", "write"), ("Task", "unknown")]
    document = printed(tmp_path, "resolve", "agent/a")
    assert isinstance(document, dict)
    actual = [(each["name"], each["access"]) for each in document["tools"]]
    assert expected == actual


# Places.

PLACED = """\
---
description: Places.
name: "a"
allowed-tools: "Read, Bash(git add:*) Read Write"
metadata:
  includes: [b, c]
---
"""
LISTED = """\
---
name: a
allowed-tools:
  - Read
  - ''
  - "Bash(git add:*)"
metadata: {author: me, includes: 'b c'}
---
"""
FOLDED = """\
---
name: a
allowed-tools: >-
  Read
  Write
---
"""


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        (PLACED, ["3:7", "2:1", "4:17", "4:23", "4:44", "6:14", "6:17", "4:16", "4:1"]),
        (LISTED, ["2:7", "2:1", "4:5", "6:5", "4:3", "7:35", "7:37", "4:3", "3:1"]),
        (FOLDED, ["2:7", "2:1", "3:16", "3:16", "3:16", "2:1", "2:1", "3:16", "3:1"]),
    ],
    ids=["in text", "in a list", "folded"],
)
def test_each_part_of_a_plain_skill_has_its_place(
    tmp_path: Path, manifest: str, expected: list[str]
) -> None:
    (a, *_) = loaded(
        tmp_path, {"a/SKILL.md": manifest, "b/SKILL.md": "", "c/SKILL.md": ""}
    ).values()
    places = [
        a.locate("name"),
        a.locate(),
        a.locate("tools", 0, "name"),
        a.locate("tools", 1, "name"),
        a.locate("tools", 2, "name"),
        a.locate("includes", 0, "name"),
        a.locate("includes", 1, "name"),
        a.locate("tools"),
        a.locate_key("tools"),
    ]
    actual = [spot(each).removeprefix("a/SKILL.md:") for each in places]
    assert expected == actual


# What else there is to know.


def test_a_comment_in_front_matter_keeps_a_finding_quiet(tmp_path: Path) -> None:
    manifest = "---\nname: b # skills: ignore[SK223] as agents call it\ndescription: Helps.\n---\n"
    expected: list[str] = []
    actual = findings(loaded(tmp_path, {"a/SKILL.md": manifest}))
    assert expected == actual


def test_a_manifest_is_never_edited(tmp_path: Path) -> None:
    manifest = skill("a", "metadata: {includes: b b}")
    write(tmp_path, {"a/SKILL.md": manifest, "b/SKILL.md": skill("b")})
    done = run("check", ".", "--fix", cwd=tmp_path)
    finding = "a/SKILL.md:4:24: SK310 `agent/a` includes `agent/b` twice"
    said = f"not mended: {finding}: a `SKILL.md` is never edited\nnothing mended\n"
    expected = said, manifest
    actual = done.err, (tmp_path / "a/SKILL.md").read_text()
    assert expected == actual


def test_a_new_skill_file_says_that_the_folders_are_no_skills_any_more(tmp_path: Path) -> None:
    write(tmp_path, {"a/SKILL.md": skill("a")})
    expected = "folders with a SKILL.md are no skills by themselves from now on\n"
    actual = run("new", "app", "--catalog", ".", cwd=tmp_path).err
    assert expected == actual


def test_a_folder_without_either_is_no_catalog(tmp_path: Path) -> None:
    write(tmp_path, {"README.md": ""})
    expected = (
        "error: no skill file in .\n"
        "help: skill files end in .yaml or .yml, or are the SKILL.md of a folder;"
        " `--allow-empty` if that is fine\n"
    )
    actual = run("list", "--catalog", ".", cwd=tmp_path).err
    assert expected == actual


def test_one_file_is_checked_alone(tmp_path: Path) -> None:
    write(tmp_path, {"a/SKILL.md": skill("x"), "b/SKILL.md": skill("y")})
    done = run("check", "--catalog", ".", "b/SKILL.md", "--format", "concise", cwd=tmp_path)
    expected = ["b/SKILL.md:2:7: SK223 `name` is `y`, but the folder is called `b`"]
    actual = [line for line in done.out.splitlines() if "SK223" in line]
    assert expected == actual


# Links.


def test_a_manifest_behind_a_link_out_of_the_catalog_is_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"elsewhere.md": skill("hush"), "all/a/x": "", "all/b/SKILL.md": skill("b")})
    (tmp_path / "all/a/SKILL.md").symlink_to("../../elsewhere.md")
    message = "the link to `../../elsewhere.md` leads out of the catalog; it is not followed"
    expected: Shape = ({"agent/b": []}, ["agent/a"], [f"a/SKILL.md SK001 {message}"])
    actual = shape(load_catalog(tmp_path / "all", config=False))
    assert expected == actual


def test_a_manifest_that_is_a_link_to_nothing_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"a/x": ""})
    (tmp_path / "a/SKILL.md").symlink_to("gone.md")
    catalog = load_catalog(tmp_path, config=False)
    expected = ["agent/a"], ["SK001"]
    actual = sorted(catalog.broken), [each.code.id for each in catalog.diagnostics]
    assert expected == actual


def test_a_folder_that_is_linked_twice_is_one_skill(tmp_path: Path) -> None:
    write(tmp_path, {"skills/a/SKILL.md": skill("a")})
    (tmp_path / "again").symlink_to("skills")
    expected: Shape = {"agent/a": []}, [], []
    actual = shape(load_catalog(tmp_path, config=False))
    assert expected == actual


def test_what_is_read_does_not_follow_from_where_the_program_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "all", {"a/SKILL.md": skill("x", "allowed-tools: Read")})
    monkeypatch.chdir(tmp_path)
    catalog = load_catalog("all", config=False)
    monkeypatch.chdir(os.sep)
    expected = ["Read"], ["a/SKILL.md:2:7 SK223 `name` is `x`, but the folder is called `a`"]
    actual = names(catalog.resolve("agent/x")), findings(catalog)
    assert expected == actual


@given(
    st.text("-\n: abc[]{}'\"#&*|>\t\r(),/_", max_size=40) | st.text(max_size=20),
    st.sampled_from(
        ["allowed-tools: ", "metadata: {includes: ", "metadata:\n  includes: ", "name: "]
    ),
)
def test_whatever_front_matter_holds_the_skill_is_there_or_a_finding_is(
    text: str, before: str
) -> None:
    manifest = f"---\ndescription: Helps.\n{before}{text}\n---\n".encode("utf-8", "surrogatepass")
    with tempfile.TemporaryDirectory() as folder:
        catalog = loaded(Path(folder), {"a/SKILL.md": manifest})
        places = [
            each.locate(section, index)
            for each in catalog.values()
            for section in ("tools", "includes")
            for index in range(len(getattr(each, section)))
        ]
        told = [each.location for each in catalog.diagnostics]
    assert len(catalog) or any(told)
    assert {place and place.file for place in (*places, *told)} <= {"a/SKILL.md"}
