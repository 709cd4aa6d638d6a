"""`skills new NAME`: a file to start from, which is right as it is and never replaces anything."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from command import Completed, run
from jsonschema import Draft202012Validator
from writing import load, write

from cleveragents_skills.loading import fields, new_skill
from cleveragents_skills.loading.builder import build
from cleveragents_skills.loading.schema import skill_schema

TEXT = new_skill("local/hello")
PARTS = tuple(name for name in fields.SKILL.names if name not in ("name", "description"))


def files(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def test_in_an_empty_folder_it_makes_the_catalog_and_says_so(tmp_path: Path) -> None:
    done = run("new", "hello", cwd=tmp_path)
    expected = Completed(
        0,
        """\
wrote catalogs/local/hello.yaml
The folder catalogs is new: it is the catalog of this folder and those in it.
Edit it, then run `skills check` and `skills resolve hello`.
""",
        "",
    )
    assert expected == done
    assert files(tmp_path) == ["catalogs/local/hello.yaml"]
    assert (tmp_path / "catalogs/local/hello.yaml").read_text("utf-8") == TEXT


def test_in_a_catalog_it_writes_into_the_folder_of_the_namespace(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"base.yaml": "name: local/base\n"})
    done = run("new", "team/hello", cwd=tmp_path)
    expected = Completed(
        0,
        """\
