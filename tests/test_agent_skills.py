"""The folders of agent skills: what is wrong with them, held to the reference validator."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from command import run
from hypothesis import given
from hypothesis import strategies as st
from skills_ref.validator import validate
from writing import findings, load, spot, write

from cleveragents_skills import load_catalog

APP = "name: local/app\nagent_skills: [review]\n"
FIELDS = "name: review\ndescription: Reviews a change.\n"


def front(fields: str) -> str:
    return f"---\n{fields}---\n# Review\n"


def named(name: str) -> str:
    return front(f"name: {name}\ndescription: Reviews a change.\n")


GOOD = {
    "the smallest": front(FIELDS),
    "nothing behind it": f"---\n{FIELDS}---",
    "a rule in the text": f"{front(FIELDS)}\n---\n\nmore\n",
    "line breaks of Windows": front(FIELDS).replace("\n", "\r\n"),
    "line breaks of old Macs": front(FIELDS).replace("\n", "\r"),
    "spaces behind the marks": f"---  \n{FIELDS}--- \n",
    "the end of a document": f"---\n{FIELDS}...\n---\n",
    "comments": front(f"# ours\n{FIELDS}license: MIT # too\n"),
    "keys in quotes": front("'name': review\n\"description\": Reviews.\n"),
    "all fields indented": front("  name: review\n  description: Reviews.\n"),
    "a question mark": front("? name\n: review\ndescription: Reviews.\n"),
    "spaces around the name": front("name: ' review '\ndescription: Reviews.\n"),
    "a text of lines": front("name: review\ndescription: |\n  Reviews.\n  A change.\n"),
    "a folded text": front("name: review\ndescription: >-\n  Reviews.\n  A change.\n"),
    "a text over two lines": front("name: review\ndescription: Reviews\n  a change.\n"),
    "a dash in the text": front("name: review\ndescription: Reviews --- all\n"),
    "a colon in quotes": front("name: review\ndescription: 'Use: always # yes'\n"),
    "a date": front("name: review\ndescription: 2024-01-01\n"),
    "the word yes": front("name: review\ndescription: yes\n"),
    "the longest description": front(f"name: review\ndescription: {'x' * 1024}\n"),
    "a description that is not ASCII": front("name: review\ndescription: Prüft 🎉\n"),
    "a license": front(f"{FIELDS}license: Apache-2.0\n"),
    "no license": front(f"{FIELDS}license:\n"),
    "the longest compatibility": front(f"{FIELDS}compatibility: {'x' * 500}\n"),
    "no compatibility": front(f"{FIELDS}compatibility:\n"),
    "tools": front(f"{FIELDS}allowed-tools: Read Bash(git:*)\n"),
    "no tools": front(f"{FIELDS}allowed-tools:\n"),
    "metadata": front(f"{FIELDS}metadata:\n  author: me\n  version: '1.0'\n"),
    "no metadata": front(f"{FIELDS}metadata:\n"),
}
BAD = {
    "an empty file": "",
    "no front matter": "# Review\n",
    "a line before it": f"\n---\n{FIELDS}---\n",
    "four dashes": f"----\n{FIELDS}----\n",
    "text behind the first mark": f"---x\n{FIELDS}---\n",
    "no closing mark": f"---\n{FIELDS}# Review\n",
    "a mark alone": "---\n",
    "nothing in it": front(""),
    "a list": front("- name: review\n"),
    "a text": front("review\n"),
    "two documents": f"---\n{FIELDS}...\nname: other\n---\n",
    "a bracket that stays open": front("name: [\n"),
    "a quote that stays open": front("name: 'review\n"),
    "a colon in plain text": front("name: review\ndescription: Use: always\n"),
    "a field twice": front(f"{FIELDS}name: review\n"),
    "a merge of text": front(f"{FIELDS}metadata:\n  <<: x\n"),
    "an unknown field": front(f"{FIELDS}version: x\n"),
    "a field in upper case": front("Name: review\ndescription: Reviews.\n"),
    "no name": front("description: Reviews.\n"),
    "a name without a value": front("name:\ndescription: Reviews.\n"),
    "an empty name": front("name: ''\ndescription: Reviews.\n"),
    "no description": front("name: review\n"),
    "a description without a value": front("name: review\ndescription:\n"),
    "a blank description": front("name: review\ndescription: '  '\n"),
    "a description that is too long": front(f"name: review\ndescription: {'x' * 1025}\n"),
    "a list as description": front("name: review\ndescription:\n  - Reviews.\n"),
    "a name of another folder": named("other"),
    "a name in upper case": named("Review"),
    "a name with a space": named("re view"),
    "a name with a line below": named("re_view"),
    "a compatibility that is too long": front(f"{FIELDS}compatibility: {'x' * 501}\n"),
    "a mapping as compatibility": front(f"{FIELDS}compatibility:\n  os: linux\n"),
}
WHOLE_LINES = "a mark is a line of three dashes and nothing else, so that text is never cut in two"
YAML_12 = "front matter is YAML, and the agents that read it know all of YAML"
TEXT = "the specification asks for text, and YAML reads something else here"
STRICTER: Mapping[str, tuple[str, str]] = {
    "an indented closing mark": (f"---\n{FIELDS}  ---\n", WHOLE_LINES),
    "a comment behind the first mark": (f"--- # ours\n{FIELDS}---\n", WHOLE_LINES),
    "text behind the closing mark": (f"---\n{FIELDS}---text\n", WHOLE_LINES),
    "a number as name": (named("1"), TEXT),
    "null as description": (front("name: review\ndescription: null\n"), TEXT),
    "a boolean as description": (front("name: review\ndescription: true\n"), TEXT),
    "a number as license": (front(f"{FIELDS}license: 2.0\n"), TEXT),
    "a mapping as license": (front(f"{FIELDS}license:\n  name: MIT\n"), TEXT),
    "a number as compatibility": (front(f"{FIELDS}compatibility: 3\n"), TEXT),
    "a list of tools": (front(f"{FIELDS}allowed-tools:\n  - Read\n"), TEXT),
    "a number in metadata": (front(f"{FIELDS}metadata:\n  version: 1.0\n"), TEXT),
    "a number as a key of metadata": (front(f"{FIELDS}metadata:\n  1: x\n"), TEXT),
    "a mapping in metadata": (front(f"{FIELDS}metadata:\n  a:\n    b: c\n"), TEXT),
    "a text as metadata": (front(f"{FIELDS}metadata: x\n"), TEXT),
    "a list as metadata": (front(f"{FIELDS}metadata:\n  - a\n"), TEXT),
    "an escape of no character": (front('name: review\ndescription: "\\ud800"\n'), TEXT),
}
MILDER: Mapping[str, tuple[str, str]] = {
    "a mark of the byte order": (f"\ufeff{front(FIELDS)}", "it is no text"),
    "three dashes in a quoted name": (
        front("description: 'a ---\n\n  b: c'\nname: review\n"),
        WHOLE_LINES,
    ),
    "a mapping in braces": (front("{name: review, description: Reviews.}\n"), YAML_12),
    "metadata in braces": (front(f"{FIELDS}metadata: {{author: me}}\n"), YAML_12),
    "an anchor": (front("name: &a review\ndescription: *a\n"), YAML_12),
    "a tag": (front("name: !!str review\ndescription: Reviews.\n"), YAML_12),
    "a tab": (front("name:\treview\ndescription: Reviews.\n"), YAML_12),
}


def reference_accepts(folder: Path) -> bool:
    """Say whether the reference validator finds nothing wrong."""
    return not validate(folder)


def we_accept(tmp_path: Path, folder: str, manifest: str) -> bool:
    """Say whether a catalog that lists the folder has no finding; if any, all are SK223."""
    files: dict[str, str | bytes] = {
        "app.yaml": f"name: local/app\nagent_skills: ['{folder}']\n",
        f"{folder}/SKILL.md": manifest.encode(),
    }
    found = [each.code.id for each in load(tmp_path, files).diagnostics]
    assert set(found) <= {"SK223"}
    return not found


@pytest.mark.parametrize("case", GOOD)
def test_a_good_folder_is_accepted_as_by_the_reference(tmp_path: Path, case: str) -> None:
    expected = True, True
    actual = (
        we_accept(tmp_path, "review", GOOD[case]),
        reference_accepts(tmp_path / "review"),
    )
    assert expected == actual


@pytest.mark.parametrize("case", BAD)
def test_a_bad_folder_is_refused_as_by_the_reference(tmp_path: Path, case: str) -> None:
    expected = False, False
    actual = we_accept(tmp_path, "review", BAD[case]), reference_accepts(tmp_path / "review")
    assert expected == actual


@pytest.mark.parametrize("case", STRICTER)
def test_what_we_refuse_on_purpose_the_reference_accepts(tmp_path: Path, case: str) -> None:
    manifest, _ = STRICTER[case]
    folder = "1" if "name: 1\n" in manifest else "review"
    expected = False, True
    actual = we_accept(tmp_path, folder, manifest), reference_accepts(tmp_path / folder)
    assert expected == actual


@pytest.mark.parametrize("case", MILDER)
def test_what_we_accept_on_purpose_the_reference_refuses(tmp_path: Path, case: str) -> None:
    manifest, _ = MILDER[case]
    expected = True, False
    actual = we_accept(tmp_path, "review", manifest), reference_accepts(tmp_path / "review")
    assert expected == actual


NAMES = {
    **dict.fromkeys(["a", "a-1", "1a", "1-2", "prüfen", "名前", "ß", "²", "é", "e\u0301"], True),
    **dict.fromkeys(["\ufb01nd", "\uff52eview", "a" * 64], True),
    **dict.fromkeys(["a" * 65, "-a", "a-", "a--b", "A", "a.b", "a_b", "a b", "İ", "a🎉"], False),
}


@pytest.mark.parametrize("name", NAMES)
def test_names_are_judged_as_by_the_reference(tmp_path: Path, name: str) -> None:
    expected = NAMES[name], NAMES[name]
    actual = we_accept(tmp_path, name, named(f"'{name}'")), reference_accepts(tmp_path / name)
    assert expected == actual


@pytest.mark.parametrize(
    ("folder", "name"), [("\ufb01nd", "find"), ("find", "\ufb01nd"), ("é", "e\u0301")]
)
def test_a_name_and_a_folder_that_look_alike_are_the_same(
    tmp_path: Path, folder: str, name: str
) -> None:
    expected = True, True
    actual = we_accept(tmp_path, folder, named(name)), reference_accepts(tmp_path / folder)
    assert expected == actual


def test_a_manifest_in_lower_case_is_accepted_as_by_the_reference(tmp_path: Path) -> None:
    catalog = load(tmp_path, {"app.yaml": APP, "review/skill.md": front(FIELDS)})
    expected: tuple[list[str], bool] = ([], True)
    actual = findings(catalog), reference_accepts(tmp_path / "review")
    assert expected == actual


def test_a_folder_without_a_manifest_is_refused_as_by_the_reference(tmp_path: Path) -> None:
    catalog = load(tmp_path, {"app.yaml": APP, "review/README.md": ""})
    expected = (
        [f"app.yaml:2:16 SK223 the folder `{tmp_path}/review` has no `SKILL.md`"],
        False,
    )
    actual = findings(catalog), reference_accepts(tmp_path / "review")
    assert expected == actual


@pytest.mark.parametrize("kind", ["nothing", "file"])
def test_a_folder_that_is_none_is_refused_as_by_the_reference(tmp_path: Path, kind: str) -> None:
    files = {"app.yaml": APP, **({"review": "text"} if kind == "file" else {})}
    catalog = load(tmp_path, files)
    expected = [f"app.yaml:2:16 SK222 there is no folder `{tmp_path}/review`"], False
    actual = findings(catalog), reference_accepts(tmp_path / "review")
    assert expected == actual


# What the reference trips over.


def test_a_folder_called_like_the_manifest_is_no_manifest(tmp_path: Path) -> None:
    write(tmp_path, {"app.yaml": APP, "review/SKILL.md/note.txt": ""})
    expected = [f"app.yaml:2:16 SK223 the folder `{tmp_path}/review` has no `SKILL.md`"]
    actual = findings(load_catalog(tmp_path, config=False))
    assert expected == actual


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (front(FIELDS).encode("utf-16"), "not encoded in UTF-8"),
        (front(FIELDS.replace("a", "ä")).encode("latin-1"), "not encoded in UTF-8"),
        (front(FIELDS).encode() + b"x" * 1024 * 1024, "at most 1,048,576 are read"),
    ],
    ids=["UTF-16", "Latin-1", "too large"],
)
def test_a_manifest_that_cannot_be_read_is_told_as_a_whole(
    tmp_path: Path, content: bytes, said: str
) -> None:
    (finding,) = load(tmp_path, {"app.yaml": APP, "review/SKILL.md": content}).diagnostics
    expected = "review/SKILL.md", True
    actual = spot(finding.location), said in finding.message
    assert expected == actual


def test_a_control_character_is_told_at_its_place(tmp_path: Path) -> None:
    manifest = front("name: review\ndescription: a\0b\n")
    catalog = load(tmp_path, {"app.yaml": APP, "review/SKILL.md": manifest})
    expected = ["review/SKILL.md:3:15 SK223 raw control character U+0000"]
    actual = findings(catalog)
    assert expected == actual


@given(st.text("-\n: abc[]{}'\"#&*|>\t\r\ufeff\u2028", max_size=30) | st.text(max_size=20))
def test_whatever_a_manifest_holds_it_is_refused_at_a_place_or_accepted(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files: dict[str, str | bytes] = {
            "app.yaml": APP,
            "review/SKILL.md": f"---\nname: review\n{text}".encode("utf-8", "surrogatepass"),
        }
        found = load(Path(folder), files).diagnostics
    assert [each.code.id for each in found] == ["SK223"] * max(len(found), 1)
    assert {each.location and each.location.file for each in found} == {"review/SKILL.md"}


# Where a finding stands.


def test_a_finding_stands_in_the_manifest_with_its_line_and_who_lists_it(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {"app.yaml": APP, "review/SKILL.md": front("name: Review\r\ndescription: Reviews.\n")},
    )
    done = run("check", cwd=tmp_path)
    expected = """\
