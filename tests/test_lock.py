"""`skills.lock`: written, read, damaged, and held to by `check --locked`."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from command import run
from hypothesis import given
from hypothesis import strategies as st
from repository import git, repository
from writing import agent_skill, spot, write

from cleveragents_skills.lock import lock_text, read_lock
from cleveragents_skills.lock_lines import LockError
from cleveragents_skills.snapshot import ServerSnapshot, SkillSnapshot, ToolSnapshot

# Round trip.

WORDS = st.text(max_size=6) | st.sampled_from(
    ["", "''", "'", "%", "%41", "#", "é", "\u202e", "\ud800"]
)
TOOLS = st.builds(
    ToolSnapshot,
    WORDS,
    st.sampled_from(["tool", "inline", "mcp", "agent_skill"]),
    WORDS,
    st.sampled_from(["read_only", "write", "unknown"]),
    st.booleans(),
    st.lists(WORDS, max_size=3).map(tuple),
    st.sampled_from(["", "0123456789ab"]),
)
SERVERS = st.builds(
    ServerSnapshot,
    WORDS,
    st.sampled_from(["stdio", "sse", "streamable-http"]),
    st.lists(WORDS, max_size=3).map(tuple),
    st.none() | st.integers(0, 10**6),
)
UNRESOLVED = "it could not be resolved"


@st.composite
def skills(draw: st.DrawFn) -> dict[str, SkillSnapshot]:
    """Skills with any names, some of them unresolved."""
    found = {}
    for name in draw(st.lists(WORDS, max_size=4, unique=True)):
        problem = draw(st.sampled_from([None, None, UNRESOLVED]))
        tools = draw(st.lists(TOOLS, max_size=4, unique_by=lambda each: each.name))
        servers = draw(st.lists(SERVERS, max_size=2, unique_by=lambda each: each.name))
        found[name] = SkillSnapshot(
            name,
            () if problem else tuple(tools),
            () if problem else tuple(servers),
            tuple(draw(st.lists(WORDS, max_size=3))),
            problem,
        )
    return found


@given(skills())
def test_what_is_written_is_what_is_read(recorded: dict[str, SkillSnapshot]) -> None:
    text = lock_text(recorded)
    assert recorded == read_lock(text)
    assert recorded == read_lock("\ufeff" + text.replace("\n", "\r\n"))
    assert text == lock_text(dict(reversed(recorded.items())))
    assert text == lock_text(read_lock(text))


@given(skills())
def test_every_line_of_a_lock_is_one_that_is_shown(recorded: dict[str, SkillSnapshot]) -> None:
    for line in lock_text(recorded).split("\n"):
        assert line.isprintable()


WHOLE = """\
# About it.
lock 1

skill l/a
  includes l/b
  = 1 tools: 0 read_only, 1 write, 0 unknown
  server m stdio no-list run -x
  tool t tool write* l/b approval #0123456789ab

skill l/b
  unresolved