wrote catalogs/team/hello.yaml
Edit it, then run `skills check` and `skills resolve team/hello`.
""",
        "",
    )
    assert expected == done
    assert files(tmp_path) == ["catalogs/base.yaml", "catalogs/team/hello.yaml"]


def test_quietly_it_says_the_file_alone(tmp_path: Path) -> None:
    expected = Completed(0, "wrote catalogs/local/hello.yaml\n", "")
    actual = run("new", "hello", "-q", cwd=tmp_path)
    assert expected == actual


def test_what_it_did_in_json(tmp_path: Path) -> None:
    done = run("new", "hello", "--json", cwd=tmp_path)
    expected = {
        "schema_version": 1,
        "command": "new",
        "skill": "local/hello",
        "file": "catalogs/local/hello.yaml",
        "new_catalog": "catalogs",
        "text": TEXT,
        "diagnostics": [],
    }
    actual = json.loads(done.out)
    assert expected == actual


def test_it_can_print_the_file_and_write_nothing(tmp_path: Path) -> None:
    expected = Completed(0, TEXT, "")
    actual = run("new", "hello", "--stdout", cwd=tmp_path)
    assert expected == actual
    assert files(tmp_path) == []


@pytest.mark.parametrize("name", ["hello", "team/hello", "-/-", "1/2", "---/no", "null/null"])
def test_the_new_file_passes_a_strict_check(name: str, tmp_path: Path) -> None:
    made = run("new", "--", name, cwd=tmp_path)
    expected = Completed(0, "no findings in 1 skill (1 file)\n", "")
    actual = run("check", "--strict", cwd=tmp_path)
    assert expected == actual
    assert made.code == 0
    full = name if "/" in name else f"local/{name}"
    assert run("list", "--format", "names", cwd=tmp_path).out == f"{full}\n"


def with_part(text: str, *parts: str) -> str:
    """Give the file with the marks of comments taken from these parts."""
    for part in parts:
        found = re.search(rf"^#{part}:\n(?:#  .*\n)+", text, re.MULTILINE)
        assert found
        used = re.sub(r"^#", "", found.group(), flags=re.MULTILINE)
        text = text.replace(found.group(), used)
    return text


@pytest.mark.parametrize("parts", [*((part,) for part in PARTS), PARTS], ids="-".join)
def test_each_part_can_be_used_by_taking_away_its_marks(
    parts: tuple[str, ...], tmp_path: Path
) -> None:
    text = with_part(TEXT, *parts)
    catalog = load(tmp_path, {"hello.yaml": text})
    (document,) = build(text).documents
    expected = ((), ["local/hello"], {"name", "description", *parts}, True)
    actual = (
        catalog.loading,
        list(catalog),
        set(document.data),
        Draft202012Validator(skill_schema()).is_valid(document.data),
    )
    assert expected == actual


def test_where_the_tools_of_an_override_are_listed_the_parts_have_no_findings(
    tmp_path: Path,
) -> None:
    used = with_part(TEXT, "tools", "builtins", "inline_tools", "mcp_servers", "overrides")
    expected: list[str] = []
    actual = [str(each) for each in load(tmp_path, {"hello.yaml": used}).diagnostics]
    assert expected == actual


@pytest.mark.parametrize(
    ("arguments", "env", "made"),
    [
        (["--catalog", "one", "--catalog", "two"], {"SKILLS_CATALOG": "two"}, "one"),
        ([], {"SKILLS_CATALOG": f"two{os.pathsep}one"}, "two"),
        ([], {}, "three"),
    ],
)
def test_it_writes_into_the_first_root_of_the_catalog(
    arguments: list[str], env: dict[str, str], made: str, tmp_path: Path
) -> None:
    for folder in ("one", "two", "three", "catalogs"):
        (tmp_path / folder).mkdir()
    (tmp_path / "skills.toml").write_text('catalog = ["three", "one"]\n')
    done = run("new", "hello", *arguments, cwd=tmp_path, env=env)
    expected = sorted([f"{made}/local/hello.yaml", "skills.toml"])
    actual = files(tmp_path)
    assert expected == actual
    assert done.out.splitlines()[0] == f"wrote {made}/local/hello.yaml"


def test_below_a_catalog_it_writes_into_that_one(tmp_path: Path) -> None:
    (tmp_path / "catalogs").mkdir()
    (tmp_path / "deep").mkdir()
    done = run("new", "hello", cwd=tmp_path / "deep")
    expected = "wrote ../catalogs/local/hello.yaml"
    actual = done.out.splitlines()[0]
    assert expected == actual
    assert files(tmp_path) == ["catalogs/local/hello.yaml"]


HELLO = "catalogs/local/hello.yaml"
REFUSED = {
    "no name": (
        "new a b",
        {},
        (
            "error: `a b` is no skill name\n"
            "help: write `namespace/name`, each part of letters, digits, `-` and `_`\n"
        ),
    ),
    "a way out": (
        "new ../hello",
        {},
        (
            "error: `../hello` is no skill name\n"
            "help: write `namespace/name`, each part of letters, digits, `-` and `_`\n"
        ),
    ),
    "the same file": (
        "new hello",
        {HELLO: "name: local/other\n"},
        f"error: {HELLO} is there already, and stays as it is\nhelp: `--stdout` prints\n",
    ),
    "the same name elsewhere": (
        "new hello",
        {"catalogs/all.yaml": "name: local/other\n---\nname: local/hello\n"},
        (
            "error: the skill `local/hello` is there already: catalogs/all.yaml:3:7\n"
            "help: take another name\n"
        ),
    ),
    "the same name in another case": (
        "new hello",
        {"catalogs/all.yaml": "name: local/Hello\n"},
        (
            "error: the skill `local/Hello` is there already: catalogs/all.yaml:1:7\n"
            "help: take another name\n"
        ),
    ),
    "the same name, broken": (
        "new hello",
        {"catalogs/all.yaml": "name: local/hello\ntools: 1\n"},
        (
            "error: the skill `local/hello` is there already: catalogs/all.yaml:2:8\n"
            "help: take another name\n"
        ),
    ),
    "a place that is not read": (
        "new node_modules/hello",
        {"catalogs/a.yaml": "name: local/a\n"},
        (
            "error: catalogs/node_modules/hello.yaml would not be read as a skill file\n"
            "help: take another name\n"
        ),
    ),
    "a place that the config leaves out": (
        "new hello",
        {"catalogs/a.yaml": "name: local/a\n", "skills.toml": "exclude = ['local/**']\n"},
        (
            f"error: {HELLO} would not be read as a skill file\n"
            "help: see `files` and `exclude` in skills.toml\n"
        ),
    ),
    "a folder that is none": (
        "new hello",
        {"catalogs/local": "a file\n"},
        "error: the folder catalogs/local cannot be made: file exists\n",
    ),
    "no such catalog": (
        "new hello --catalog nowhere",
        {},
        (
            "error: no such folder: nowhere\n"
            "help: `skills new NAME` begins a catalog; `--catalog DIR` names one that is there\n"
        ),
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_it_refuses_and_changes_nothing(case: str, tmp_path: Path) -> None:
    asked, there, said = REFUSED[case]
    write(tmp_path, there)
    before = {name: (tmp_path / name).read_text() for name in files(tmp_path)}
    arguments = ["new", "a b"] if asked == "new a b" else asked.split()
    expected = Completed(2, "", said)
    actual = run(*arguments, cwd=tmp_path)
    assert expected == actual
    assert {name: (tmp_path / name).read_text() for name in files(tmp_path)} == before


def test_a_link_that_leads_nowhere_is_something_too(tmp_path: Path) -> None:
    (tmp_path / "catalogs" / "local").mkdir(parents=True)
    (tmp_path / HELLO).symlink_to(tmp_path / "catalogs" / "gone.yaml")
    expected = Completed(
        2,
        "",
        f"error: {HELLO} is there already, and stays as it is\nhelp: `--stdout` prints\n",
    )
    actual = run("new", "hello", cwd=tmp_path)
    assert expected == actual
    assert not (tmp_path / "catalogs" / "gone.yaml").exists()


def test_a_folder_that_leads_out_of_the_catalog_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "catalogs").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "catalogs" / "local").symlink_to(tmp_path / "outside")
    done = run("new", "hello", cwd=tmp_path)
    expected = f"error: {HELLO} would not be read as a skill file"
    actual = done.err.splitlines()[0]
    assert expected == actual
    assert files(tmp_path) == []


def test_without_a_catalog_other_commands_name_it(tmp_path: Path) -> None:
    expected = Completed(
        2,
        "",
        "error: no catalog: name a folder, or have one called `catalogs` here or above\n"
        "help: `skills new NAME` begins a catalog; `--catalog DIR` names one that is there\n",
    )
    actual = run("check", cwd=tmp_path)
    assert expected == actual


def test_what_others_call_init_names_it(tmp_path: Path) -> None:
    expected = "error: no such command: `init`; ours is `new`"
    actual = run("init", cwd=tmp_path).err.splitlines()[0]
    assert expected == actual