error[SK223]: `Review` is no name: lower-case letters, digits and single hyphens are allowed
 --> catalogs/review/SKILL.md:2:7
2 | name: Review
  |       ^^^^^^
 ::: catalogs/app.yaml:2:16: `local/app` lists it here
2 | agent_skills: [review]
  |                ------

1 error in 1 skill (1 file). More: skills explain SK223
"""
    actual = done.out
    assert expected == actual


def test_an_unknown_field_is_told_at_its_key_and_not_as_missing_too(tmp_path: Path) -> None:
    manifest = front("name: review\ndescripton: Reviews.\n")
    (finding,) = load(tmp_path, {"app.yaml": APP, "review/SKILL.md": manifest}).diagnostics
    expected = (
        "review/SKILL.md:3:1",
        "unknown field `descripton` in the front matter",
        "did you mean `description`?",
    )
    actual = spot(finding.location), finding.message, finding.hint
    assert expected == actual


def test_a_folder_that_three_skills_list_is_told_once(tmp_path: Path) -> None:
    listed = "name: local/{}\nagent_skills: [{}]\n"
    catalog = load(
        tmp_path,
        {
            "a.yaml": listed.format("a", "review"),
            "b.yaml": listed.format("b", "./review"),
            "sub/c.yaml": listed.format("c", "../review/"),
            "review/SKILL.md": named("other"),
        },
    )
    expected = [
        "review/SKILL.md:2:7 SK223 `name` is `other`, but the folder is called `review`",
    ]
    actual = findings(catalog)
    assert expected == actual


def test_two_skills_that_list_a_missing_folder_are_both_told(tmp_path: Path) -> None:
    listed = "name: local/{}\nagent_skills: [review]\n"
    catalog = load(tmp_path, {"a.yaml": listed.format("a"), "b.yaml": listed.format("b")})
    expected = ["a.yaml:2:16", "b.yaml:2:16"]
    actual = [spot(each.location) for each in catalog.diagnostics]
    assert expected == actual


# Links.


def test_a_folder_behind_a_link_within_the_catalog_has_the_name_it_really_has(
    tmp_path: Path,
) -> None:
    write(tmp_path, {"app.yaml": APP, "store/v2/SKILL.md": named("review")})
    (tmp_path / "review").symlink_to("store/v2")
    expected = [
        "store/v2/SKILL.md:2:7 SK223 `name` is `review`, but the folder is called `v2`",
    ]
    actual = findings(load_catalog(tmp_path, config=False))
    assert expected == actual


def test_a_folder_behind_a_link_out_of_the_catalog_is_not_looked_into(tmp_path: Path) -> None:
    write(tmp_path, {"catalogs/app.yaml": APP, "elsewhere/SKILL.md": "hush"})
    (tmp_path / "catalogs/review").symlink_to("../elsewhere")
    expected = ["app.yaml:2:16 SK221 the agent skill `review` leads out of the catalog"]
    actual = [
        each
        for each in findings(load_catalog(tmp_path / "catalogs", config=False))
        if "SK002" not in each
    ]
    assert expected == actual


def test_a_manifest_behind_a_link_out_of_the_catalog_is_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"catalogs/app.yaml": APP, "elsewhere.md": "hush", "catalogs/review/x": ""})
    (tmp_path / "catalogs/review/SKILL.md").symlink_to("../../elsewhere.md")
    done = run("check", cwd=tmp_path)
    message = "the link to `../../elsewhere.md` leads out of the catalog; it is not followed"
    expected = 1, 1, 0
    actual = (
        done.code,
        done.out.count(f"error[SK223]: {message}"),
        done.out.count("hush"),
    )
    assert expected == actual


def test_folders_are_found_wherever_the_program_stands_when_it_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "catalogs", {"app.yaml": APP, "review/SKILL.md": front(FIELDS)})
    monkeypatch.chdir(tmp_path)
    catalog = load_catalog("catalogs", config=False)
    monkeypatch.chdir(os.sep)
    expected: list[str] = []
    actual = findings(catalog)
    assert expected == actual


# What a folder brings.

NOTHING: Mapping[str, Any] = {
    "path": "review",
    "folder": "catalogs/review",
    "name": None,
    "description": None,
    "allowed_tools": None,
    "scripts": [],
    "scripts_total": 0,
    "scripts_at_least": False,
    "problem": None,
}
UNSEEN: Mapping[str, Any] = {
    **NOTHING,
    "scripts": None,
    "scripts_total": None,
    "scripts_at_least": None,
}
SAID: Mapping[str, Any] = {
    **NOTHING,
    "name": "review",
    "description": "Reviews a change.",
    "allowed_tools": [],
}
BRINGS: Mapping[str, tuple[Mapping[str, str | bytes], Mapping[str, Any]]] = {
    "nothing granted": ({"review/SKILL.md": front(FIELDS)}, SAID),
    "tools with spaces": (
        {"review/SKILL.md": front(f"{FIELDS}allowed-tools: Read Bash(git add:*) Read\n")},
        {**SAID, "allowed_tools": ["Read", "Bash(git add:*)"]},
    ),
    "tools with commas": (
        {"review/SKILL.md": front(f"{FIELDS}allowed-tools: Read, Bash(a, b), Bash(c (d))\n")},
        {**SAID, "allowed_tools": ["Read", "Bash(a, b)", "Bash(c (d))"]},
    ),
    "parentheses in others, and one that is not closed": (
        {"review/SKILL.md": front(f"{FIELDS}allowed-tools: Bash(a $(b) c), Bash(d, Write\n")},
        {**SAID, "allowed_tools": ["Bash(a $(b) c)", "Bash(d", "Write"]},
    ),
    "tools in a list": (
        {"review/SKILL.md": front(f"{FIELDS}allowed-tools: [Read, Bash(git add:*), '']\n")},
        {**SAID, "allowed_tools": ["Read", "Bash(git add:*)"]},
    ),
    "tools of another kind": (
        {"review/SKILL.md": front(f"{FIELDS}allowed-tools: 5\n")},
        {
            **SAID,
            "allowed_tools": None,
            "problem": "catalogs/review/SKILL.md:4:16:"
            " `allowed-tools` is neither text nor a list of text",
        },
    ),
    "no name": (
        {"review/SKILL.md": front("description: Reviews a change.\n")},
        {**SAID, "name": None},
    ),
    "scripts": (
        {
            "review/SKILL.md": front(FIELDS),
            "review/scripts/run.sh": "",
            "review/scripts/deep/er.py": "",
            "review/scripts/.hidden": "",
            "review/scripts/__pycache__/er.pyc": "",
            "review/run.sh": "",
        },
        {**SAID, "scripts": ["scripts/deep/er.py", "scripts/run.sh"], "scripts_total": 2},
    ),
    "a file called scripts": ({"review/SKILL.md": front(FIELDS), "review/scripts": ""}, SAID),
    "many scripts": (
        {
            "review/SKILL.md": front(FIELDS),
            **{f"review/scripts/{number:03}.sh": "" for number in range(150)},
        },
        {
            **SAID,
            "scripts": [f"scripts/{number:03}.sh" for number in range(100)],
            "scripts_total": 150,
        },
    ),
    "no manifest": (
        {"review/scripts/run.sh": ""},
        {
            **NOTHING,
            "scripts": ["scripts/run.sh"],
            "scripts_total": 1,
            "problem": "the folder `catalogs/review` has no `SKILL.md`",
        },
    ),
    "no front matter": (
        {"review/SKILL.md": "# Review\n"},
        {
            **NOTHING,
            "problem": "catalogs/review/SKILL.md:1:1: the file does not begin with front matter",
        },
    ),
    "another encoding": (
        {"review/SKILL.md": b"\xff"},
        {**NOTHING, "problem": "catalogs/review/SKILL.md: not encoded in UTF-8"},
    ),
    "no folder": ({}, {**UNSEEN, "problem": "there is no folder `catalogs/review`"}),
}


@pytest.mark.parametrize("case", BRINGS)
def test_show_and_summary_say_what_a_folder_brings(tmp_path: Path, case: str) -> None:
    files, facts = BRINGS[case]
    write(tmp_path / "catalogs", {"app.yaml": APP, **files})
    shown = json.loads(run("show", "app", "--json", cwd=tmp_path).out)
    summed = json.loads(run("summary", "--all", "--json", cwd=tmp_path).out)
    expected = [facts], [facts]
    actual = shown["agent_skills"], summed["skills"][0]["agent_skills"]
    assert expected == actual


@pytest.mark.parametrize(
    ("path", "folder", "problem"),
    [
        ("../out", None, "the path leads out of the catalog"),
        ("${HOME}/out", "catalogs/${HOME}/out", "the path holds a variable"),
    ],
)
def test_a_folder_that_cannot_be_looked_into_is_not_known(
    tmp_path: Path, path: str, folder: str | None, problem: str
) -> None:
    write(tmp_path / "catalogs", {"app.yaml": f"name: local/app\nagent_skills: ['{path}']\n"})
    shown = json.loads(run("show", "app", "--json", cwd=tmp_path).out)
    expected = [{**UNSEEN, "path": path, "folder": folder, "problem": problem}]
    actual = shown["agent_skills"]
    assert expected == actual


def test_links_below_scripts_are_followed_within_the_catalog_only(tmp_path: Path) -> None:
    files = {
        "catalogs/app.yaml": APP,
        "catalogs/review/SKILL.md": front(FIELDS),
        "catalogs/review/scripts/run.sh": "",
        "catalogs/kit/tool.py": "",
        "elsewhere/hush.py": "",
    }
    scripts = write(tmp_path, files) / "catalogs/review/scripts"
    (scripts / "again").symlink_to(".")
    (scripts / "gone.sh").symlink_to("nothing")
    (scripts / "same.sh").symlink_to("run.sh")
    (scripts / "kit").symlink_to("../../kit")
    told = []
    for _ in range(2):
        (facts,) = json.loads(run("show", "app", "--json", cwd=tmp_path).out)["agent_skills"]
        told.append((facts["scripts"], facts["scripts_total"], facts["scripts_at_least"]))
        (scripts / "out").unlink(missing_ok=True)
        (scripts / "out").symlink_to("../../../elsewhere")
    found = ["scripts/kit/tool.py", "scripts/run.sh", "scripts/same.sh"]
    expected = [(found, 3, False), (found, 3, True)]
    actual = told
    assert expected == actual


def test_a_folder_of_scripts_that_leads_out_of_the_catalog_is_not_known(tmp_path: Path) -> None:
    files = {"catalogs/app.yaml": APP, "catalogs/review/SKILL.md": front(FIELDS), "out/x.sh": ""}
    write(tmp_path, files)
    (tmp_path / "catalogs/review/scripts").symlink_to("../../out")
    shown = json.loads(run("show", "app", "--json", cwd=tmp_path).out)
    seen = {key: SAID[key] for key in ("name", "description", "allowed_tools")}
    problem = "the folder `catalogs/review/scripts` cannot be read"
    expected = [{**UNSEEN, **seen, "problem": problem}]
    actual = shown["agent_skills"]
    assert expected == actual


FOLDERS: Mapping[str, str | bytes] = {
    "app.yaml": "name: local/app\nincludes: [local/base]\nagent_skills: [review, bare]\n",
    "base.yaml": "name: local/base\nagent_skills: [{path: ./review, sandbox_policy: full}]\n",
    "review/SKILL.md": front(
        f"name: review\ndescription: >\n  Reviews a change.\n  {'Look at it well. ' * 6}\n"
        "allowed-tools: Read, Bash(git log:*)\n"
    ),
    **{f"review/scripts/{name}.sh": "" for name in "abcdefg"},
    "bare/README.md": "",
}


def test_what_folders_bring_is_shown_shortened(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", FOLDERS)
    expected = """\
