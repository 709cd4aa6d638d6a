"""Files that are out to harm: what they are, what they are called, and what becomes of them.

This is the whole list of what a file system can do to the program, and where it is held to what
it does then. The list of what a process can do to it heads `test_hostile_runs.py`.

| what is hostile | where |
|---|---|
| a folder whose files change, vanish and return all the time | here: `…_while_files_come_and_go` |
| a file that is another thing once it is read | here: `…_between_finding_and_reading` |
| a file that says it is empty and is not | here: `…_that_says_it_is_empty_is_read` |
| a file or folder that may not be read | here: `…_may_not_be_read…`, `…_may_not_be_entered…` |
| a config that may not be read, or is no file | here: `…_config…` |
| a current folder below one that may not be entered | here: `…_nobody_can_see…` |
| a pipe, a link to one | test_traps_files: `test_a_pipe_is_a_warning…` |
| a socket, a device, links to devices, sparse files | here: `test_what_is_no_file…` |
| a `SKILL.md` that is no file | here: `…_manifest…`; test_agent_skills |
| a baseline that is a pipe or device | test_control: `test_a_baseline_is_a_file…` |
| links in circles, that lead out or nowhere | test_traps_files: `test_links…`, `test_a_link…` |
| links that lead to each other | here: `test_what_is_no_file…` |
| a file over 1 MiB, a line of megabytes | test_traps_text: `test_one_mebibyte…`, `…_megabytes…` |
| a file of 2 GiB without content | here: `test_what_is_no_file…` |
| names with any character, of any length, not UTF-8 | here: `test_a_name…`; test_traps_files |
| names that are commands to GitHub | test_ci_formats: `test_github_finds_no_command…` |
| names that are secrets | test_ci_formats: `test_a_token_in_the_name…` |
| any bytes, any pieces of YAML, any data as content | test_loading_never_raises |
| encodings, controls, tags, bombs of aliases, depth | test_traps_text |
| content that would run or lead elsewhere | test_traps_determinism: `test_what_a_catalog_names…` |
"""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree as ET

import pytest
from command import PROGRAM, Completed, run, run_program
from writing import findings, write

from cleveragents_skills import ConfigError, load_catalog
from cleveragents_skills.loading import find_config
from cleveragents_skills.loading.files import FoundFile, Unreadable, find_files, read_file

GOOD = "name: f/a\ntools: [go]\n"

# Files that change.

RESTLESS = """
import os, shutil, sys
os.chdir(sys.argv[1])
print("begun", flush=True)
turn = 0
while True:
    turn += 1
    for name in map("{}.yaml".format, range(40)):
        try:
            if os.path.isdir(name) and not os.path.islink(name):
                os.rmdir(name)
            elif os.path.lexists(name):
                os.unlink(name)
            if turn % 5 == 0:
                os.mkdir(name)
            elif turn % 5 == 1:
                os.mkfifo(name)
            elif turn % 5 == 2:
                os.symlink("steady.yaml" if turn % 2 else name, name)
            elif turn % 5 == 3:
                with open(name, "w") as file:
                    file.write("name: f/x" + name[:-5] + "\\ntools: [go]\\n")
        except OSError:
            pass
    os.makedirs("deep/er", exist_ok=True)
    with open("deep/er/x.yaml", "w") as file:
        file.write("name: f/deep\\n")
    shutil.rmtree("deep")
"""


def test_a_check_ends_as_always_while_files_come_and_go(tmp_path: Path) -> None:
    root = write(tmp_path / "catalogs", {"steady.yaml": GOOD})
    with subprocess.Popen(
        [sys.executable, "-c", RESTLESS, root], stdout=subprocess.PIPE
    ) as restless:
        assert restless.stdout is not None
        restless.stdout.readline()
        try:
            runs = [run("check", "--json", cwd=tmp_path) for _ in range(10)]
            answers = [run("resolve", "f/a", "--format", "names", cwd=tmp_path) for _ in range(5)]
            assert restless.poll() is None
        finally:
            restless.kill()
    documents = [json.loads(each.out) for each in runs]
    codes = {each["code"] for document in documents for each in document["diagnostics"]}
    assert {(each.code in (0, 1), each.err) for each in runs} == {(True, "")}
    assert {document["checked"]["skills"] >= 1 for document in documents} == {True}
    # What is no file, what leads nowhere, what is gone by now, what is not written yet.
    assert codes <= {"SK001", "SK002", "SK003", "SK101"}
    assert {(each.code, each.out) for each in answers} == {(0, "go\n")}


def be_gone(_: Path) -> None:
    """Leave nothing where the file was."""


def be_itself(file: Path) -> None:
    file.symlink_to(file)


def be_a_link(file: Path) -> None:
    """Lead out of the catalog."""
    file.symlink_to(__file__)