"""


def test_a_lock_tells_where_each_thing_stands() -> None:
    found = read_lock(WHOLE, "sub/skills.lock")
    (tool,), (server,) = found["l/a"].tools, found["l/a"].servers
    places = [spot(each.location()) for each in (found["l/a"], server, tool) if each.location]
    assert places == ["sub/skills.lock:4:1", "sub/skills.lock:7:3", "sub/skills.lock:8:3"]


# Damage: what stands in place of what, the line, what is told.
NO_SUCH = "a lock has no such line: `{}`"
DAMAGE: Mapping[str, tuple[str, str, int, str]] = {
    "nothing at all": (WHOLE, "", 1, "expected `lock 1`"),
    "comments alone": (WHOLE, "# About it.\n", 1, "expected `lock 1`"),
    "another version": ("lock 1", "lock 2", 2, "its version 2 is not known here, only 1 is"),
    "no version": ("lock 1\n", "", 3, NO_SUCH.format("skill l/a")),
    "something else": (WHOLE, "{}\n", 1, NO_SUCH.format("{}")),
    "a merge conflict": (
        "  includes l/b\n",
        "<<<<<<< HEAD\n  includes l/b\n=======\n>>>>>>> other\n",
        5,
        NO_SUCH.format("<<<<<<< HEAD"),
    ),
    "the end of a conflict": ("  server", "=======\n  server", 7, NO_SUCH.format("=======")),
    "a skill twice": ("skill l/b", "skill l/a", 10, NO_SUCH.format("skill l/a")),
    "a skill without a name": ("skill l/b", "skill", 10, NO_SUCH.format("skill")),
    "a skill with two names": ("skill l/b", "skill l/b c", 10, NO_SUCH.format("skill l/b c")),
    "a tool of no skill": ("skill l/a\n", "", 4, NO_SUCH.format("includes l/b")),
    "a line cut off": (" approval #0123456789ab", "", 8, NO_SUCH.format("tool t tool write* l/b")),
    "no digest": (
        " approval #0123456789ab",
        " approval",
        8,
        NO_SUCH.format("tool t tool write* l/b approval"),
    ),
    "another access": (
        "write*",
        "any",
        8,
        NO_SUCH.format("tool t tool any l/b approval #0123456789ab"),
    ),
    "another kind": (
        "t tool write",
        "t thing write",
        8,
        NO_SUCH.format("tool t thing write* l/b approval #0123456789ab"),
    ),
    "another transport": ("stdio", "smoke", 7, NO_SUCH.format("server m smoke no-list run -x")),
    "no number": ("no-list", "-1", 7, NO_SUCH.format("server m stdio -1 run -x")),
    "a digit of another script": ("no-list", "٣", 7, NO_SUCH.format("server m stdio ٣ run -x")),
    "a server twice": (
        "  server m stdio no-list run -x\n",
        "  server m stdio 1 a\n  server m stdio 1 a\n",
        8,
        NO_SUCH.format("server m stdio 1 a"),
    ),
    "a tool twice": (
        "  tool t",
        "  tool t tool write l/b #01\n  tool t",
        9,
        NO_SUCH.format("tool t tool write* l/b approval #0123456789ab"),
    ),
    "unresolved and more": (
        "  unresolved",
        "  unresolved\n  includes x",
        12,
        NO_SUCH.format("includes x"),
    ),
    "an unknown word": ("  unresolved", "  resolved", 11, NO_SUCH.format("resolved")),
    "half an escape": ("l/b\n  =", "l/b%4\n  =", 5, NO_SUCH.format("includes l/b%4")),
    "an escape that is no text": ("l/b\n  =", "l/b%FF\n  =", 5, NO_SUCH.format("includes l/b%FF")),
    "a quote": ("l/b\n  =", "l/'b\n  =", 5, NO_SUCH.format("includes l/'b")),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_lock_is_told_with_its_line(damage: str) -> None:
    there, other, line, problem = DAMAGE[damage]
    text = WHOLE.replace(there, other, 1)
    assert text != WHOLE
    with pytest.raises(LockError) as caught:
        read_lock(text)
    assert (line, problem) == (caught.value.line, caught.value.problem)


# The command.

APP = """\
name: local/app
includes: [local/base]
inline_tools:
  - {name: send, writes: true, side_effects: [mail to all]}
mcp_servers:
  - {name: m, command: run-it, args: [-y, x]}
"""
BASE = """\
name: local/base
tools:
  - look
  - {name: déjà-vu, read_only: true, human_approval_required: true}
agent_skills:
  - {path: p, sandbox_policy: restricted}
"""
LOCK = """\
# What each skill gives an agent. `skills lock` writes this file, people review it, and
# `skills check --locked` holds the catalog to it. `*`: only by an override.
lock 1

skill local/app
  includes local/base
  = at least 4 tools: 1 read_only, 1 write, 2 unknown
  server m stdio no-list run-it -y x
  tool look tool unknown local/base #{look}
  tool déjà-vu tool read_only* local/base approval #{seen}
  tool agent_skill:p agent_skill unknown local/base sandbox:restricted allows:Bash(git%20log) #{p}
  tool local/app/send inline write local/app effect:mail%20to%20all #{send}

skill local/base
  = 3 tools: 1 read_only, 0 write, 2 unknown
  tool look tool unknown local/base #{look}
  tool déjà-vu tool read_only* local/base approval #{seen}
  tool agent_skill:p agent_skill unknown local/base sandbox:restricted allows:Bash(git%20log) #{p}