local/app  catalogs/app.yaml
  includes      [local/base]
  agent_skills  [review, bare]
  agent skill   review
                  name: review
                  description: Reviews a change. Look at it well. Look at it well. Look at it …
                  granted tools: Read, Bash(git log:*)
                  7 scripts: scripts/a.sh, scripts/b.sh, scripts/c.sh, scripts/d.sh and 3 more
  agent skill   bare
                  not known: the folder `catalogs/bare` has no `SKILL.md`
                  scripts: none
  included by   nothing
"""
    actual = run("show", "app", cwd=tmp_path).out
    assert expected == actual


def test_a_summary_has_what_each_folder_brings_once(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", FOLDERS)
    expected = """\
- Agent skills 2 `catalogs/review` sandbox: not said
  - `name: review`
  - `description: Reviews a change. Look at it well. Look at it well. Look at it …`
  - `granted tools: Read, Bash(git log:*)`
  - `7 scripts: scripts/a.sh, scripts/b.sh, scripts/c.sh, scripts/d.sh and 3 more`
  - `catalogs/bare` sandbox: not said
  - `` not known: the folder `catalogs/bare` has no `SKILL.md` ``
  - `scripts: none`
"""
    actual = run("summary", "app", "--format", "markdown", cwd=tmp_path).out
    assert actual[actual.index("- Agent skills") :] == expected