def be_larger(file: Path) -> None:
    file.write_bytes(b"#" * (1024 * 1024 + 1))


@pytest.mark.parametrize(
    ("becomes", "message"),
    [
        (be_gone, "`a.yaml` cannot be read: no such file or directory"),
        (Path.mkdir, "`a.yaml` cannot be read: is a directory"),
        (be_itself, "`a.yaml` cannot be read: too many levels of symbolic links"),
        (be_a_link, "`a.yaml` cannot be read: too many levels of symbolic links"),
        (be_larger, "the file has 1,048,577 bytes; at most 1,048,576 are read"),
    ],
)
def test_a_file_may_become_another_thing_between_finding_and_reading(
    tmp_path: Path, becomes: Callable[[Path], None], message: str
) -> None:
    file = write(tmp_path, {"a.yaml": GOOD}) / "a.yaml"
    (found,), *_ = find_files({str(tmp_path): str(tmp_path)})
    file.unlink()
    becomes(file)
    with pytest.raises(Unreadable) as caught:
        read_file(found)
    assert caught.value.diagnostic.message == message


def test_a_file_that_becomes_a_pipe_or_is_cut_is_not_waited_for(tmp_path: Path) -> None:
    file = write(tmp_path, {"a.yaml": GOOD}) / "a.yaml"
    (found,), *_ = find_files({str(tmp_path): str(tmp_path)})
    file.unlink()
    os.mkfifo(file)
    assert read_file(found) == b""
    file.unlink()
    file.write_bytes(b"name")
    assert read_file(found) == b"name"


if sys.platform == "linux":

    def test_a_file_that_says_it_is_empty_is_read() -> None:
        folder = "/proc/sys/kernel"
        assert Path(folder, "ostype").stat().st_size == 0
        assert read_file(FoundFile(folder, "ostype", f"{folder}/ostype")) == b"Linux\n"

    def test_a_file_that_never_ends_is_read_no_further_than_the_limit() -> None:
        with pytest.raises(Unreadable) as caught:
            read_file(FoundFile("/dev", "zero", "/dev/zero"))
        assert caught.value.diagnostic.message == (
            "the file has 1,048,577 bytes; at most 1,048,576 are read"
        )


# What may not be read. Nothing keeps the superuser from reading, unless it gives that power up.

