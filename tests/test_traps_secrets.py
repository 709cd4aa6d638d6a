"""What must never be shown, in an answer, a finding, an excerpt, an error or a `repr`.

Every secret in these catalogs holds the word `hush`, so one look at the output is enough.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from command import Completed, run
from writing import findings, load, write

from cleveragents_skills import Location

SERVER = {
    "f.yaml": """
        name: v/f
        tools: [go]
        mcp_servers:
          - name: tracker
            command: tracker-bin
            args: [--api-key, hush-1, --token=hush-2, "API_SECRET=hush-3", --password, "hush 4",
                   --verbose, plain, --url, "https://me:hush-5@t.example/p?key=hush-6&x=hush-7#top"]
            env: {API_TOKEN: hush-8, MODE: hush-9, MIXED: "hush-10 ${HOME} hush-11", REF: "${REF}"}
            tools: [search]
          - name: wiki
            url: "https://me:hush-12@w.example/mcp?token=hush-13&ref=${REF}"
            headers: {Authorization: Bearer hush-14, X-Key: hush-15, X-Ref: "Bearer ${REF}"}
            tools: [read]
    """
}


def told(done: Completed) -> str:
    return done.out + done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["resolve", "v/f"],
        ["resolve", "v/f", "--json"],
        ["summary", "v/f"],
        ["list", "--json"],
        ["show", "v/f"],
        ["show", "v/f", "--json"],
        ["check", "-v"],
        ["check", "--json"],
    ],
)
def test_no_answer_shows_a_secret_of_a_server(tmp_path: Path, arguments: list[str]) -> None:
    write(tmp_path / "catalogs", SERVER)
    done = run(*arguments, cwd=tmp_path)
    assert (done.code, done.out == "") == (0, False)
    assert told(done).count("hush") == 0


def test_show_tells_what_is_there_without_what_it_is(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", SERVER)
    document = json.loads(run("show", "v/f", "--json", cwd=tmp_path).out)
    tracker, wiki = document["fields"]["mcp_servers"]
    assert tracker["args"] == [
        "--api-key", "***", "--token=***", "API_SECRET=***", "--password", "***",
        "--verbose", "plain", "--url", "https://***@t.example/p?key=***&x=***#top",
    ]  # fmt: skip
    assert tracker["env"] == {
        "API_TOKEN": "***",
        "MODE": "***",
        "MIXED": "*** ${HOME} ***",
        "REF": "${REF}",
    }
    assert wiki["url"] == "https://***@w.example/mcp?token=***&ref=${REF}"
    assert wiki["headers"] == {
        "Authorization": "Bearer ***",
        "X-Key": "***",
        "X-Ref": "Bearer ${REF}",
    }


def test_the_default_of_a_variable_is_a_value_too(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": """
                name: v/f
                mcp_servers:
                  - name: s
                    command: c
                    env: {A: "${TOKEN:-hush}", B: "$hush", C: "$(hush)", D: "${hush", E: "%hush%"}
                    headers: {Authorization: "Bearer ${TOKEN:-hush}"}
            """
        },
    )
    done = run("show", "v/f", cwd=tmp_path)
    assert done.code == 0
    assert told(done).count("hush") == 0


LONG = {
    "a token that never ends": "description: " + "-eyJ" * 200_000,
    "a flag that never ends": "mcp_servers:\n- {name: s, command: c, args: ['-"
    + "token" * 150_000
    + "!']}",
    "an assignment that never comes": "mcp_servers:\n- {name: s, command: c, args: ['"
    + "token" * 150_000
    + "']}",
    "a url that never comes": "description: [" + "a.b-c+" * 150_000,
    "a flag that never ends in a file that does not parse": "description: [" + "-token-" * 120_000,
}


@pytest.mark.parametrize("kind", LONG)
def test_looking_for_secrets_in_a_very_long_line_comes_to_an_end(tmp_path: Path, kind: str) -> None:
    write(tmp_path / "catalogs", {"f.yaml": f"name: v/f\n{LONG[kind]}\n"})
    command = ["check"] if "[" in LONG[kind][:15] else ["show", "v/f", "--json"]
    done = run(*command, cwd=tmp_path)
    assert (done.code, done.out == "") == (1 if command == ["check"] else 0, False)


def test_no_repr_shows_a_secret(tmp_path: Path) -> None:
    catalog = load(tmp_path, SERVER)
    resolution = catalog.resolve("v/f")
    shown = (
        f"{catalog!r}{catalog['v/f']!r}{resolution!r}{resolution.mcp_servers!r}{resolution[0]!r}"
    )
    assert shown.count("hush") == 0
    assert catalog["v/f"].mcp_servers[0].env["API_TOKEN"] == "hush-8"


SPOILED = {
    "env as text": "env: hush",
    "env as a list": "env: [API_TOKEN=hush]",
    "a list in env": "env: {A: [hush]}",
    "a mapping in env": "env: {A: {B: hush}}",
    "a number in env": "env: {B: 5, A: hush}",
    "a tag in env": "env: {A: !vault hush}",
    "a tagged env": "env: !vault hush",
    "an alias in env": "env: {A: &a hush, B: *a, C: *b}",
    "headers as text": "headers: hush",
    "a list of headers": "headers: [{Authorization: hush}]",
    "a number in headers": "headers: {A: 5, B: Bearer hush}",
    "a block in env": "env: {}\n    headers:\n      A: |\n        hush\n        hush\n      B: 5",
    "env twice": "env: {A: x}\n    env: {A: hush}",
    "headers twice": "headers: {A: x}\n    headers: hush",
    "a variable twice": "env: {A: x, A: hush}",
    "a variable twice in lines": "env:\n      A: x\n      A: hush",
    "a number as a key of env": "env: {8080: hush}",
    "a list as a key of env": "env:\n      ? [A]\n      : hush",
    "a merge of text in env": "env: {<<: hush}",
    "a merge of texts in headers": "headers: {<<: [hush]}",
    "args as text": "args: --token hush",
    "a number among args": "args: [--token, hush, 7]",
    "a mapping among args": "args: [--token=hush, {a: b}]",
    "args twice": "args: [x]\n    args: [--token, hush]",
    "url twice": "url: https://x\n    url: https://me:hush@x",
    "a url in a list": "url: [https://x/?token=hush]",
    "a misspelled field": "env: {A: x}\n    tols: {env: {A: hush}}",
}


UNREADABLE = {
    "env that stays open": "env: {A: hush\n",
    "env with a wrong indentation": "env:\n      A: hush\n     B: [\n",
    "headers with an open quote": "headers: {A: 'hush}\n",
    "headers with a wrong bracket": "headers: {A: hush]\n",
    "env in quotes": "'env': {A: hush}}\n",
    "a url with a bracket": "url: 'https://me:hush@x/'}\n",
    "a url with a colon": "url: https://x/?token=hush: 1\n",
    "args that stay open": "args: [--token, hush\n",
    "args with a wrong bracket": "args: [--token=hush}\n",
}


@pytest.mark.parametrize("servers", [SPOILED, UNREADABLE], ids=["spoiled", "unreadable"])
@pytest.mark.parametrize("format_", ["text", "json"])
def test_no_finding_about_a_server_shows_a_secret(
    tmp_path: Path, servers: dict[str, str], format_: str
) -> None:
    start = "mcp_servers:\n  - name: s\n    command: c\n    "
    write(
        tmp_path / "catalogs",
        {
            f"{i:02}.yaml": f"name: v/f{i}\n{start}{text.replace('hush', f'hush-{i:02}')}\n"
            for i, text in enumerate(servers.values())
        },
    )
    done = run("check", "--format", format_, cwd=tmp_path)
    silent = [kind for i, kind in enumerate(servers) if f"{i:02}.yaml" not in done.out]
    leaked = [kind for i, kind in enumerate(servers) if f"hush-{i:02}" in told(done)]
    assert done.code == 1
    assert (silent, leaked) == ([], [])


def test_a_file_that_does_not_parse_and_names_no_secret_gets_its_excerpt(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {"a.yaml": "name: v/a\ntools: [}\n", "b.yaml": "name: v/b\nenv: {}\ntools: [}\n"},
    )
    lines = run("check", cwd=tmp_path).out.splitlines()
    assert [line for line in lines if "tools" in line] == ["2 | tools: [}"]


def test_the_rest_of_a_masked_line_is_shown_with_its_caret_in_place(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": "name: v/f\nmcp_servers:\n"
            "- {name: s, command: c, env: {A: hush-hush-hush}, tols: 1}\n"
            "- {name: t, command: c, headers: {A: x}, tols: 1}\n"
        },
    )
    lines = run("check", cwd=tmp_path).out.splitlines()
    at = lines.index("3 | - {name: s, command: c, env: {A: ***}, tols: ***}")
    assert lines[at + 1] == "  | " + " " * 39 + "^^^^"
    at = lines.index("4 | - {name: t, command: c, headers: {A: ***}, tols: ***}")
    assert lines[at + 1] == "  | " + " " * 43 + "^^^^"


TOKENS = [
    "ghp_" + "hush" * 10,
    "github_pat_" + "hush" * 10,
    "glpat-" + "hush" * 6,
    "xoxb-" + "hush-" * 6,
    "sk-" + "hush" * 10,
    "AKIA" + "HUSH" * 4,
    "npm_" + "hush" * 9,
    "hf_" + "hush" * 9,
    "eyJ" + "hush" * 4 + "." + "hush" * 4 + "." + "hush" * 4,
]


@pytest.mark.parametrize("arguments", [["check"], ["resolve", "v/f", "--json"], ["show", "v/f"]])
def test_what_has_the_shape_of_a_token_is_shown_nowhere(
    tmp_path: Path, arguments: list[str]
) -> None:
    lines = "".join(f"- {{name: t{i}, note: {token}}}\n" for i, token in enumerate(TOKENS))
    unknown = "".join(f"{token}: 1\n" for token in TOKENS)
    includes = "".join(f"- v/{token}\n" for token in TOKENS)
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": f"name: v/f\ndescription: Use {' or '.join(TOKENS)} here\ntools:\n{lines}",
            "g.yaml": f"name: v/g\n{unknown}includes:\n{includes}",
        },
    )
    done = run(*arguments, cwd=tmp_path)
    assert [token for token in TOKENS if token in told(done)] == []
    assert told(done).lower().count("hush") == 0
    assert told(done).count("***") >= len(TOKENS)


@pytest.mark.parametrize("format_", ["text", "json", "markdown"])
def test_a_token_on_a_line_of_its_own_is_masked_too(tmp_path: Path, format_: str) -> None:
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": f"""
                name: v/f
                description: |
                  The token is
                  {TOKENS[0]}
                  and the other\t{TOKENS[1]}
            """
        },
    )
    done = run("show", "v/f", "--format", format_, cwd=tmp_path)
    assert done.code == 0
    assert told(done).count("hush") == 0


def test_a_token_at_the_edge_of_a_long_line_is_masked_too(tmp_path: Path) -> None:
    seen = set()
    for before in range(0, 120, 8):
        text = (
            f"name: v/f\ntools: [{{name: t, a: {TOKENS[0]}, b: {'x' * before}, writes: 1,"
            f" c: {'y' * 300}}}]\n"
        )
        catalog = load(tmp_path, {"f.yaml": text})
        (error,) = catalog.diagnostics
        assert error.location is not None
        excerpt = catalog.excerpt(error.location)
        assert excerpt is not None
        seen.add(excerpt.text.replace(TOKENS[0], "***").count("hush"))
    assert seen == {0}


KEY = "-----BEGIN PRIVATE KEY-----"


@pytest.mark.parametrize("command", ["list", "show", "resolve"])
def test_a_key_that_does_not_end_hides_nothing_but_its_own_text(
    tmp_path: Path, command: str
) -> None:
    write(
        tmp_path / "catalogs",
        {
            "a.yaml": f"name: v/a\ndescription: '{KEY}hush'\n"
            f"tools: [{{name: t, note: '{KEY}hush'}}, u]\n",
            "b.yaml": "name: v/b\n",
        },
    )
    name = [] if command == "list" else ["v/a"]
    done = run(command, *name, "--json", cwd=tmp_path)
    document = json.loads(done.out)
    assert done.code == 0
    assert done.out.count("hush") == 0
    assert document["command"] == command
    assert document["diagnostics"] == []


def test_a_key_that_does_not_end_hides_no_other_finding(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {"a.yaml": f"name: v/a\n'{KEY}': 1\n", "b.yaml": "name: v/b\ntols: []\n"},
    )
    done = run("check", "--format", "concise", cwd=tmp_path)
    assert done.code == 1
    assert done.out.splitlines()[1:] == [
        "catalogs/b.yaml:2:1: SK104 unknown field `tols` in the skill",
        "2 errors in 2 skills (2 files); 2 skills not checked any further",
    ]


def test_a_key_with_its_end_is_masked_as_a_whole(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": f"""
                name: v/f
                description: |
                  Before
                  {KEY}
                  hushhushhush
                  -----END PRIVATE KEY-----
                  After
            """
        },
    )
    document = json.loads(run("show", "v/f", "--json", cwd=tmp_path).out)
    assert document["fields"]["description"] == "Before\n***\nAfter\n"


@pytest.mark.parametrize(
    ("command", "format_"),
    [("resolve", "text"), ("resolve", "json"), ("resolve", "markdown"), ("show", "json")],
)
def test_env_and_headers_are_masked_in_the_metadata_of_a_tool_too(
    tmp_path: Path, command: str, format_: str
) -> None:
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": """
                name: v/f
                tools: [{name: t, env: {TOKEN: hush}}]
                overrides: {t: {headers: {Authorization: Bearer hush}}}
            """
        },
    )
    done = run(command, "v/f", "--format", format_, cwd=tmp_path)
    assert done.code == 0
    assert told(done).count("hush") == 0


def test_a_secret_in_a_wrong_place_is_told_by_its_key_and_not_its_value(tmp_path: Path) -> None:
    text = "name: v/f\nmcp_servers:\n- name: s\n  command: c\n  env: hush-hush\n"
    assert findings(load(tmp_path, {"f.yaml": text})) == [
        "f.yaml:5:8 SK106 `mcp_servers[0].env`: expected a mapping, found text"
    ]


def test_two_servers_that_differ_in_a_secret_are_told_without_it(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": "name: v/f\nmcp_servers: [{name: s, command: c, env: {A: hush-1}}]\n",
            "g.yaml": "name: v/g\nincludes: [v/f]\n"
            "mcp_servers: [{name: s, command: c, env: {A: hush-2}}]\n",
        },
    )
    done = run("check", cwd=tmp_path)
    assert done.code == 1
    assert done.out.count("they differ in env") == 1
    assert told(done).count("hush") == 0


def test_a_baseline_holds_no_token_and_knows_its_findings_again(tmp_path: Path) -> None:
    files = {f"{TOKENS[0]}.yaml": f"name: v/f\ntools: [{TOKENS[1]}, {TOKENS[1]}]\n"}
    write(tmp_path / "catalogs", files)
    written = run("check", "--baseline", "b.json", "--write-baseline", cwd=tmp_path)
    quiet = run("check", "--baseline", "b.json", "--strict", cwd=tmp_path)
    (entry,) = json.loads((tmp_path / "b.json").read_text())["findings"]
    assert (written.code, quiet.code) == (0, 0)
    assert (entry["file"], entry["message"].count("hush")) == ("***.yaml", 0)
    assert entry["message"].count("***") == 1


def test_an_entry_of_a_masked_file_that_is_not_checked_to_the_end_is_not_stale(
    tmp_path: Path,
) -> None:
    file = f"{TOKENS[0]}.yaml"
    write(tmp_path / "catalogs", {file: "name: v/f\ntools: [a, a]\n"})
    run("check", "--baseline", "b.json", "--write-baseline", cwd=tmp_path)
    write(tmp_path / "catalogs", {file: "name: v/f\ntols: [a]\n"})
    done = run("check", "--baseline", "b.json", "--json", cwd=tmp_path)
    found = [each["code"] for each in json.loads(done.out)["diagnostics"]]
    assert found == ["SK104"]


def test_a_baseline_takes_a_file_whose_name_is_no_unicode(tmp_path: Path) -> None:
    file = os.fsencode(write(tmp_path / "catalogs", {})) + b"/l\xe9.yaml"
    with open(file, "wb") as stream:
        stream.write("name: v/f\ntüls: [a]\n".encode())
    written = run("check", "--baseline", "b.json", "--write-baseline", cwd=tmp_path)
    quiet = run("check", "--baseline", "b.json", "--strict", cwd=tmp_path)
    text = (tmp_path / "b.json").read_bytes().decode()
    with open(file, "wb") as stream:
        stream.write(b"name: v/f\n")
    stale = run("check", "--baseline", "b.json", cwd=tmp_path)
    assert (written.code, written.err, quiet.code, quiet.err) == (0, "", 0, "")
    assert (text.count('"l\\udce9.yaml"'), text.count("`tüls`")) == (1, 1)
    assert (stale.code, stale.out.count("[SK392]"), stale.err) == (0, 1, "")


BODY = ["hushAAAA", "hush+/BB", "hush=="]
KEY_SHAPES = {
    "a block": ["description: |", "  {KEY}", "  {0}", "  {1}", "  {2}", "  {END}", ""],
    "a block with headers": [
        "description: |", "  {KEY}", "  Proc-Type: 4,ENCRYPTED", "  DEK-Info: DES,hush", "",
        "  {0}", "  {1}", "  {2}", "  {END}",
    ],
    "a comment": ["# {KEY}", "# {0}", "# {1}", "# {2}", "# {END}"],
    "a comment that does not end": ["# {KEY}", "# {0}", "# {1}", "# {2}", "# and more"],
    "a text in quotes": ['description: "{KEY}', "  {0}", "  {1}", "  {2}", '  {END}"'],
    "a text with escapes": [
        'description: "{KEY}\\n\\', "  {0}\\n\\", "  {1}\\n\\", "  {2}\\n\\", '  {END}\\n"',
    ],
    "a list": [
        "overrides:", "  a:", "    x:", "    - {KEY}", "    - {0}", "    - '{1}'", "    - {2}",
        "    - {END}",
    ],
    "a block that does not end": ["description: |", "  {KEY}", "  {0}", "  {1}", "  {2}"],
    "a block of another kind": [
        "description: |", "  -----BEGIN PGP PRIVATE KEY BLOCK-----", "  Version: hush", "",
        "  {0}", "  {1}", "  {2}", "  -----END PGP PRIVATE KEY BLOCK-----",
    ],
}  # fmt: skip


def key_lines(shape: str) -> list[str]:
    """Give the lines of a file that has a key of that shape in it, and the marks of the key."""
    end = KEY.replace("BEGIN", "END")
    return [line.format(*BODY, KEY=KEY, END=end) for line in KEY_SHAPES[shape]]


@pytest.mark.parametrize("shape", KEY_SHAPES)
@pytest.mark.parametrize("rest", ["tools: [a, a]", "tools: [}"], ids=["parsed", "unparsed"])
def test_no_line_of_a_key_is_shown_in_the_lines_of_a_file(
    tmp_path: Path, shape: str, rest: str
) -> None:
    lines = ["name: v/f", *key_lines(shape), rest]
    catalog = load(tmp_path, {"f.yaml": "\n".join(lines) + "\n"})
    root = str(tmp_path)
    shown = [catalog.excerpt(Location(root, "f.yaml", at + 1, 1)) for at in range(len(lines))]
    texts = [each.text if each else "" for each in shown]
    told = [text for text in texts if "hush" in text or "KEY" in text]
    assert (told, texts[0], texts[-1]) == ([], "name: v/f", rest)
    assert sum("***" in text for text in texts) >= len(BODY)


@pytest.mark.parametrize("shape", KEY_SHAPES)
def test_a_diff_shows_no_line_of_a_key(tmp_path: Path, shape: str) -> None:
    for cut in range(5):
        lines = ["name: v/f", *key_lines(shape), *["# between"] * cut, "tools: [a, a]"]
        write(tmp_path / "catalogs", {"f.yaml": "\n".join(lines) + "\n"})
        done = run("check", "--diff", cwd=tmp_path)
        assert told(done).count("hush") == 0
        assert done.out.splitlines()[-2:] == ["-tools: [a, a]", "+tools: [a]"]


def test_what_is_masked_in_two_ways_hides_nothing_behind_it(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": "name: v/f\nmcp_servers:\n"
            f"- {{name: s, command: c, env: {{A: {TOKENS[0]}}}, tools: [a, a]}}\n"
        },
    )
    done = run("check", "--diff", cwd=tmp_path)
    assert done.out.splitlines()[-2:] == [
        "-- {name: s, command: c, env: {A: ***}, tools: [a, a]}",
        "+- {name: s, command: c, env: {A: ***}, tools: [a]}",
    ]


LED_TO = {
    "an alias for env": ("{TOKEN: hush}", "env: *s"),
    "an alias for headers": ("{TOKEN: hush}", "headers: *s"),
    "an alias for a value": ("hush", "env: {A: *s}"),
    "an alias for a header in lines": ("hush", "headers:\n    Authorization: *s"),
    "an alias for text where env belongs": ("hush", "env: *s"),
    "an alias for a list where env belongs": ("[TOKEN=hush]", "env: *s"),
    "an alias for a mapping in env": ("{b: {c: [hush]}}", "env: {A: *s}"),
    "an alias in what an alias names": ("{b: &t hush, c: &u {D: *t}}", "env: *u"),
    "an alias below an alias": ("{b: &t {D: hush}, c: &u [*t]}", "env: {E: *u}"),
    "a merge key in env": ("{TOKEN: hush}", "env: {<<: *s}"),
    "merge keys in env": ("{TOKEN: hush}", "env: {<<: [*s, *s]}"),
    "a merge of text in env": ("hush", "env: {<<: *s}"),
    "a merge key in a server": ("{evn: {TOKEN: hush}}", "<<: *s"),
    "merge keys in a server": ("{evn: {TOKEN: hush}}", "<<: [*s]"),
    "a merge key in what is merged": ("{b: &t {TOKEN: hush}, c: &u {<<: *t}}", "env: {<<: *u}"),
    "a key twice below an alias": ("{TOKEN: x, TOKEN: hush}", "env: *s"),
    "a text as a key of env": ("hush hush", "env: {*s : x}"),
    "an anchor at a key": ("{? &t hush : x}", "env: {A: *t}"),
    "a tag": ("{TOKEN: !vault hush}", "env: *s"),
    "an alias for a url": ("https://me:hush@x.example/", "url: *s"),
    "an alias for args": ("[--token, hush, --key=hush]", "args: *s"),
    "an alias for one of the args": ("hush", "args: [--token, *s]"),
    "an alias for text where args belong": ("--token hush", "args: *s"),
}


@pytest.mark.parametrize("kind", LED_TO)
def test_what_an_alias_leads_to_is_masked_as_if_it_stood_there(tmp_path: Path, kind: str) -> None:
    value, server = LED_TO[kind]
    text = (
        f"name: v/f\ntools:\n- {{name: t, x: &s {value}, reads: 1}}\n- b\n- b\n"
        f"mcp_servers:\n- name: m\n  command: c\n  {server}\n"
    )
    catalog = load(tmp_path / "catalogs", {"f.yaml": text})
    excerpt = catalog.excerpt(Location(str(tmp_path / "catalogs"), "f.yaml", 3, 1))
    done = run("check", "--diff", cwd=tmp_path)
    lines = [line for line in done.out.splitlines() if "name: t" in line]
    assert excerpt is not None
    assert (excerpt.text.count("hush"), excerpt.text.count("***") > 0) == (0, True)
    assert told(done).count("hush") == 0
    assert lines in ([], [f" {excerpt.text}"])


def test_no_alias_shows_what_stands_in_an_unknown_field_of_a_server(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": """
                cleveragents: {x: &s {name: m, command: c, evn: {TOKEN: hush}}, y: &t [*s]}
                skill: {name: v/f, mcp_servers: *t}
            """,
            "g.yaml": """
                cleveragents: {x: &s {name: m, command: c, evn: {TOKEN: hush}}}
                skill: {name: v/g, mcp_servers: [*s]}
            """,
        },
    )
    done = run("check", cwd=tmp_path)
    assert told(done).count("hush") == 0
    assert done.out.count("SK104") >= 2


def test_an_alias_elsewhere_hides_nothing(tmp_path: Path) -> None:
    text = "name: v/f\ntools:\n- {name: t, x: &s {mode: fast}, y: *s, reads: 1}\n"
    catalog = load(tmp_path, {"f.yaml": text})
    excerpt = catalog.excerpt(Location(str(tmp_path), "f.yaml", 3, 1))
    assert excerpt is not None
    assert excerpt.text == "- {name: t, x: &s {mode: fast}, y: *s, reads: 1}"


def test_a_finding_at_an_anchor_tells_no_secret(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "base.yaml": "name: v/base\n",
            "f.yaml": "cleveragents: {x: &s {TOKEN: hush-hush}}\nskill:\n  name: v/f\n"
            "  includes: [v/base, v/base]\n  mcp_servers:\n"
            "  - {name: x, command: y, env: *s, tools: [a, a]}\n",
            "g.yaml": "cleveragents: {vars: [&t Hunter2hush9x]}\nskill:\n  name: v/g\n"
            "  mcp_servers:\n  - {name: x, url: 'https://x', headers: {Authorization: *t}}\n",
            "h.yaml": "cleveragents: {x: &s hush-hush}\nskill:\n  name: v/h\n"
            "  mcp_servers:\n  - {name: x, command: y, env: *s}\n",
        },
    )
    found = run("check", cwd=tmp_path)
    changed = run("check", "--diff", cwd=tmp_path)
    assert (told(found).count("hush"), told(changed).count("hush")) == (0, 0)
    shown = [line for line in found.out.splitlines() if line.startswith("1 |")]
    assert sorted(set(shown)) == [
        "1 | cleveragents: {vars: [***]}",
        "1 | cleveragents: {x: ***}",
    ]
    assert " cleveragents: {x: &s {TOKEN: ***}}" in changed.out.splitlines()
