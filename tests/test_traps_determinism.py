"""The same catalog gives the same bytes, whatever order things were made or hashed in."""

from __future__ import annotations

from pathlib import Path

from command import run
from writing import findings, names, write

from cleveragents_skills import load_catalog

ZOO = {
    "z.yaml": "name: zoo/ape\nincludes: [zoo/bat, zoo/elk]\ntools: [climb]\n",
    "q.yaml": "name: zoo/elk\ntools: [run, graze, run]\nbuiltins: [git_operations]\n",
    "m.yaml": "name: zoo/cow\nincludes: [zoo/none]\noverrides: {x: {a: 1}, y: {b: 2}}\n",
    "b/b.yaml": "name: zoo/bat\nincludes: [zoo/elk]\n"
    "mcp_servers: [{name: cave, command: c, env: {A: a, B: b, C: c}}]\n",
    "b/a.yaml": "name: zoo/dog\nincludes: [zoo/dog]\ntols: []\n",
    "a.yaml": "name: zoo/Cow\n",
}


def test_the_order_in_which_files_were_made_does_not_matter(tmp_path: Path) -> None:
    one = write(tmp_path / "one" / "catalogs", ZOO)
    other = write(tmp_path / "other" / "catalogs", dict(reversed(ZOO.items())))
    first, second = load_catalog(one, config=False), load_catalog(other, config=False)
    assert list(first) == list(second) == ["zoo/Cow", "zoo/ape", "zoo/bat", "zoo/cow", "zoo/elk"]
    assert findings(first) == findings(second)
    assert names(first.resolve("zoo/ape")) == names(second.resolve("zoo/ape"))


def test_the_seed_of_the_hash_does_not_matter(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", ZOO)
    for arguments in (["check", "--json"], ["resolve", "zoo/ape", "--json"]):
        seen = {
            run(*arguments, cwd=tmp_path, env={"PYTHONHASHSEED": seed}).out for seed in ("0", "77")
        }
        assert len(seen) == 1
        assert seen != {""}


def test_the_order_of_a_list_is_kept_under_every_seed(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {"f.yaml": "name: zoo/f\ntools: [yak, ant, gnu, ant, cat, yak, owl]\n"},
    )
    for seed in ("0", "3"):
        done = run(
            "resolve", "zoo/f", "--format", "names", cwd=tmp_path, env={"PYTHONHASHSEED": seed}
        )
        assert (done.code, done.out) == (0, "yak\nant\ngnu\ncat\nowl\n")


def test_nothing_in_the_catalog_is_changed_or_added(tmp_path: Path) -> None:
    folder = write(tmp_path / "catalogs", ZOO)

    def everything() -> list[tuple[str, bytes, int]]:
        return [
            (str(each), each.read_bytes(), each.stat().st_mtime_ns)
            for each in sorted(tmp_path.rglob("*"))
            if each.is_file()
        ]

    before = everything()
    codes = [
        run(*arguments, cwd=tmp_path).code
        for arguments in (
            ["check"],
            ["resolve", "zoo/ape"],
            ["summary", "--all"],
            ["show", "zoo/bat"],
        )
    ]
    assert codes == [1, 0, 1, 0]
    assert everything() == before
    assert sorted(each.name for each in folder.iterdir()) == [
        "a.yaml",
        "b",
        "m.yaml",
        "q.yaml",
        "z.yaml",
    ]


def test_what_a_catalog_names_is_not_run(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": f"""
                name: zoo/f
                inline_tools:
                  - {{name: t, source: custom, code: "open('{mark}', 'w')"}}
                mcp_servers:
                  - {{name: s, command: touch, args: ["{mark}"]}}
                  - {{name: c, command: "touch {mark}", tools: [t]}}
            """
        },
    )
    codes = [
        run(*arguments, cwd=tmp_path).code
        for arguments in (["check"], ["resolve", "zoo/f"], ["summary", "zoo/f"])
    ]
    assert codes == [0, 0, 0]
    assert not mark.exists()