WITHOUT_POWER = """
import ctypes, os, sys
if os.geteuid() == 0:
    for capability in range(64):
        ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
WEAK = (sys.executable, "-c", WITHOUT_POWER, *PROGRAM)


def weakly(folder: Path, *arguments: str) -> Completed:
    """Run the program as somebody for whom the modes of files count."""
    return run_program([*WEAK, *arguments], cwd=folder)


def test_a_file_and_a_folder_that_may_not_be_read_hide_no_other(tmp_path: Path) -> None:
    root = write(
        tmp_path / "catalogs",
        {"a.yaml": GOOD, "b.yaml": "name: f/b\n", "in/c.yaml": "name: f/c\n"},
    )
    (root / "b.yaml").chmod(0)
    (root / "in").chmod(0)
    check = weakly(tmp_path, "check", "--format", "concise")
    names = weakly(tmp_path, "list", "--format", "names")
    (root / "in").chmod(0o700)
    told = (
        "catalogs/b.yaml: SK001 `b.yaml` cannot be read: permission denied\n"
        "catalogs/in: SK001 the folder `in` cannot be read: permission denied\n"
    )
    assert check == Completed(1, f"{told}2 errors in 1 skill (2 files)\n", "")
    assert names == Completed(1, "f/a\n", told)


def test_a_folder_that_may_be_listed_and_may_not_be_entered_is_told_by_its_files(
    tmp_path: Path,
) -> None:
    root = write(tmp_path / "catalogs", {"a.yaml": GOOD, "in/c.yaml": "name: f/c\n"})
    (root / "in").chmod(0o444)
    done = weakly(tmp_path, "check", "--format", "concise")
    (root / "in").chmod(0o700)
    assert done == Completed(
        1,
        "catalogs/in/c.yaml: SK001 `in/c.yaml` cannot be read: permission denied\n"
        "1 error in 1 skill (2 files)\n",
        "",
    )


def test_a_config_that_may_not_be_read_is_not_passed_over(tmp_path: Path) -> None:
    write(tmp_path, {"catalogs/a.yaml": GOOD, "skills.toml": "ignore = ['SK2']\n"})
    (tmp_path / "skills.toml").chmod(0)
    done = weakly(tmp_path, "check")
    assert done == Completed(2, "", "error: skills.toml: cannot be read: Permission denied\n")


def test_where_nobody_can_see_whether_there_is_a_config_none_is_made_up(tmp_path: Path) -> None:
    write(tmp_path, {"catalogs/a.yaml": GOOD, "shut/here/x.txt": ""})
    weak = shlex.join([*WEAK, "check", "--catalog", str(tmp_path / "catalogs")])
    done = run_program(["sh", "-c", f"cd shut/here && chmod 0 .. && exec {weak}"], cwd=tmp_path)
    (tmp_path / "shut").chmod(0o700)
    assert done == Completed(2, "", "error: skills.toml: cannot be read: Permission denied\n")


@pytest.mark.parametrize(
    ("becomes", "problem"),
    [
        (Path.mkdir, "is no file"),
        (os.mkfifo, "is no file"),
        (lambda file: file.symlink_to(os.devnull), "is no file"),
        (lambda file: file.symlink_to("nowhere"), "the link to `nowhere` leads nowhere"),
        (be_itself, "cannot be read: Too many levels of symbolic links"),
    ],
    ids=["folder", "pipe", "device", "nowhere", "itself"],
)
def test_a_config_that_is_no_file_is_not_passed_over(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    becomes: Callable[[Path], None],
    problem: str,
) -> None:
    becomes(tmp_path / "skills.toml")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError) as caught:
        find_config()
    assert (caught.value.file, caught.value.problem) == ("skills.toml", problem)


def test_a_catalog_of_the_config_that_is_a_link_to_itself_is_no_folder(tmp_path: Path) -> None:
    write(tmp_path, {"skills.toml": "catalog = 'loop'\n"})
    be_itself(tmp_path / "loop")
    done = run("check", cwd=tmp_path)
    assert (done.code, done.err.splitlines()[0]) == (2, "error: no such folder: loop")


# What is no file.


def test_what_is_no_file_or_far_too_large_is_told_and_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write(tmp_path / "catalogs", {"a.yaml": GOOD})
    for name, target in {
        "one.yaml": "two.yaml", "two.yaml": "one.yaml", "far": "near", "near": "far",
        "up": "..", "self": ".", "z.yaml": "/dev/zero", "null": "/dev/null",
    }.items():  # fmt: skip
        (root / name).symlink_to(target)
    os.truncate(write(root, {"sparse.yaml": ""}) / "sparse.yaml", 2 * 1024**3)
    monkeypatch.chdir(root)  # the whole path may be too long for a socket
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.yaml")
    done = run("check", "--format", "concise", cwd=tmp_path)
    assert (done.code, done.err) == (1, "")
    assert done.out.splitlines() == [
        "catalogs/far: SK002 the link `far` to `near` leads nowhere",
        "catalogs/near: SK002 the link `near` to `far` leads nowhere",
        "catalogs/one.yaml: SK002 the link `one.yaml` to `two.yaml` leads nowhere",
        "catalogs/socket.yaml: SK003 `socket.yaml` is a pipe, socket or device; it is not read",
        "catalogs/sparse.yaml: SK004 the file has 2,147,483,648 bytes; at most 1,048,576 are read",
        "catalogs/two.yaml: SK002 the link `two.yaml` to `one.yaml` leads nowhere",
        "catalogs/up: SK002 the link `up` to `..` leads out of the catalog; it is not followed",
        (
            "catalogs/z.yaml: SK002 the link `z.yaml` to `/dev/zero` leads out of the catalog;"
            " it is not followed"
        ),
        "1 error and 7 warnings in 1 skill (2 files)",
    ]


if sys.platform == "linux":

    def test_a_device_within_the_catalog_is_a_warning() -> None:
        found, told, _ = find_files({"/dev": "/dev"}, ["zero", "null"])
        messages = sorted(each.message for each in told if each.code.id == "SK003")
        assert (found, messages) == (
            [],
            [f"`{each}` is a pipe, socket or device; it is not read" for each in ("null", "zero")],
        )


@pytest.mark.parametrize(
    "becomes",
    [os.mkfifo, lambda file: file.symlink_to("/dev/zero"), be_itself],
    ids=["pipe", "device", "itself"],
)
def test_a_manifest_that_is_no_file_is_none(
    tmp_path: Path, becomes: Callable[[Path], None]
) -> None:
    write(tmp_path, {"a.yaml": "name: f/a\nagent_skills: [talk]\n", "talk/x.txt": ""})
    becomes(tmp_path / "talk" / "SKILL.md")
    assert findings(load_catalog(tmp_path, config=False)) == [
        f"a.yaml:2:16 SK223 the folder `{tmp_path}/talk` has no `SKILL.md`"
    ]


# What files are called.

ODD = {
    "a\\nb": b"a\nb",
    "a\\r": b"a\r",
    "a\\tb": b"a\tb",
    "\\x1b]0;x\\x07": b"\x1b]0;x\x07",
    "\\x7f\\x01": b"\x7f\x01",
    "\\x9b31m": "\x9b31m".encode(),
    "\\u202egnp.\\u2066": "\u202egnp.\u2066".encode(),
    "\\u2028": "\u2028".encode(),
    "'q'\"": b"'q'\"",
    "#1": b"#1",
    "%41%": b"%41%",
    "[b]{0}(c)": b"[b]{0}(c)",
    "*?$(x)~": b"*?$(x)~",
    "--json": b"--json",
    "-": b"-",
    "`t`": b"`t`",
    "<b>&amp;": b"<b>&amp;",
    "a:1,b=2": b"a:1,b=2",
    " ": b" ",
    "\U0001f600e\u0301": "\U0001f600e\u0301".encode(),
    "f" * 250: b"f" * 250,
}
if sys.platform == "linux":  # elsewhere no file has such a name
    ODD["l\\xe9\\xff"] = b"l\xe9\xff"


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with a catalog where each name is that of a folder and of a file in it."""
    folder = tmp_path_factory.mktemp("odd")
    for index, name in enumerate(ODD.values()):
        inner = os.path.join(os.fsencode(folder), b"catalogs", name)
        os.makedirs(inner)
        with open(os.path.join(inner, name + b".yaml"), "wb") as file:
            file.write(b"name: f/s%d\nincludes: [f/none]\n" % index)
    return folder