"""


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    """A folder with a catalog of two skills, which is no git work tree."""
    front = agent_skill("p").replace("---\n", "---\nallowed-tools: Bash(git log)\n", 1)
    files = {"app.yaml": APP, "base.yaml": BASE, "p/SKILL.md": front}
    write(tmp_path / "here", {f"catalogs/{file}": text for file, text in files.items()})
    return tmp_path / "here"


def lock_of(folder: Path, name: str = "skills.lock") -> str:
    """Give what stands in a lock."""
    return (folder / name).read_bytes().decode()


def test_the_lock_has_a_line_for_each_tool(catalog: Path) -> None:
    done = run("lock", cwd=catalog)
    assert (done.code, done.out) == (0, "2 skills, 7 tools written to skills.lock\n")
    actual = lock_of(catalog)
    digests = [line.rpartition("#")[2] for line in actual.splitlines() if line.startswith("  tool")]
    look, seen, folder, send = digests[:4]
    assert LOCK.format(look=look, seen=seen, p=folder, send=send) == actual
    assert [look, seen, folder] == digests[4:]
    assert len({look, seen, folder, send}) == 4


def test_the_lock_is_the_same_to_the_byte_and_is_not_written_again(catalog: Path) -> None:
    run("lock", cwd=catalog)
    first, stat = lock_of(catalog), (catalog / "skills.lock").stat()
    again = run("lock", cwd=catalog, env={"PYTHONHASHSEED": "7"})
    assert (again.code, again.out) == (0, "2 skills, 7 tools as they stand in skills.lock\n")
    after = (catalog / "skills.lock").stat()
    assert (stat.st_ino, stat.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    printed = run("lock", "--stdout", cwd=catalog)
    assert (0, first) == (printed.code, printed.out)


def test_stdout_writes_nothing(catalog: Path) -> None:
    run("lock", "--stdout", cwd=catalog)
    document = json.loads(run("lock", "--stdout", "--json", cwd=catalog).out)
    assert not (catalog / "skills.lock").exists()
    assert tuple(document[key] for key in ("file", "changed", "skills", "tools")) == (
        None,
        False,
        2,
        7,
    )
    run("lock", cwd=catalog)
    assert lock_of(catalog) == document["text"]


def test_json_tells_whether_the_lock_changed(catalog: Path) -> None:
    first, second = (json.loads(run("lock", "--json", cwd=catalog).out) for _ in range(2))
    expected = {
        "schema_version": 1,
        "command": "lock",
        "file": "skills.lock",
        "changed": True,
        "skills": 2,
        "tools": 7,
        "unresolved": [],
        "text": None,
        "diagnostics": [],
    }
    assert (expected, {**expected, "changed": False}) == (first, second)


@pytest.mark.parametrize(
    ("config", "text", "sub"),
    [
        ("skills.toml", 'catalog = "catalogs"\n', "conf"),
        ("pyproject.toml", '[tool.cleveragents-skills]\ncatalog = "catalogs"\n', "conf"),
        ("other.toml", "", ""),
    ],
)
def test_the_lock_stands_beside_the_config_or_at_the_root_of_the_work_tree(
    tmp_path: Path, config: str, text: str, sub: str
) -> None:
    files = {f"conf/{config}": text, "conf/catalogs/base.yaml": "name: l/a\ntools: [t]\n"}
    repository(tmp_path, {**files, "conf/deep/er/x": ""})
    done = run("lock", cwd=tmp_path / "conf" / "deep" / "er")
    assert (done.code, [each.name for each in tmp_path.rglob("*.lock")]) == (0, ["skills.lock"])
    assert (tmp_path / sub / "skills.lock").exists()
    checked = run("check", "--locked", cwd=tmp_path / "conf" / "deep")
    assert (checked.code, checked.err) == (0, "")


# Writing where that is not possible.


def test_a_file_of_another_program_is_not_overwritten(catalog: Path) -> None:
    write(catalog, {"skills.lock": '{"version": 3}\n'})
    done = run("lock", cwd=catalog)
    assert (done.code, done.out, lock_of(catalog)) == (2, "", '{"version": 3}\n')
    assert "skills.lock is there and is no lock" in done.err


@pytest.mark.parametrize("text", ["", "\n", "# mine\nlock 1\n<<<<<<< HEAD\n", "\ufefflock 7\n"])
def test_a_damaged_lock_is_written_anew(catalog: Path, text: str) -> None:
    write(catalog, {"skills.lock": text.encode()})
    assert run("lock", cwd=catalog).code == 0
    assert {"local/app", "local/base"} == read_lock(lock_of(catalog)).keys()


@pytest.mark.parametrize("command", [("lock",), ("check", "--locked")])
@pytest.mark.parametrize("what", ["folder", "pipe"])
def test_what_is_no_file_is_no_lock(catalog: Path, command: tuple[str, ...], what: str) -> None:
    (os.mkdir if what == "folder" else os.mkfifo)(catalog / "skills.lock")
    done = run(*command, cwd=catalog)
    assert (done.code, done.err) == (2, "error: the lock skills.lock is no file\n")


def test_a_link_is_followed_and_stays(catalog: Path) -> None:
    os.symlink("kept.txt", catalog / "skills.lock")
    assert run("lock", cwd=catalog).code == 0
    assert (
        (catalog / "skills.lock").is_symlink(),
        (catalog / "kept.txt").is_file(),
    ) == (True, True)


def test_a_folder_in_which_nothing_can_be_made_is_told(catalog: Path) -> None:
    os.symlink("/proc/nowhere/kept", catalog / "skills.lock")
    done = run("lock", cwd=catalog)
    assert (done.code, done.out) == (2, "")
    assert "the lock skills.lock cannot be written: " in done.err


# What is broken.


def test_what_cannot_be_resolved_stands_in_the_lock_and_fails_the_command(catalog: Path) -> None:
    write(catalog, {"catalogs/base.yaml": "name: local/base\ntools: 7\n"})
    done = run("lock", cwd=catalog)
    assert (done.code, done.out) == (1, "2 skills, 0 tools, 2 unresolved written to skills.lock\n")
    expected = [
        "skill local/app",
        "  includes local/base",
        "  unresolved",
        "skill local/base",
        "  unresolved",
    ]
    assert expected == [line for line in lock_of(catalog).splitlines()[3:] if line]
    again = run("check", "--locked", "--json", cwd=catalog)
    assert "SK393" not in again.out
    write(catalog, {"catalogs/base.yaml": BASE})
    assert run("check", "--locked", cwd=catalog).code == 1


def test_a_folder_without_skills_has_no_lock(tmp_path: Path) -> None:
    write(tmp_path, {"catalogs/x.txt": ""})
    done = run("lock", cwd=tmp_path)
    assert (done.code, (tmp_path / "skills.lock").exists()) == (2, False)
    allowed = run("lock", "--allow-empty", cwd=tmp_path)
    assert (allowed.code, read_lock(lock_of(tmp_path))) == (0, {})


# Holding a catalog to it.

QUIET = ("--select", "SK393")


def test_a_catalog_that_gives_what_its_lock_records_passes(catalog: Path) -> None:
    run("lock", cwd=catalog)
    text = lock_of(catalog)
    for other in (text, text.replace("\n", "\r\n"), "\ufeff" + text):
        write(catalog, {"skills.lock": other.encode()})
        done = run("check", "--locked", *QUIET, cwd=catalog)
        assert (done.code, done.out) == (0, "no findings in 2 skills (2 files)\n")


def test_what_a_catalog_gives_otherwise_is_told_where_it_stands(catalog: Path) -> None:
    run("lock", cwd=catalog)
    write(
        catalog,
        {"catalogs/base.yaml": BASE.replace("  - look\n", "  - {name: wipe, destructive: true}\n")},
    )
    done = run("check", "--locked", *QUIET, "--format", "concise", cwd=catalog)
    gone = "`look` of `local/base`: unknown -> absent, in 1 more skill too"
    new = "`wipe` of `local/base`: absent -> write (only by override), destructive, no approval"
    expected = [
        f"skills.lock:16:3: SK393 {gone}",
        f"catalogs/base.yaml:3:5: SK393 {new}, in 1 more skill too",
    ]
    assert (1, expected) == (done.code, done.out.splitlines()[:2])
    document = json.loads(run("check", "--locked", *QUIET, "--json", cwd=catalog).out)
    assert [each["code"] for each in document["diagnostics"]] == ["SK393", "SK393"]
    assert {"`skills lock` records it"} == {each["hint"] for each in document["diagnostics"]}
    sarif = json.loads(run("check", "--locked", *QUIET, "--format", "sarif", cwd=catalog).out)
    results = sarif["runs"][0]["results"]
    uris = [each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in results]
    assert sorted(uris) == ["catalogs/base.yaml", "skills.lock"]
    text = run("check", "--locked", *QUIET, cwd=catalog).out
    assert "error[SK393]: `wipe` of `local/base`" in text


def test_a_line_that_was_changed_by_hand_is_told_though_it_is_not_read(catalog: Path) -> None:
    run("lock", cwd=catalog)
    write(catalog, {"skills.lock": lock_of(catalog).replace("= 3 tools", "= 0 tools")})
    done = run("check", "--locked", *QUIET, "--format", "concise", cwd=catalog)
    expected = "skills.lock: SK393 the lock is not as `skills lock` writes it"
    assert (1, expected) == (done.code, done.out.splitlines()[0])


def test_without_a_lock_nothing_is_held_to_it(catalog: Path) -> None:
    done = run("check", "--locked", cwd=catalog)
    assert (done.code, done.out) == (2, "")
    assert "no such lock: skills.lock" in done.err
    assert "`skills lock` writes it" in done.err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"lock 1\nrubbish\n", "skills.lock:2: not a lock: a lock has no such line: `rubbish`"),
        (b"lock 2\n", "skills.lock:1: not a lock: its version 2 is not known here, only 1 is"),
        (b"", "skills.lock:1: not a lock: expected `lock 1`"),
        (b"lock 1\n\xff", "the lock skills.lock is not encoded in UTF-8"),
    ],
)
def test_a_lock_that_does_not_read_ends_the_check(catalog: Path, content: bytes, said: str) -> None:
    write(catalog, {"skills.lock": content})
    for command in (("check", "--locked"), ("diff", "skills.lock")):
        done = run(*command, cwd=catalog)
        assert (done.code, done.out) == (2, "")
        assert said in done.err
        assert "`skills lock` writes it anew" in done.err


# Secrets.

TOKEN = "ghp_" + "a1B2" * 9
SECRETS = {
    "env": "hunter2-env",
    "header": "hunter2-header",
    "user": "hunter2-user",
    "query": "hunter2-query",
    "flag": "hunter2-flag",
    "token": TOKEN,
}


def secret_catalog(note: str) -> dict[str, Any]:
    """Give files with a secret wherever one may stand; `note` makes that differ."""
    return {
        "catalogs/a.yaml": f"""\
