"""A commit gives what a checkout of it gives: the same skills, broken ones, findings and places."""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from command import run
from repository import commit, git, repository, told
from repository import diff as compared
from writing import agent_skill, write

from cleveragents_skills import Catalog, load_catalog
from cleveragents_skills.cli.bases import Refs
from cleveragents_skills.cli.options import Common
from cleveragents_skills.cli.progress import Progress
from cleveragents_skills.cli.session import Session
from cleveragents_skills.cli.sides import read_side
from cleveragents_skills.report import Output

TESTS = Path(__file__).parent
EXAMPLES = sorted({path.parent.name for path in (TESTS / "examples").glob("*/*") if path.is_dir()})
SKILL = "name: local/a\ntools: [look]\n"
OTHER = "name: local/other\ntools: [look]\n"


@pytest.fixture(autouse=True)
def _plain_git(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    monkeypatch.delenv("SKILLS_CATALOG", raising=False)


@contextmanager
def session(roots: Sequence[str]) -> Iterator[Session]:
    """Give a session as a command has it, whose notes nobody reads."""
    out, err = Output(io.StringIO()), Output(io.StringIO())
    with Progress(err) as progress:
        made = Session("diff", Common(catalog=list(roots) or None), "text", out, err, progress)
        with made.lasting:
            yield made


def everything(catalog: Catalog) -> dict[str, Any]:
    """Give all that can be known of a catalog, so that two can be compared."""
    return {
        "roots": catalog.roots,
        "files": catalog.files,
        "skills": dict(catalog.skills),
        "places": {name: skill.locate("name") for name, skill in catalog.skills.items()},
        "broken": dict(catalog.broken),
        "diagnostics": catalog.diagnostics,
        "excerpts": [catalog.excerpt(d.location) for d in catalog.diagnostics if d.location],
        "ignores": [(each.location, each.codes) for each in catalog.ignores],
    }


def of_commit(ref: str, *roots: str, beside: bool = False) -> dict[str, Any]:
    """Give the catalog of a commit, read alone or `beside` that of the work tree."""
    with session(roots) as made:
        refs = Refs(made)
        known = None
        if beside:
            made.load(allow_empty=True)
            known = (made.reading, made.config)
        side = read_side(refs.named(ref), made, refs, known)
        assert side.catalog is not None
        return everything(side.catalog)


def of_checkout(*roots: str) -> dict[str, Any]:
    return everything(load_catalog(*roots))


def checkout(folder: Path) -> Path:
    """Give a new checkout of the commit."""
    to = folder.parent / "checkout"
    shutil.rmtree(to, ignore_errors=True)
    git(folder, "clone", "-q", str(folder), str(to))
    return to


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a repository of all examples, and a checkout of it beside it."""
    folder = tmp_path_factory.mktemp("examples") / "place"
    shutil.copytree(TESTS / "examples", folder, symlinks=True)
    repository(folder, {})
    checkout(folder)
    return folder


@pytest.mark.parametrize("code", EXAMPLES)
def test_examples_are_the_same_in_a_commit(
    examples: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    names = sorted(each.name for each in (examples / code).iterdir() if each.is_dir())
    monkeypatch.chdir(examples.parent / "checkout" / code)
    expected = {name: of_checkout(name) for name in names}
    monkeypatch.chdir(examples / code)
    assert expected == {name: of_commit("HEAD", name) for name in names}
    assert expected == {name: of_commit("HEAD", name, beside=True) for name in names}
    assert all(each["files"] for each in expected.values())


ODD: dict[str, str | bytes] = {
    "catalogs/a b.yaml": SKILL,
    'catalogs/it\'s "x".yaml': OTHER,
    "catalogs/line\nbreak.yaml": "name: local/line\n",
    "catalogs/Upper.YAML": "name: local/upper\n",
    "catalogs/bom.yaml": b"\xef\xbb\xbfname: local/bom\nnonsense: 1\n",
    "catalogs/crlf.yaml": b"name: local/crlf\r\nnonsense: 1\r\n",
    "catalogs/latin.yaml": "name: local/latin\ndescription: für\n".encode("latin-1"),
    "catalogs/bytes.yaml": b"name: local/bytes\n\0\n",
    "catalogs/empty.yaml": "",
    "catalogs/large.yaml": "name: local/large\n" + "# x\n" * 300_000,
    "catalogs/notes.txt": "nothing",
    "catalogs/.hidden/x.yaml": "name: local/hidden\n",
    "catalogs/node_modules/x.yaml": "name: local/node\n",
    "catalogs/agent.yaml": "name: local/agent\nagent_skills: [skills/one, skills/gone, ../out/x]\n",
    "catalogs/skills/one/SKILL.md": agent_skill("one"),
    "catalogs/skills/one/more.yaml": "name: local/not-read\n",
    "catalogs/ignored.yaml": "name: local/i  # skills: ignore[SK103]\nnonsense: 1\n",
    "out/x/SKILL.md": agent_skill("x"),
    "out/y.yaml": "name: local/y\n",
}


def test_odd_files_are_the_same_in_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = repository(tmp_path / "place", ODD)
    (place / os.fsdecode(b"catalogs/\xff.yaml")).write_text("name: local/ff\n")
    commit(place, "bytes")
    monkeypatch.chdir(checkout(place))
    expected = of_checkout()
    monkeypatch.chdir(place)
    assert expected == of_commit("HEAD")
    assert expected == of_commit("HEAD", beside=True)
    write(place, {"catalogs/a b.yaml": OTHER, "catalogs/new.yaml": "name: local/new\n"})
    assert expected == of_commit("HEAD", beside=True)
    shutil.rmtree(place / "catalogs")
    assert expected == of_commit("HEAD")
    assert {"local/a", "local/ff", "local/line", "local/upper"} <= {*expected["skills"]}
    assert "local/large" in expected["broken"]


LINKS = {
    "catalogs/to-data.yaml": "data.txt",
    "catalogs/to-file.yaml": "inner/b.yaml",
    "catalogs/again.yaml": "to-file.yaml",
    "catalogs/by-folder.yaml": "folder/c.dat",
    "catalogs/folder": "inner",
    "catalogs/self.yaml": "self.yaml",
    "catalogs/ring": "ring2",
    "catalogs/ring2": "ring",
    "catalogs/up": "..",
    "catalogs/gone.yaml": "nowhere.yaml",
    "catalogs/gone-folder": "nowhere",
    "catalogs/out-file.yaml": "../elsewhere/x.yaml",
    "catalogs/out-folder": "../elsewhere",
    "catalogs/out-and-in.yaml": "../back/inner/d.txt",
    "catalogs/out-of-all.yaml": "../../beside/x.yaml",
    "catalogs/out-of-all": "../../beside",
    "catalogs/out-to-nothing.yaml": "../../no-such/x.yaml",
    "catalogs/absolute.yaml": "/etc/passwd",
    "catalogs/absolute": "/usr",
    "catalogs/hidden.yaml": ".hidden/x.yaml",
    "catalogs/deep/er/up.yaml": "../../../catalogs/inner/e.txt",
    "catalogs/linked": "skills",
    "catalogs/skills/two/SKILL.md": "README.txt",
    "catalogs/skills/three/SKILL.md": "../../../elsewhere/SKILL.md",
    "back": "catalogs",
}


def test_links_lead_to_the_same_in_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "catalogs/data.txt": SKILL,
        "catalogs/inner/b.yaml": "name: local/b\n",
        "catalogs/inner/c.dat": "name: local/c\n",
        "catalogs/inner/d.txt": "name: local/d\n",
        "catalogs/inner/e.txt": "name: local/e\n",
        "catalogs/.hidden/x.yaml": "name: local/x\n",
        "catalogs/agent.yaml": (
            "name: local/agent\nagent_skills: [skills/one, linked/one, skills/two, skills/three]\n"
        ),
        "catalogs/skills/one/SKILL.md": agent_skill("one"),
        "catalogs/skills/two/README.txt": agent_skill("two"),
        "elsewhere/x.yaml": "name: local/shared\n",
        "elsewhere/SKILL.md": agent_skill("three"),
    }
    write(tmp_path, {"beside/x.yaml": "name: local/beside\n"})
    place = write(tmp_path / "place", files)
    for link, to in LINKS.items():
        (place / link).parent.mkdir(parents=True, exist_ok=True)
        (place / link).symlink_to(to)
    repository(place, {})
    monkeypatch.chdir(checkout(place))
    expected = of_checkout()
    monkeypatch.chdir(place)
    assert expected == of_commit("HEAD")
    assert expected == of_commit("HEAD", beside=True)
    shutil.rmtree(place / "catalogs")
    assert expected == of_commit("HEAD")
    assert {"local/a", "local/b", "local/c", "local/d", "local/e"} <= {*expected["skills"]}
    said = [str(each) for each in expected["diagnostics"]]
    assert [each for each in said if "leads out of the catalog" in each and "beside" in each] != []


def test_roots_and_configs_are_the_same_in_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = repository(
        tmp_path / "place",
        {
            "skills.toml": (
                'catalog = ["one", "way/to"]\nfiles = ["**/*.skill"]\nexclude = ["no/**"]\n'
            ),
            "one/a.skill": SKILL,
            "one/a.yaml": SKILL,
            "one/no/b.skill": "name: local/b\n",
            "real/to/c.skill": "name: local/c\nincludes: [local/a]\nbuiltins: [mine]\n",
            "sub/skills.toml": 'catalog = "../real"\nfiles = ["**"]\n[builtins]\nmine = ["x"]\n',
        },
    )
    (place / "way").symlink_to("real")
    commit(place, "a link")
    there = checkout(place)
    for folder in ("", "sub", "one"):
        monkeypatch.chdir(there / folder)
        expected = of_checkout()
        monkeypatch.chdir(place / folder)
        assert expected == of_commit("HEAD")
        assert expected == of_commit("HEAD", beside=True)
    for roots in (["one", "real"], [".", "one"], ["one/no", "one"], ["way", "real"]):
        monkeypatch.chdir(there)
        expected = of_checkout(*roots)
        monkeypatch.chdir(place)
        assert expected == of_commit("HEAD", *roots)
        assert expected == of_commit("HEAD", *roots, beside=True)


def test_a_file_that_is_the_same_is_taken_for_the_same_place_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = repository(
        tmp_path / "place",
        {
            "catalogs/a.yaml": "name: local/a\nagent_skills: [way/x]\nbuiltins: [b]\n",
            "catalogs/one/x/SKILL.md": agent_skill("x"),
            "catalogs/two/x/SKILL.md": agent_skill("x"),
            "skills.toml": '[builtins]\nb = ["one"]\n',
        },
    )
    (place / "catalogs/way").symlink_to("one")
    commit(place, "to one")
    monkeypatch.chdir(checkout(place))
    expected = of_checkout()
    monkeypatch.chdir(place)
    (place / "catalogs/way").unlink()
    (place / "catalogs/way").symlink_to("two")
    write(place, {"skills.toml": '[builtins]\nb = ["two"]\n'})
    assert expected == of_commit("HEAD", beside=True)


def test_line_ends_that_git_changes_change_nothing(tmp_path: Path) -> None:
    place = repository(
        tmp_path / "place", {"catalogs/a.yaml": SKILL + "description: |\n  x\n  y\n"}
    )
    git(place, "config", "core.autocrlf", "true")
    (place / "catalogs/a.yaml").unlink()
    git(place, "checkout", "-q", "--", ".")
    assert b"\r\n" in (place / "catalogs/a.yaml").read_bytes()
    document = compared(place, "HEAD")
    assert (document["compared"], told(document)) == (1, [])
    assert run("check", "--since", "HEAD", cwd=place).code == 0


def test_five_thousand_files_are_the_same_in_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"catalogs/{n % 50}/{n}.yaml": f"name: local/s{n}\ntools: [x]\n" for n in range(5000)}
    place = repository(tmp_path / "place", files)
    write(place, {"catalogs/0/0.yaml": "name: local/s0\ntools: [x, y]\n"})
    document = compared(place, "HEAD")
    assert document["compared"] == 5000
    assert told(document) == [("widened", "local/s0", "y", "added", "")]
    monkeypatch.chdir(checkout(place))
    expected = of_checkout()
    monkeypatch.chdir(place)
    assert expected == of_commit("HEAD", beside=True)