def lines(pattern: str) -> Callable[[str], list[str]]:
    """Give what finds the paths of an output of which each stands on a line of its own."""
    return lambda text: [found.group(1) for found in re.finditer(pattern, text, re.MULTILINE)]


def of_github(text: str) -> list[str]:
    told = [re.match(r"::error file=([^,]*),|(.*):2:12: ", line) for line in text.splitlines()]
    paths = [(each.group(1), each.group(2)) for each in told if each]
    written = {"%0A": "\n", "%0D": "\r", "%3A": ":", "%2C": ",", "%25": "%"}
    return [
        re.sub("%..", lambda found: written[found.group()], coded) if coded else plain
        for coded, plain in paths
    ]


def of_markdown(text: str) -> list[str]:
    found = lines(r"^.* \| `+ ?(.*?):2:12 ?`+ \|$")(text)
    return [each.replace("\\|", "|") for each in found]


def of_junit(text: str) -> list[str]:
    return [case.attrib["file"] for case in ET.fromstring(text).iter("testcase")]


SHOWN_IN: dict[str, Callable[[str], list[str]]] = {
    "text": lines(r"^ --> (.*):2:12$"),
    "concise": lines(r"^(.*):2:12: SK201 "),
    "names": str.splitlines,
    "markdown": of_markdown,
    "github": of_github,
    "gitlab": lambda text: [each["location"]["path"] for each in json.loads(text)],
    "junit": of_junit,
}


def controls(text: str) -> list[str]:
    """Give the characters that a terminal obeys, or that are no text at all."""
    return re.findall(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", text)


@pytest.mark.parametrize("format_", SHOWN_IN)
def test_a_name_is_shown_with_escapes_in_every_format(odd: Path, format_: str) -> None:
    done = run("check", "--format", format_, cwd=odd)
    paths = SHOWN_IN[format_](done.out)
    assert (done.code, done.err, controls(done.out)) == (1, "", [])
    assert sorted(paths) == sorted(f"catalogs/{name}/{name}.yaml" for name in ODD)


def test_a_name_is_the_name_it_is_in_json_and_sarif(odd: Path) -> None:
    check = run("check", "--json", cwd=odd)
    sarif = run("check", "--format", "sarif", cwd=odd)
    files = [each["location"]["file"] for each in json.loads(check.out)["diagnostics"]]
    places = [each["locations"][0] for each in json.loads(sarif.out)["runs"][0]["results"]]
    uris = [each["physicalLocation"]["artifactLocation"]["uri"] for each in places]
    assert (check.code, check.err, sarif.code, sarif.err) == (1, "", 1, "")
    assert controls(check.out + sarif.out) == []
    assert sorted(map(os.fsencode, files)) == sorted(b"%s/%s.yaml" % (n, n) for n in ODD.values())
    assert sorted(map(unquote_to_bytes, uris)) == sorted(
        b"catalogs/%s/%s.yaml" % (name, name) for name in ODD.values()
    )


@pytest.mark.parametrize("shown", ODD)
def test_a_name_of_any_kind_may_be_given_on_the_command_line(odd: Path, shown: str) -> None:
    name = os.fsdecode(ODD[shown])
    folder = run("list", "--format", "names", "--catalog", f"catalogs/{name}", cwd=odd)
    file = run("check", "--format", "concise", f"catalogs/{name}/{name}.yaml", cwd=odd)
    place = f"catalogs/{shown}/{shown}.yaml:2:12"
    index = list(ODD).index(shown)
    assert (folder.code, folder.out) == (0, f"f/s{index}\n")
    assert (file.code, file.out.splitlines()[0]) == (
        1,
        f"{place}: SK201 `f/s{index}` includes the unknown skill `f/none`",
    )
