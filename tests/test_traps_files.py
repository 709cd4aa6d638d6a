"""Which files are read: folders, links, suffixes, globs, and where the catalog and config lie."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from command import run
from writing import findings, load, names, spot, write

from cleveragents_skills import ConfigError, load_catalog


def skill(name: str) -> str:
    return f"name: {name}\ntools: [{name.rpartition('/')[2]}_tool]\n"


def listed(folder: Path, *arguments: str, cwd: Path | None = None) -> str:
    """Give what `skills list` names, which must be all well."""
    done = run("list", *arguments, "--format", "names", cwd=cwd or folder)
    assert (done.code, done.err) == (0, "")
    return done.out


def test_files_are_found_at_any_depth_with_either_suffix_in_any_case(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "a.yaml": skill("f/a"),
            "b.yml": skill("f/b"),
            "x/c.YAML": skill("f/c"),
            "x/y/z/d.Yml": skill("f/d"),
            "e.yaml.bak": skill("f/e"),
            "f.txt": skill("f/f"),
            "g.json": '{"name": "f/g"}',
            "yaml": skill("f/h"),
            "i.yamlx": skill("f/i"),
        },
    )
    assert findings(catalog) == []
    assert list(catalog) == ["f/a", "f/b", "f/c", "f/d"]


def test_a_folder_with_the_name_of_a_file_is_a_folder(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {"odd.yaml/inner.yaml": skill("f/inner"), "odd.yml/deep.yaml/x.yml": skill("f/x")},
    )
    assert findings(catalog) == []
    assert list(catalog) == ["f/inner", "f/x"]


def test_hidden_and_installed_things_are_skipped(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "a.yaml": skill("f/a"),
            ".b.yaml": "[broken",
            ".git/c.yaml": "[broken",
            "x/.cache/d.yaml": "[broken",
            "node_modules/e.yaml": "[broken",
            "x/node_modules/y/f.yaml": "[broken",
            "__pycache__/g.yaml": "[broken",
        },
    )
    assert findings(catalog) == []
    assert list(catalog) == ["f/a"]


def test_a_root_may_be_hidden_itself(tmp_path: Path) -> None:
    catalog = load(tmp_path / ".catalog" / "node_modules", {"a.yaml": skill("f/a")})
    assert list(catalog) == ["f/a"]


def test_below_an_agent_skill_nothing_is_a_skill_file(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "SKILL.md": "At the root it changes nothing.\n",
            "a.yaml": skill("f/a"),
            "talk/SKILL.md": "Talk.\n",
            "talk/workflow.yaml": "[broken",
            "talk/assets/deep/data.yml": "[broken",
            "talk-more/b.yaml": skill("f/b"),
        },
    )
    assert findings(catalog) == []
    assert list(catalog) == ["f/a", "f/b"]


def test_files_are_read_in_the_order_of_code_points(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        dict.fromkeys(
            ("b.yaml", "C.yaml", "a/z.yaml", "a.yaml", "a-.yaml", "é.yaml", "z.yml"), "["
        ),
    )
    assert [d.location.file for d in catalog.diagnostics if d.location] == [
        "C.yaml", "a-.yaml", "a.yaml", "a/z.yaml", "b.yaml", "z.yml", "é.yaml",
    ]  # fmt: skip


def test_links_that_go_in_circles_end_and_each_file_is_read_once(tmp_path: Path) -> None:
    write(tmp_path, {"team/a.yaml": skill("f/a")})
    (tmp_path / "team" / "up").symlink_to("..")
    (tmp_path / "here").symlink_to(".")
    (tmp_path / "other").symlink_to("team")
    (tmp_path / "again.yaml").symlink_to("team/a.yaml")
    (tmp_path / "twice.yaml").symlink_to("again.yaml")
    catalog = load_catalog(tmp_path, config=False)
    assert findings(catalog) == []
    assert list(catalog) == ["f/a"]
    assert [spot(each.location) for each in catalog.resolve("f/a")] == ["team/a.yaml:2:9"]


def test_a_file_that_is_linked_to_bears_its_real_path(tmp_path: Path) -> None:
    write(tmp_path, {"z/real.yaml": "name: f/a\ntols: []\n"})
    (tmp_path / "a.yaml").symlink_to("z/real.yaml")
    assert findings(load_catalog(tmp_path, config=False)) == [
        "z/real.yaml:2:1 SK104 unknown field `tols` in the skill"
    ]


def test_a_link_to_a_file_of_another_suffix_is_followed_by_its_own_name(tmp_path: Path) -> None:
    write(tmp_path, {"real.txt": skill("f/a")})
    (tmp_path / "a.yaml").symlink_to("real.txt")
    catalog = load_catalog(tmp_path, config=False)
    assert findings(catalog) == []
    assert list(catalog) == ["f/a"]


@pytest.mark.parametrize(
    ("name", "target", "message"),
    [
        ("gone.yaml", "nowhere.yaml", "the link `gone.yaml` to `nowhere.yaml` leads nowhere"),
        ("loop.yaml", "loop.yaml", "the link `loop.yaml` to `loop.yaml` leads nowhere"),
        ("gone", "nowhere", "the link `gone` to `nowhere` leads nowhere"),
        ("out.yaml", "../outside/o.yaml",
         "the link `out.yaml` to `../outside/o.yaml` leads out of the catalog; it is not followed"),
        ("out", "../outside",
         "the link `out` to `../outside` leads out of the catalog; it is not followed"),
        ("up", "../..", "the link `up` to `../..` leads out of the catalog; it is not followed"),
    ],
)  # fmt: skip
def test_a_link_that_leads_out_or_nowhere_is_a_warning(
    tmp_path: Path, name: str, target: str, message: str
) -> None:
    write(tmp_path / "outside", {"o.yaml": skill("f/o")})
    root = write(tmp_path / "catalog", {"a.yaml": skill("f/a")})
    (root / name).symlink_to(target)
    catalog = load_catalog(root, config=False)
    assert findings(catalog) == [f"{name} SK002 {message}"]
    assert [each.severity.value for each in catalog.diagnostics] == ["warning"]
    assert list(catalog) == ["f/a"]


def test_a_dangling_link_is_named_and_fails_nothing(tmp_path: Path) -> None:
    root = write(tmp_path / "catalogs", {"a.yaml": skill("f/a")})
    (root / "gone.yaml").symlink_to("nowhere.yaml")
    check = run("check", "--format", "concise", cwd=tmp_path)
    names_of = run("list", "--format", "names", cwd=tmp_path)
    warning = "catalogs/gone.yaml: SK002 the link `gone.yaml` to `nowhere.yaml` leads nowhere\n"
    assert (check.code, check.out) == (0, f"{warning}1 warning in 1 skill (1 file)\n")
    assert (names_of.code, names_of.out, names_of.err) == (0, "f/a\n", warning)


def test_the_target_of_a_link_is_shown_and_never_interpreted(tmp_path: Path) -> None:
    root = write(tmp_path / "catalogs", {"a.yaml": skill("f/a")})
    (root / "b.yaml").symlink_to(b"\x1b[2J\n::error::x\xff")
    done = run("check", "--format", "concise", cwd=tmp_path)
    shown = "\\x1b[2J\\n::error::x\\xff"
    assert done.out.splitlines()[0] == (
        f"catalogs/b.yaml: SK002 the link `b.yaml` to `{shown}` leads nowhere"
    )


def test_a_link_between_two_roots_is_followed(tmp_path: Path) -> None:
    write(tmp_path, {"one/a.yaml": skill("f/a"), "two/b.yaml": skill("f/b")})
    (tmp_path / "one" / "across.yaml").symlink_to("../two/b.yaml")
    (tmp_path / "one" / "over").symlink_to("../two")
    assert listed(tmp_path, "--catalog", "one", "--catalog", "two") == "f/a\nf/b\n"


def test_a_pipe_is_a_warning_and_is_not_waited_for(tmp_path: Path) -> None:
    root = write(tmp_path / "catalogs", {"a.yaml": skill("f/a")})
    os.mkfifo(root / "pipe.yaml")
    (root / "to-pipe.yaml").symlink_to("pipe.yaml")
    done = run("check", "--format", "concise", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "catalogs/pipe.yaml: SK003 `pipe.yaml` is a pipe, socket or device; it is not read\n"
        "catalogs/to-pipe.yaml: SK003 `to-pipe.yaml` leads to a pipe, socket or device;"
        " it is not read\n"
        "2 warnings in 1 skill (1 file)\n"
    )


def linked(folder: Path, link: str, target: str, files: dict[str, str]) -> list[str]:
    """Give the skills of a catalog with these files and one link."""
    write(folder, {"a.yaml": skill("f/a"), **files})
    (folder / link).symlink_to(target)
    return list(load_catalog(folder, config=False))


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("l.yaml", "talk/flow.yaml"),
        ("l", "talk"),
        ("l", "talk/assets"),
        ("l.yaml", "talk/assets/d.yml"),
    ],
)
def test_no_link_makes_the_assets_of_an_agent_skill_into_skills(
    tmp_path: Path, link: str, target: str
) -> None:
    files = {
        "talk/SKILL.md": "Talk.\n",
        "talk/flow.yaml": skill("f/flow"),
        "talk/assets/d.yml": skill("f/data"),
    }
    assert linked(tmp_path, link, target, files) == ["f/a"]


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("l.yaml", ".hid/h.yaml"),
        ("l", ".hid"),
        ("l", "node_modules"),
        ("l.yaml", "node_modules/h.yaml"),
        ("l.yaml", ".h.yaml"),
    ],
)
def test_no_link_makes_a_hidden_file_seen(tmp_path: Path, link: str, target: str) -> None:
    files = {
        ".hid/h.yaml": skill("f/one"),
        "node_modules/h.yaml": skill("f/two"),
        ".h.yaml": skill("f/three"),
    }
    assert linked(tmp_path, link, target, files) == ["f/a"]


@pytest.mark.parametrize("pattern", ["old", "old/**", "old/*", "**/o.yaml"])
@pytest.mark.parametrize(("link", "target"), [("l.yaml", "old/o.yaml"), ("l", "old")])
def test_no_link_brings_an_excluded_file_back(
    tmp_path: Path, pattern: str, link: str, target: str
) -> None:
    root = write(tmp_path / "catalogs", {"a.yaml": skill("f/a"), "old/o.yaml": skill("f/o")})
    (root / link).symlink_to(target)
    write(tmp_path, {"skills.toml": f'exclude = ["{pattern}"]\n'})
    catalog = load_catalog(root, config=tmp_path / "skills.toml")
    assert list(catalog) == ["f/a"]


@pytest.mark.parametrize("pattern", ["old", "./old", "old/", "./old/", "**/old", "**/old/"])
def test_a_folder_is_excluded_with_and_without_a_slash(tmp_path: Path, pattern: str) -> None:
    root = write(
        tmp_path / "catalogs",
        {"a.yaml": skill("f/a"), "old/o.yaml": skill("f/o"), "old/x/p.yaml": skill("f/p")},
    )
    write(tmp_path, {"skills.toml": f'exclude = ["{pattern}"]\n'})
    assert list(load_catalog(root, config=tmp_path / "skills.toml")) == ["f/a"]


def test_globs_of_the_config_choose_the_files(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "skills.toml": 'catalog = "c"\nfiles = ["**/*.skill", "extra/?.yaml", "n[0-9].yaml"]\n'
            'exclude = ["drafts", "**/*_old.*", "extra/[!ab].yaml"]\n',
            "c/a.skill": skill("f/a"),
            "c/x/y/b.SKILL": skill("f/b"),
            "c/plain.yaml": skill("f/plain"),
            "c/extra/a.yaml": skill("f/extra-a"),
            "c/extra/c.yaml": skill("f/extra-c"),
            "c/extra/ab.yaml": skill("f/extra-ab"),
            "c/extra/deep/a.yaml": skill("f/extra-deep"),
            "c/n7.yaml": skill("f/n7"),
            "c/nx.yaml": skill("f/nx"),
            "c/drafts/d.skill": skill("f/d"),
            "c/x/e_old.skill": skill("f/e"),
        },
    )
    assert listed(tmp_path) == "f/a\nf/b\nf/extra-a\nf/n7\n"


def test_a_catalog_with_blanks_and_brackets_in_its_path_is_like_any_other(
    tmp_path: Path,
) -> None:
    folder = "my skills (old) [x] 'q' $HOME é"
    write(
        tmp_path / folder,
        {"sub dir/a b.yaml": "name: f/a\nincludes: [f/b]\n", "b.yaml": skill("f/b")},
    )
    done = run("resolve", "f/a", "--catalog", folder, "--json", cwd=tmp_path)
    document = json.loads(done.out)
    assert done.code == 0
    assert [(each["name"], each["location"]) for each in document["tools"]] == [
        ("b_tool", {"catalog": folder, "file": "b.yaml", "line": 2, "column": 9})
    ]


if sys.platform == "linux":  # elsewhere no file has such a name

    def test_a_file_name_that_is_not_utf8_is_shown_with_escapes(tmp_path: Path) -> None:
        root = write(tmp_path / "catalogs", {"a.yaml": skill("f/a")})
        with open(os.fsencode(root) + b"/l\xe9.yaml", "wb") as file:
            file.write(b"name: f/l\ntols: []\n")
        done = run("check", "--format", "concise", cwd=tmp_path)
        document = run("check", "--json", cwd=tmp_path)
        assert done.code == 1
        assert done.out == (
            "catalogs/l\\xe9.yaml:2:1: SK104 unknown field `tols` in the skill\n"
            "1 error in 2 skills (2 files); 1 skill not checked any further\n"
        )
        assert [each["code"] for each in json.loads(document.out)["diagnostics"]] == ["SK104"]


def test_a_file_name_that_is_a_command_to_a_terminal_is_shown_with_escapes(
    tmp_path: Path,
) -> None:
    write(tmp_path / "catalogs", {"a\x1b[31m\nb.yaml": "name: f/l\ntols: []\n"})
    done = run("check", "--format", "concise", cwd=tmp_path)
    assert done.out == (
        "catalogs/a\\x1b[31m\\nb.yaml:2:1: SK104 unknown field `tols` in the skill\n"
        "1 error in 1 skill (1 file); 1 skill not checked any further\n"
    )


def test_several_roots_are_one_catalog(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "one/a.yaml": "name: f/a\nincludes: [f/b, f/c]\n",
            "two/b.yaml": skill("f/b"),
            "two/c.yaml": "name: f/c\n",
            "three/c.yaml": "name: f/c\n",
        },
    )
    two = run("resolve", "f/a", "--catalog", "one", "--catalog", "./two/", "--json", cwd=tmp_path)
    three = run(
        "check", "one", "two", "three", "--format", "concise", cwd=tmp_path
    )  # fmt: skip
    assert [each["location"] for each in json.loads(two.out)["tools"]] == [
        {"catalog": "two", "file": "b.yaml", "line": 2, "column": 9}
    ]
    assert three.out == (
        "two/c.yaml:1:7: SK120 the skill `f/c` is defined twice\n"
        "1 error in 3 skills (4 files); 1 skill not checked any further\n"
    )


def test_a_root_within_a_root_and_one_twice_read_no_file_twice(tmp_path: Path) -> None:
    write(tmp_path, {"one/a.yaml": skill("f/a"), "one/in/b.yaml": skill("f/b")})
    (tmp_path / "link").symlink_to("one")
    for roots in (("one", "one/in"), ("one/in", "one"), ("one", "./one", "one/"), ("link", "one")):
        catalog = load_catalog(*(f"{tmp_path}/{root}" for root in roots), config=False)
        assert findings(catalog) == []
        assert list(catalog) == ["f/a", "f/b"]


def test_the_environment_names_the_catalog_and_an_option_wins_over_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "one/a.yaml": skill("f/a"),
            "two/b.yaml": skill("f/b"),
            "catalogs/c.yaml": skill("f/c"),
            "d/d.yaml": skill("f/d"),
            "skills.toml": 'catalog = "d"\n',
        },
    )
    env = {"SKILLS_CATALOG": os.pathsep.join(("one", "", "two"))}
    both = run("list", "--format", "names", cwd=tmp_path, env=env)
    option = run("list", "--catalog", "two", "--format", "names", cwd=tmp_path, env=env)
    config = run("list", "--format", "names", cwd=tmp_path, env={"SKILLS_CATALOG": ""})
    assert (both.out, option.out, config.out) == ("f/a\nf/b\n", "f/b\n", "f/d\n")


def test_the_folder_catalogs_is_looked_for_upward_to_the_git_root(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "catalogs/far.yaml": skill("f/far"),
            "repo/.git/HEAD": "ref\n",
            "repo/x/y/z.txt": "",
            "tree/catalogs/near.yaml": skill("f/near"),
            "tree/.git": "gitdir: elsewhere\n",
            "tree/x/y/z.txt": "",
        },
    )
    above = run("list", "--json", cwd=tmp_path / "tree" / "x" / "y")
    beyond = run("list", "--json", cwd=tmp_path / "repo" / "x" / "y")
    assert above.code == 0
    assert [each["location"]["catalog"] for each in json.loads(above.out)["skills"]] == [
        "../../catalogs"
    ]
    assert beyond.code == 2
    assert json.loads(beyond.out)["error"]["code"] == "no-catalog"


def test_no_catalog_names_the_ways_to_have_one(tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": "ref\n"})
    done = run("check", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[0] == (
        "error: no catalog: name a folder, or have one called `catalogs` here or above"
    )
    assert done.err.count("`--catalog DIR`") == 1


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"catalogs/a.yaml": skill("f/a"), "skills.toml": 'catalog = "gone"\n'})
    path = run("check", "catalogs/nope", cwd=tmp_path)
    option = run("list", "--catalog", "catalogs/nope", cwd=tmp_path)
    file = run("list", "--catalog", "catalogs/a.yaml", cwd=tmp_path)
    env = run("list", cwd=tmp_path, env={"SKILLS_CATALOG": "nowhere"})
    config = run("list", cwd=tmp_path)
    assert [each.code for each in (path, option, file, env, config)] == [2] * 5
    assert [each.err.splitlines()[0] for each in (path, option, file, env, config)] == [
        "error: no such file or folder: catalogs/nope",
        "error: no such folder: catalogs/nope",
        "error: not a folder: catalogs/a.yaml",
        "error: no such folder: nowhere",
        "error: no such folder: gone",
    ]


def test_a_root_without_a_name_is_no_folder(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"a.yaml": skill("f/a")})
    done = run("list", "--catalog", "", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")


def test_a_missing_root_is_an_error_of_python(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_catalog(tmp_path / "gone", config=False)


def test_a_catalog_without_a_skill_file_is_no_pass_unless_that_is_fine(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"readme.txt": "Nothing yet.\n"})
    for command in (["check"], ["resolve", "x"]):
        done = run(*command, "--json", cwd=tmp_path)
        assert done.code == 2
        assert json.loads(done.out)["error"]["code"] == "empty-catalog"
        assert json.loads(done.out)["error"]["message"] == "no skill file in catalogs"
    fine = run("check", "--allow-empty", cwd=tmp_path)
    assert (fine.code, fine.out) == (0, "no findings in 0 skills (0 files)\n")


def test_a_catalog_whose_only_file_is_broken_has_findings(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"a.yaml": "tools: [a\n"})
    codes = [run(*command, cwd=tmp_path).code for command in (["check"], ["list"])]
    assert codes == [1, 1]


CONFIGS = {
    "catalogs/c.yaml": skill("f/default"),
    "a/s.yaml": skill("f/skills-toml"),
    "a/x/p.yaml": skill("f/pyproject"),
    "t/t.yaml": skill("f/top"),
}


def test_the_nearest_config_upward_counts_and_skills_toml_wins_beside_pyproject(
    tmp_path: Path,
) -> None:
    write(
        tmp_path,
        {
            **CONFIGS,
            "skills.toml": 'catalog = "t"\n',
            "a/skills.toml": 'catalog = ["."]\nexclude = ["x"]\n',
            "a/pyproject.toml": '[tool.cleveragents-skills]\ncatalog = "x"\n',
            "a/b/pyproject.toml": '[project]\nname = "other"\n[tool.ruff]\nline-length = 3\n',
            "a/b/c/empty.txt": "",
            "a/x/pyproject.toml": '[tool.cleveragents-skills]\ncatalog = ["../x"]\n',
        },
    )
    assert listed(tmp_path) == "f/top\n"
    assert listed(tmp_path / "a") == "f/skills-toml\n"
    assert listed(tmp_path / "a" / "b" / "c") == "f/skills-toml\n"
    assert listed(tmp_path / "a" / "x") == "f/pyproject\n"
    assert listed(tmp_path / "catalogs") == "f/top\n"


def test_a_config_without_a_catalog_leaves_the_folder_to_be_found(tmp_path: Path) -> None:
    write(tmp_path, {**CONFIGS, "pyproject.toml": "[tool.cleveragents-skills]\n", "a/.keep": ""})
    assert listed(tmp_path / "a") == "f/default\n"


@pytest.mark.parametrize(
    ("config", "problem", "hint"),
    [
        ('catalogue = "x"\n', "unknown key `catalogue`", "did you mean `catalog`?"),
        ('fils = ["x"]\n', "unknown key `fils`", "did you mean `files`?"),
        ("builtin = {}\n", "unknown key `builtin`", "did you mean `builtins`?"),
        ("files = 'x'\n", "`files` must be a list of text", None),
        ("files = [1]\n", "`files` must be a list of text", None),
        ("exclude = {}\n", "`exclude` must be a list of text", None),
        ("[builtins]\nweb = 'fetch'\n", "`builtins.web` must be a list of text", None),
        ("[builtins]\nweb = ['two words']\n",
         "`builtins.web`: `two words` is no tool name", None),
    ],
)  # fmt: skip
def test_a_config_that_does_not_fit_is_an_error_of_python(
    tmp_path: Path, config: str, problem: str, hint: str | None
) -> None:
    write(tmp_path, {"catalogs/a.yaml": skill("f/a"), "skills.toml": config})
    with pytest.raises(ConfigError) as caught:
        load_catalog(tmp_path / "catalogs", config=tmp_path / "skills.toml")
    assert (caught.value.problem, caught.value.hint) == (problem, hint)


def test_a_config_that_does_not_fit_ends_the_run(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "catalogs/a.yaml": skill("f/a"),
            "pyproject.toml": "[tool.cleveragents-skills]\nexclud = []\n",
        },
    )
    done = run("check", "--json", cwd=tmp_path)
    assert done.code == 2
    assert json.loads(done.out) == {
        "schema_version": 1,
        "command": "check",
        "checked": None,
        "diagnostics": [],
        "error": {
            "code": "bad-config",
            "message": "pyproject.toml: unknown key `exclud`",
            "path": None,
            "location": None,
            "hint": "did you mean `exclude`?",
        },
    }


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("skills.toml", b"catalog = \n"),
        ("skills.toml", b'catalog = "\xff"\n'),
        ("skills.toml", b"a = [" + b"[" * 5000 + b"]" * 5000 + b"]\n"),
        ("pyproject.toml", b"[tool.cleveragents-skills\n"),
        ("pyproject.toml", b"[tool]\ncleveragents-skills = 3\n"),
        ("pyproject.toml", b"tool = 3\n[project]\n"),
    ],
)
def test_a_config_that_does_not_read_is_told_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes
) -> None:
    write(tmp_path, {"catalogs/a.yaml": skill("f/a"), name: content})
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError) as caught:
        load_catalog()
    assert caught.value.file == name


def test_the_config_adds_builtin_groups_to_those_every_catalog_has(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "skills.toml": '[builtins]\nweb = ["web/fetch", "web/search"]\nnone = []\n',
            "catalogs/a.yaml": "name: f/a\nbuiltins: [web, none, git_operations]\n",
            "catalogs/b.yaml": "name: f/b\nbuiltins: [wbe]\n",
        },
    )
    resolve = run("resolve", "f/a", "--format", "names", cwd=tmp_path)
    check = run("check", "--json", cwd=tmp_path)
    assert resolve.out.splitlines() == [
        "web/fetch", "web/search",
        "builtin/git_status", "builtin/git_diff", "builtin/git_log", "builtin/git_blame",
    ]  # fmt: skip
    assert [(each["message"], each["hint"]) for each in json.loads(check.out)["diagnostics"]] == [
        (
            (
                "unknown builtin group `wbe`; the groups are file_operations, git_operations, web,"
                " none"
            ),
            "did you mean `web`?",
        )
    ]


def test_library_and_command_give_the_same_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(
        tmp_path,
        {
            "skills.toml": 'exclude = ["old"]\n[builtins]\nweb = ["web/fetch"]\n',
            "catalogs/a.yaml": "name: f/a\nbuiltins: [web]\n",
            "catalogs/old/b.yaml": "name: f/b\n",
            "deep/er/x.txt": "",
        },
    )
    monkeypatch.chdir(tmp_path / "deep" / "er")
    catalog = load_catalog()
    done = run("resolve", "f/a", "--format", "names", cwd=tmp_path / "deep" / "er")
    assert list(catalog) == ["f/a"]
    assert names(catalog.resolve("f/a")) == done.out.splitlines() == ["web/fetch"]


def test_a_file_as_path_limits_the_report_and_not_the_reading(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "x.yaml": "name: f/x\nincludes: [f/y]\n",
            "y.yaml": "name: f/y\nincludes: [f/x]\n",
            "z.yaml": "name: f/z\nincludes: [f/gone]\n",
            "w.yaml": "name: f/w\nincludes: [f/z]\n",
        },
    )
    seen = {name: run("check", f"catalogs/{name}.yaml", "--json", cwd=tmp_path) for name in "xyzw"}
    assert {name: done.code for name, done in seen.items()} == {"x": 1, "y": 1, "z": 1, "w": 0}
    found = {name: json.loads(done.out)["diagnostics"] for name, done in seen.items()}
    assert {name: [each["code"] for each in told] for name, told in found.items()} == {
        "x": ["SK203"],
        "y": ["SK203"],
        "z": ["SK201"],
        "w": [],
    }
    assert json.loads(seen["w"].out)["checked"] == {"files": 4, "skills": 4}


def test_a_file_as_path_must_be_one_of_the_catalog(tmp_path: Path) -> None:
    write(tmp_path, {"catalogs/x.yaml": skill("f/x"), "other/y.yaml": "[", "catalogs/n.txt": ""})
    done = run("check", "other/y.yaml", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err == "error: other/y.yaml is no skill file of the catalog catalogs\n"


def test_a_folder_as_path_and_the_option_at_once_are_refused(tmp_path: Path) -> None:
    write(tmp_path, {"one/x.yaml": skill("f/x"), "two/y.yaml": "tools: ["})
    both = run("check", "one", "--catalog", "two", cwd=tmp_path)
    file = run("check", "one/x.yaml", "--catalog", "one", cwd=tmp_path)
    mixed = run("check", "one", "two", "one/x.yaml", cwd=tmp_path)
    assert (both.code, both.out) == (2, "")
    assert (file.code, file.out) == (0, "no findings in 1 skill (1 file)\n")
    assert (mixed.code, mixed.out) == (0, "no findings in 1 skill (2 files)\n")