name: local/a
tools:
  - {{name: t{note}, writes: true, note: "{TOKEN}{note}", env: {{A: {SECRETS["env"]}{note}}}}}
  - {{name: {TOKEN}, writes: true}}
inline_tools:
  - name: i
    code: "call('{TOKEN}{note}')"
    side_effects: ["{TOKEN}"]
    write_scope: "{TOKEN}{note}"
mcp_servers:
  - name: m
    command: run{note}
    args: [--token, {SECRETS["flag"]}, "--api-key={SECRETS["flag"]}", {TOKEN}]
    env: {{KEY: {SECRETS["env"]}{note}}}
  - name: n
    url: "https://{SECRETS["user"]}:{SECRETS["user"]}@n.example/x{note}?key={SECRETS["query"]}"
    headers: {{Authorization: Bearer {SECRETS["header"]}{note}}}
overrides:
  t{note}: {{headers: {{X: {SECRETS["header"]}{note}}}}}
agent_skills: [p]
""",
        "catalogs/p/SKILL.md": agent_skill("p").replace(
            "---\n", f"---\nallowed-tools: Bash(curl {TOKEN}) X{note}\n", 1
        ),
    }


def test_no_secret_is_in_a_lock_or_a_diff(tmp_path: Path) -> None:
    repository(tmp_path, secret_catalog(""))
    run("lock", cwd=tmp_path)
    texts = [lock_of(tmp_path), run("lock", "--stdout", cwd=tmp_path).out]
    write(tmp_path, secret_catalog("2"))
    for form in ("text", "json", "markdown", "github"):
        for base in ("HEAD", "skills.lock"):
            done = run("diff", base, "--format", form, cwd=tmp_path)
            assert (done.code, len(done.out) > 100) == (0, True)
            texts += [done.out, done.err]
    for form in ("text", "json", "sarif"):
        done = run("check", "--locked", *QUIET, "--format", form, cwd=tmp_path)
        assert (done.code, "SK393" in done.out) == (1, True)
        texts += [done.out, done.err]
    assert [(name, text) for name, each in SECRETS.items() for text in texts if each in text] == []
    run("lock", cwd=tmp_path)
    assert run("check", "--locked", *QUIET, cwd=tmp_path).code == 0
    assert TOKEN not in lock_of(tmp_path)


def test_a_lock_at_a_commit_is_one_side_of_a_diff(tmp_path: Path) -> None:
    repository(tmp_path, {"catalogs/a.yaml": "name: l/a\ntools: [t]\n"})
    run("lock", cwd=tmp_path)
    write(tmp_path, {"catalogs/a.yaml": "name: l/a\ntools: [t, u]\n"})
    document = json.loads(run("diff", "skills.lock", "--json", cwd=tmp_path).out)
    assert [(each["effect"], each["name"]) for each in document["changes"]] == [("widened", "u")]
    assert "?? skills.lock" in git(tmp_path, "status", "--short")
