"""The text of a file: encodings, what YAML allows, what it must not do, and limits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import run
from writing import findings, load, names, spot, write


def wrong(folder: Path, text: str | bytes) -> list[str]:
    """Give the findings about one file, `f.yaml`, without its name."""
    return [each.removeprefix("f.yaml:") for each in findings(load(folder, {"f.yaml": text}))]


PLAIN = "name: t/win\ndescription: Gr\u00fc\u00dfe\ntools:\n  - greet\n"


@pytest.mark.parametrize(
    "content",
    [
        PLAIN.encode(),
        b"\xef\xbb\xbf" + PLAIN.encode(),
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.encode().removesuffix(b"\n"),
        b"\xef\xbb\xbf---\n" + PLAIN.encode() + b"...\n",
        b"%YAML 1.2\n---\n" + PLAIN.encode(),
    ],
)
def test_a_file_reads_the_same_with_every_line_break_and_mark(
    tmp_path: Path, content: bytes
) -> None:
    catalog = load(tmp_path, {"f.yaml": content})
    assert findings(catalog) == []
    assert catalog["t/win"].description == "Gr\u00fc\u00dfe"
    assert names(catalog.resolve("t/win")) == ["greet"]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"\xef\xbb\xbfname: t/x\r\ntols: []\r\n", "2:1"),
        (b"name: t/x\rtols: []\r", "2:1"),
        (b"\r\n\r\nname: t/x\r\n  \r\ntols: []\r\n", "5:1"),
        ("# \U0001f9ea\nname: t/x\ntools: [{name: \u691c\U0001f9ea, unsafe: x}]".encode(), "3:28"),
        ("name: t/x\ndescription: a\u2028b\u2029c\u0085d\ntols: []\n".encode(), "3:1"),
    ],
)  # fmt: skip
def test_lines_and_columns_count_from_one_in_code_points(
    tmp_path: Path, content: bytes, place: str
) -> None:
    (finding,) = load(tmp_path, {"f.yaml": content}).diagnostics
    assert spot(finding.location) == f"f.yaml:{place}"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_file_in_a_wider_encoding_is_told_and_hides_no_other(
    tmp_path: Path, encoding: str
) -> None:
    catalog = load(
        tmp_path,
        {"good.yaml": "name: t/good\n", "wide.yaml": PLAIN.encode(encoding)},
    )
    assert list(catalog) == ["t/good"]
    assert [(d.location.file if d.location else "", d.code.id in ("SK005", "SK006"))
            for d in catalog.diagnostics] == [("wide.yaml", True)]  # fmt: skip


def test_a_file_in_utf16_is_named_as_that_and_its_skill_is_known(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {"top.yaml": "name: t/top\nincludes: [t/win]\n", "wide.yaml": PLAIN.encode("utf-16")},
    )
    assert findings(catalog) == ["wide.yaml:1:1 SK005 not encoded in UTF-8 but in UTF-16"]
    assert list(catalog.broken) == ["t/win"]


def test_a_byte_that_is_not_utf8_is_told_at_its_place(tmp_path: Path) -> None:
    catalog = load(tmp_path, {"f.yaml": "name: t/lat\ndescription: é".encode() + b"\xe9t\xe9\n"})
    assert findings(catalog) == ["f.yaml:2:15 SK005 not encoded in UTF-8"]
    assert list(catalog.broken) == ["t/lat"]


@pytest.mark.parametrize(
    ("char", "shown"),
    [("\x00", "U+0000"), ("\x07", "U+0007"), ("\x1b", "U+001B"), ("\x7f", "U+007F"),
     ("\x0c", "U+000C"), ("\x9b", "U+009B"), ("\ufffe", "U+FFFE")],
)  # fmt: skip
def test_a_control_character_is_told_at_its_place(tmp_path: Path, char: str, shown: str) -> None:
    catalog = load(tmp_path, {"f.yaml": f"name: t/x\ndescription: ab{char}c\n".encode()})
    assert findings(catalog) == [f"f.yaml:2:16 SK006 raw control character {shown}"]
    assert list(catalog.broken) == ["t/x"]


@pytest.mark.parametrize(
    ("char", "escape"), [("\x07", "\\x07"), ("\x9b", "\\x9b"), ("\ufffe", "\\ufffe")]
)
def test_the_hint_tells_the_character_itself_from_the_escape_that_is_shown(
    tmp_path: Path, char: str, escape: str
) -> None:
    write(tmp_path / "catalogs", {"f.yaml": f'name: t/x\ndescription: "{char}"\n'.encode()})
    shown = run("check", cwd=tmp_path).out.splitlines()
    hint = f"the character itself stands here, shown as `{escape}`"
    assert shown[2:5] == [
        f'2 | description: "{escape}"',
        "  |               " + "^" * len(escape),
        f"help: {hint}: remove it, or write that escape in double quotes",
    ]


@pytest.mark.parametrize(
    "escape",
    ["\\U00110000", "\\UFFFFFFFF", "\\ud800", "\\udfff", "\\U0000D800", "\\u12", "\\xG0", "\\q"],
)
def test_an_escape_that_stands_for_no_character_is_a_finding(tmp_path: Path, escape: str) -> None:
    catalog = load(
        tmp_path, {"f.yaml": f'name: t/x\ndescription: "a {escape}"\n', "g.yaml": "name: t/g\n"}
    )
    (finding,) = catalog.diagnostics
    assert finding.location is not None
    assert (finding.location.file, finding.location.line) == ("f.yaml", 2)
    assert finding.code.id.startswith("SK0")
    assert (list(catalog), list(catalog.broken)) == (["t/g"], ["t/x"])


def test_a_separator_of_another_age_is_part_of_the_text(tmp_path: Path) -> None:
    text = "one\u2028two\u2029three\u0085four"
    write(tmp_path / "catalogs", {"f.yaml": f"name: t/x\ndescription: {text}\ntools: [go]\n"})
    done = run("list", "--json", cwd=tmp_path)
    document = json.loads(done.out)
    assert done.code == 0
    assert [(each["name"], each["description"]) for each in document["skills"]] == [("t/x", text)]
    assert [char for char in done.out if char in "\u2028\u2029\u0085"] == []


def test_a_text_may_hold_every_private_character_beside_a_separator(tmp_path: Path) -> None:
    private = "".join(map(chr, range(0xE000, 0xF900)))
    text = f"{private}\u2028\u2029\u0085{private}"
    catalog = load(tmp_path, {"f.yaml": f"name: t/x\ndescription: {text}\n"})
    assert findings(catalog) == []
    assert catalog["t/x"].description == text


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (b"name: t/x\ntools:\n\t- go\n", "3:1"),
        (b"name: t/x\noverrides:\n  go:\n\t  note: 1\n", "4:1"),
    ],
)
def test_a_tab_as_indentation_is_told_in_few_words(tmp_path: Path, text: bytes, place: str) -> None:
    catalog = load(tmp_path, {"f.yaml": text})
    assert findings(catalog) == [f"f.yaml:{place} SK010 a tab stands where only spaces may"]
    assert [each.hint for each in catalog.diagnostics] == ["indent with spaces"]


def test_a_tab_that_indents_nothing_is_no_fault(tmp_path: Path) -> None:
    text = b'name:\tt/x\t# a comment\ntools:\t[go,\tstop]\ndescription: "a\tb"\n'
    catalog = load(tmp_path, {"f.yaml": text})
    assert findings(catalog) == []
    assert names(catalog.resolve("t/x")) == ["go", "stop"]


def test_a_colon_in_plain_text_is_told_with_the_way_out(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "good.yaml": "name: t/good\n",
            "note.yaml": "name: t/note\ndescription: Two rules: be short and be kind\n",
        },
    )
    done = run("check", cwd=tmp_path)
    assert done.code == 1
    assert done.out == (
        "error[SK010]: a `:` stands where no mapping can begin\n"
        " --> catalogs/note.yaml:2:23\n"
        "2 | description: Two rules: be short and be kind\n"
        "  |                       ^\n"
        "help: text with `: ` in it needs quotes; else check the indentation, and the line before\n"
        "\n"
        "1 error in 2 skills (2 files); 1 skill not checked any further."
        " More: skills explain SK010\n"
    )


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("tools: [a:b, mcp:x/y]", ["a:b", "mcp:x/y"]),
        ("tools: [{name: a:b}]", ["a:b"]),
        ("tools: [{name: t, at: 12:30, see: https://t.example/x?y=1#z}]", ["t"]),
        ("tools: [a]\noverrides: {a: {b:c: 1}}", ["a"]),
        ('tools: [{"name":"a","note":1}]', ["a"]),
        ("mcp_servers: [{name: s, url: https://s.example/mcp, tools: [a]}]", ["mcp:s/a"]),
    ],
)  # fmt: skip
def test_a_colon_within_a_word_is_text_in_brackets_too(
    tmp_path: Path, text: str, tools: list[str]
) -> None:
    catalog = load(tmp_path, {"f.yaml": f"name: t/x\n{text}\n"})
    assert findings(catalog) == []
    assert names(catalog.resolve("t/x")) == tools


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name: t/x\ntools: [a]\ndescription: d\ntools: [b]\n", "4:1 SK011 duplicate key `tools`"),
        ("name: t/x\nname: t/y\n", "2:1 SK011 duplicate key `name`"),
        ("name: t/x\n'name': t/y\n", "2:1 SK011 duplicate key `name`"),
        ("name: t/x\ntools: [{name: a, name: b}]\n", "2:19 SK011 duplicate key `name`"),
        ("name: t/x\ntools: [a]\noverrides:\n  a: {n: 1}\n  a: {n: 2}\n",
         "5:3 SK011 duplicate key `a`"),
        ("skill:\n  name: t/x\nskill:\n  name: t/y\n", "3:1 SK011 duplicate key `skill`"),
        ("name: t/x\ntools: [a]\noverrides: {a: {deep: {k: 1, k: 1}}}\n",
         "3:30 SK011 duplicate key `k`"),
    ],
)  # fmt: skip
def test_a_key_that_is_there_twice_is_told_at_its_second_place(
    tmp_path: Path, text: str, expected: str
) -> None:
    assert wrong(tmp_path, text) == [expected]


def test_the_first_place_of_a_key_that_is_there_twice_is_told_too(tmp_path: Path) -> None:
    (finding,) = load(
        tmp_path, {"f.yaml": "name: t/x\ntools: [a]\ndescription: d\ntools: [b]\n"}
    ).diagnostics
    assert [(each.message, spot(each.location)) for each in finding.related] == [
        ("first written here", "f.yaml:2:1")
    ]


def test_anchors_aliases_and_merge_keys_work(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": """
                name: t/x
                inline_tools:
                  - &look {name: look, description: Look, read_only: true, timeout: 5}
                  - <<: *look
                    name: look_again
                  - <<: *look
                    name: poke
                    read_only: false
                    writes: true
                  - <<: [{name: both, timeout: 9}, *look]
                tools: &some [a, b]
                overrides:
                  a: &note {note: here}
                  b: *note
            """
        },
    )
    assert findings(catalog) == []
    resolution = catalog.resolve("t/x")
    assert [(e.name, e.access) for e in resolution] == [
        ("a", "unknown"),
        ("b", "unknown"),
        ("t/x/look", "read_only"),
        ("t/x/look_again", "read_only"),
        ("t/x/poke", "write"),
        ("t/x/both", "read_only"),
    ]
    assert [e.inline_tool.timeout for e in resolution if e.inline_tool] == [5, 5, 5, 9]
    assert [e.overrides for e in resolution[:2]] == [{"note": "here"}, {"note": "here"}]


def test_what_a_merge_brings_is_no_duplicate_and_quotes_make_it_a_key(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": """
                name: t/x
                tools: [a]
                overrides:
                  a: {<<: {x: 1, y: 1}, y: 2, "<<": text, z: <<}
            """
        },
    )
    assert findings(catalog) == []
    assert catalog.resolve("t/x")[0].overrides == {"x": 1, "y": 2, "<<": "text", "z": "<<"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tools: [*no]", "2:9 SK012 the alias `*no` names no anchor before it in this document"),
        ("tools: [*late, &late a]",
         "2:9 SK012 the alias `*late` names no anchor before it in this document"),
        ("overrides: &o {a: *o}", "2:19 SK012 the alias `*o` stands inside what it names"),
        ("overrides: {<<: text}",
         "2:17 SK013 a merge key `<<` takes a mapping or a list of mappings"),
        ("overrides: {<<: [{}, 7]}",
         "2:22 SK013 a merge key `<<` takes a mapping or a list of mappings"),
    ],
)  # fmt: skip
def test_an_alias_or_merge_that_leads_nowhere_is_told(
    tmp_path: Path, text: str, expected: str
) -> None:
    assert wrong(tmp_path, f"name: t/x\n{text}\n") == [expected]


def test_an_anchor_of_one_document_is_not_known_in_the_next(tmp_path: Path) -> None:
    assert wrong(tmp_path, "name: t/x\ntools: [&a b]\n---\nname: t/y\ntools: [*a]\n") == [
        "5:9 SK012 the alias `*a` names no anchor before it in this document"
    ]


def test_several_documents_of_one_file_are_several_skills(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": "---\nname: t/one\n---\n---\n# nothing\n---\nskill: {name: t/two,"
            " includes: [t/one]}\n...\n---\nname: t/three\ntools: [go]\n"
        },
    )
    assert findings(catalog) == []
    assert list(catalog) == ["t/one", "t/three", "t/two"]
    assert names(catalog.resolve("t/three")) == ["go"]


def test_a_fault_in_one_document_hides_none_before_it(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": "name: t/one\n---\nname: t/two\ntols: []\n---\nname: t/three\n---\n"
            "name: t/four\ntools: [a\n---\nname: t/five\n"
        },
    )
    assert list(catalog) == ["t/one", "t/three"]
    assert list(catalog.broken) == ["t/five", "t/four", "t/two"]
    assert next(spot(d.location) for d in catalog.diagnostics) == "f.yaml:4:1"
    assert [d.code.id for d in catalog.diagnostics] == ["SK104", "SK010"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("!!python/object/apply:os.mkdir [owned]", "!!python/object/apply:os.mkdir"),
        ("!!python/name:os.system ''", "!!python/name:os.system"),
        ("!!python/tuple [1]", "!!python/tuple"),
        ("!!set {a, b}", "!!set"),
        ("!!omap [a: 1]", "!!omap"),
        ("!custom {a: 1}", "!custom"),
    ],
)
def test_a_tag_that_is_not_of_the_core_schema_is_told_and_runs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, shown: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert [
        each.split(": only")[0].split(" is not")[0]
        for each in wrong(
            tmp_path / "catalog", f"name: t/x\ntools: [t]\noverrides:\n  t:\n    v: {value}\n"
        )
    ] == [f"5:8 SK014 the tag `{shown}`"]
    assert [each.name for each in tmp_path.iterdir()] == ["catalog"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("!!binary aGk=",
         "the tag `!!binary` is not supported: only those of the YAML core schema"),
        ("!!timestamp 2031-05-06",
         "the tag `!!timestamp` is not supported: only those of the YAML core schema"),
        ("!secret x", "the tag `!secret` is not supported: only those of the YAML core schema"),
        ("!!int text", "the value does not fit its tag `!!int`"),
        ("!!bool yes", "the value does not fit its tag `!!bool`"),
        ("!!float text", "the value does not fit its tag `!!float`"),
        ("!!null text", "the value does not fit its tag `!!null`"),
    ],
)  # fmt: skip
def test_a_tagged_value_that_has_no_meaning_is_told(
    tmp_path: Path, value: str, expected: str
) -> None:
    text = f"name: t/x\ntools: [t]\noverrides:\n  t:\n    v: {value}\n"
    assert wrong(tmp_path, text) == [f"5:8 SK014 {expected}"]


def test_the_tags_of_the_core_schema_work(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": """
                !!map
                name: !!str t/x
                tools: !!seq [!!str 7, ! 8]
                overrides:
                  "7":
                    {a: !!int 5, b: !!float 5, c: !!bool true, d: !!null null, e: !!str 2031-05-06}
            """
        },
    )
    assert findings(catalog) == []
    seven, eight = catalog.resolve("t/x")
    assert (seven.name, eight.name) == ("7", "8")
    assert seven.overrides == {"a": 5, "b": 5.0, "c": True, "d": None, "e": "2031-05-06"}
    assert type(seven.overrides["b"]) is float


@pytest.mark.parametrize("version", ["1.1", "1.0", "2.0"])
def test_a_directive_for_another_version_is_told(tmp_path: Path, version: str) -> None:
    catalog = load(tmp_path, {"f.yaml": f"# first\n%YAML {version}\n---\nname: t/x\n"})
    assert findings(catalog) == [
        f"f.yaml:2:1 SK015 YAML {version} is asked for; catalogs are YAML 1.2"
    ]
    assert list(catalog.broken) == ["t/x"]


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("1", "a number"),
        ("true", "a boolean"),
        ("null", "nothing"),
        ("1.5", "a number"),
        ("[a]", "a list"),
        ("{a: b}", "a mapping"),
    ],
)
def test_a_key_that_is_no_text_is_told(tmp_path: Path, key: str, kind: str) -> None:
    text = f"name: t/x\ntools: [t]\noverrides:\n  t:\n    ? {key}\n    : x\n"
    assert wrong(tmp_path, text) == [f"5:7 SK016 a key must be text, not {kind}"]


def test_the_old_words_for_booleans_are_keys(tmp_path: Path) -> None:
    catalog = load(
        tmp_path, {"f.yaml": "name: t/x\ntools: [on]\noverrides: {on: {yes: 1, off: no}}\n"}
    )
    assert catalog.resolve("t/x")[0].overrides == {"yes": 1, "off": "no"}


def test_a_date_in_free_data_keeps_its_text(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": """
                name: t/x
                tools:
                  - name: t
                    day: 2031-05-06
                    list:
                      - 2031-5-6T7:08:09Z
                      - "2031-05-06"
                inline_tools:
                  - {name: i, input_schema: {default: 2031-05-06}}
            """
        },
    )
    done = run("resolve", "t/x", "--json", cwd=tmp_path)
    document = json.loads(done.out)
    assert done.code == 0
    assert document["tools"][0]["overrides"] == {
        "day": "2031-05-06",
        "list": ["2031-5-6T7:08:09Z", "2031-05-06"],
    }
    assert document["tools"][1]["inline_tool"]["input_schema"] == {"default": "2031-05-06"}


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (".nan", "is not a number"),
        (".NaN", "is not a number"),
        (".inf", "is infinite"),
        ("-.Inf", "is infinite"),
        ("+.INF", "is infinite"),
        ("1e999", "is too large"),
    ],
)
def test_a_number_that_json_does_not_have_is_told(tmp_path: Path, value: str, problem: str) -> None:
    text = f"name: t/x\ntools: [t]\noverrides: {{t: {{v: {value}}}}}\n"
    assert wrong(tmp_path, text) == [f"3:20 SK017 `{value}` {problem}"]


def test_plain_values_have_the_types_of_the_core_schema(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": """
                name: t/x
                tools:
                  - name: t
                    numbers: [0, -1, +12, 017, 0o17, 0x1F, .5, 1., -1.5e3, 1E3]
                    words: [1e, .e3, 0o8, 0xG, 1:30, 12e03x, +-1, =, <, "1", '~']
                    rest: [null, Null, NULL, ~, true, True, TRUE, false, nULL, tRUE, yes, n]
            """
        },
    )
    assert findings(catalog) == []
    overrides = catalog.resolve("t/x")[0].overrides
    assert overrides["numbers"] == [0, -1, 12, 17, 15, 31, 0.5, 1.0, -1500.0, 1000.0]
    assert overrides["words"] == [
        "1e", ".e3", "0o8", "0xG", "1:30", "12e03x", "+-1", "=", "<", "1", "~",
    ]  # fmt: skip
    assert overrides["rest"] == [
        None, None, None, None, True, True, True, False, "nULL", "tRUE", "yes", "n",
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["1_000", "0b11", "0x_1F", "1_0.5"])
def test_what_only_older_yaml_takes_for_a_number_is_text(tmp_path: Path, word: str) -> None:
    catalog = load(tmp_path, {"f.yaml": f"name: t/x\ntools: [{word}]\n"})
    assert findings(catalog) == []
    assert names(catalog.resolve("t/x")) == [word]


def test_an_integer_of_4300_digits_is_the_longest(tmp_path: Path) -> None:
    fits = load(
        tmp_path / "fits", {"f.yaml": f"name: t/x\ntools: [{{name: t, v: {'9' * 4300}}}]\n"}
    )
    assert findings(fits) == []
    assert len(str(fits.resolve("t/x")[0].overrides["v"])) == 4300
    assert wrong(tmp_path / "long", f"name: t/x\ntools: [{{name: t, v: 1{'0' * 4300}}}]\n") == [
        "2:22 SK017 the number has more than 4,300 digits"
    ]


def test_a_very_long_number_is_quick_in_every_base(tmp_path: Path) -> None:
    for value in ("9" * 900_000, "0x" + "f" * 900_000, "1" * 400_000 + "." + "1" * 400_000):
        text = f"name: t/x\ntools: [{{name: t, v: {value}}}]\n"
        assert [each.split(" ")[:2] for each in wrong(tmp_path, text)] == [["2:22", "SK017"]]


@pytest.mark.parametrize("levels", [64, 65])
def test_64_levels_are_the_deepest(tmp_path: Path, levels: int) -> None:
    inner = levels - 3  # below the document, `overrides` and the tool
    text = f"name: t/x\ntools: [t]\noverrides: {{t: {{v: {'[' * inner}{']' * inner}}}}}\n"
    expected = {64: [], 65: ["3:81 SK018 nested more than 64 levels deep"]}
    assert wrong(tmp_path, text) == expected[levels]


def test_thousands_of_levels_are_one_short_finding(tmp_path: Path) -> None:
    deep = f"name: t/deep\noverrides:\n  t: {'[' * 5000}{']' * 5000}\n"
    dash = "name: t/dash\noverrides:\n  t:\n    " + "- " * 5000 + "x\n"
    pairs = "name: t/pairs\noverrides:\n  t: " + "{a: " * 5000 + "1" + "}" * 5000 + "\n"
    write(
        tmp_path / "catalogs",
        {"deep.yaml": deep, "dash.yaml": dash, "pairs.yaml": pairs, "good.yaml": "name: t/good\n"},
    )
    done = run("check", cwd=tmp_path)
    concise = run("check", "--format", "concise", cwd=tmp_path)
    assert done.code == 1
    assert len(done.out) < 2000
    assert concise.out == (
        "catalogs/dash.yaml:4:129: SK018 nested more than 64 levels deep\n"
        "catalogs/deep.yaml:3:68: SK018 nested more than 64 levels deep\n"
        "catalogs/pairs.yaml:3:254: SK018 nested more than 64 levels deep\n"
        "3 errors in 4 skills (4 files); 3 skills not checked any further\n"
    )


def test_aliases_that_nest_too_deep_together_are_told(tmp_path: Path) -> None:
    levels = "\n".join(f"    k{i}: &a{i} [*a{i - 1}]" for i in range(1, 80))
    found = wrong(tmp_path, f"name: t/x\ntools: [t]\noverrides:\n  t:\n    k0: &a0 [x]\n{levels}\n")
    assert [each.split(" ", 1)[1] for each in found] == [
        "SK018 nested more than 64 levels deep, aliases expanded"
    ]


def test_aliases_that_multiply_are_refused_in_few_words(tmp_path: Path) -> None:
    lines = "\n".join(f"    k{i}: &k{i} [{', '.join([f'*k{i - 1}'] * 10)}]" for i in range(1, 30))
    write(
        tmp_path / "catalogs",
        {"many.yaml": f"name: t/many\ntools: [t]\noverrides:\n  t:\n    k0: &k0 [a, b]\n{lines}\n"},
    )
    done = run("resolve", "t/many", "--json", cwd=tmp_path)
    document = json.loads(done.out)
    assert done.code == 1
    assert document["error"]["code"] == "SK019"
    assert document["error"]["message"] == (
        "`t/many` cannot be used: more than 100,000 nodes once aliases are expanded"
    )
    assert document["error"]["location"]["file"] == "many.yaml"
    assert len(done.out) < 5000


def test_100000_nodes_are_the_most(tmp_path: Path) -> None:
    # The others: the mapping itself, two for the name, three for the tools, six for the overrides.
    rest = 100_000 - 12

    def text(items: int) -> str:
        return "name: t/x\ntools: [t]\noverrides: {t: {v: [" + ",".join(["1"] * items) + "]}}\n"

    assert wrong(tmp_path / "fits", text(rest)) == []
    assert [each.split(" ", 1)[1] for each in wrong(tmp_path / "over", text(rest + 1))] == [
        "SK019 more than 100,000 nodes"
    ]


def test_one_mebibyte_is_the_largest_file(tmp_path: Path) -> None:
    start = "name: t/big\ntools: [go]\n#"

    def text(size: int) -> str:
        return start + "x" * (size - len(start))

    fits = load(tmp_path / "fits", {"f.yaml": text(1024 * 1024)})
    over = load(
        tmp_path / "over",
        {"f.yaml": text(1024 * 1024 + 1), "g.yaml": "name: t/g\nincludes: [t/big]\n"},
    )
    assert findings(fits) == []
    assert names(fits.resolve("t/big")) == ["go"]
    assert findings(over) == [
        "f.yaml SK004 the file has 1,048,577 bytes; at most 1,048,576 are read"
    ]
    assert list(over.broken) == ["t/big"]


def test_a_line_of_megabytes_is_not_printed(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "huge.yaml": "name: t/huge\ndescription: " + "lorem " * 500_000 + "\n",
            "long.yaml": "name: t/long\ntools: [{name: t, x: "
            + "ipsum " * 50_000
            + ", writes: 1}]\n",
        },
    )
    done = run("check", cwd=tmp_path)
    json_done = run("check", "--json", cwd=tmp_path)
    assert done.code == 1
    assert len(done.out) < 2000
    assert [
        (each["code"], each["location"]) for each in json.loads(json_done.out)["diagnostics"]
    ] == [
        ("SK004", {"catalog": "catalogs", "file": "huge.yaml", "line": None, "column": None}),
        ("SK106", {"catalog": "catalogs", "file": "long.yaml", "line": 2, "column": 300032}),
    ]


def test_text_in_every_style_is_the_same_text(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": """
                name: t/x
                tools:
                  - plain
                  - 'single'
                  - "double"
                  - |-
                    literal
                  - >-
                    folded
                  - "\\x65scap\\u0065d"
            """
        },
    )
    assert names(catalog.resolve("t/x")) == [
        "plain", "single", "double", "literal", "folded", "escaped",
    ]  # fmt: skip


def test_a_json_file_is_a_yaml_file(tmp_path: Path) -> None:
    skill = {
        "name": "t/json",
        "tools": ["a", {"name": "b", "url": "https://b.example/x", "n": [1, 2.5, None, True]}],
    }
    for indent in (None, 2):
        catalog = load(tmp_path / str(indent), {"f.yaml": json.dumps(skill, indent=indent)})
        assert findings(catalog) == []
        assert catalog.resolve("t/json")[1].overrides == {
            "url": "https://b.example/x",
            "n": [1, 2.5, None, True],
        }


@pytest.mark.parametrize(
    "text",
    [
        "name: t/gone\ntools: [a\n",
        "'name': \"t/gone\"   # yes\ntools: {\n",
        "description: 'open\n---\nname: t/gone\n",
        "{name: t/gone, tools: [a\n",
        "cleveragents: {version: 3}\nskill:\n  description: x\n  name: t/gone\n  tools: [a\n",
        (
            "skill:\n  inline_tools:\n    - description: x\n      name: t/helper\n"
            "  name: t/gone\n  tools: [a\n"
        ),
        "# name: t/old\nname: t/gone\n\ttools: [a]\n",
        "description: |\n  name: t/old\nname: t/gone\n  tools: [a\n",
    ],
)
def test_the_name_in_a_file_that_does_not_parse_is_known(tmp_path: Path, text: str) -> None:
    catalog = load(tmp_path, {"f.yaml": text.encode(), "g.yaml": "name: t/g\nincludes: [t/gone]\n"})
    assert [(d.location.file if d.location else "", d.code.id) for d in catalog.diagnostics] == [
        ("f.yaml", "SK010")
    ]
    assert list(catalog.broken) == ["t/gone"]


def test_the_end_of_a_text_that_stays_open_is_told_where_it_opens(tmp_path: Path) -> None:
    assert wrong(tmp_path, "name: t/x\ntools: [a,\n  b\n") == ["2:8 SK010 this `[` is never closed"]
