"""The catalog of a commit, which is read from a folder that lasts as long as the session."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from cleveragents_skills.cli.bases import Target
from cleveragents_skills.cli.locking import lock_path, read_locked, recorded
from cleveragents_skills.cli.roots import catalog_roots
from cleveragents_skills.cli.session import Session, usage
from cleveragents_skills.git import Entry, Repository, Tree, Way, unpack
from cleveragents_skills.loading import Config, ConfigError, find_catalog
from cleveragents_skills.loading.config import CONFIG_FILE, MCP_LOCK_FILE, content_of
from cleveragents_skills.loading.contents import FileContents
from cleveragents_skills.loading.files import MANIFESTS
from cleveragents_skills.loading.reader import FileKey, Reading, read_catalog, root_name
from cleveragents_skills.snapshot import SkillSnapshot

ANY_CATALOG = "a folder `catalogs`"
_SHA1 = 40


class Committed:
    """What a commit holds, as it would stand in the work tree: links lead to what is in it."""

    def __init__(self, target: Target, session: Session, repository: Repository) -> None:
        self.title = target.title
        self.session = session
        self.top = repository.top
        self.tree = Tree(repository, target.what)
        self.here = os.path.realpath(os.getcwd())
        self.known: dict[str, FileContents] = {}
        self.home = ""

    def config(self) -> Config:
        """Give the config of the commit, or what is above the work tree."""
        return self.session.configured(content=self._content, real=self._real)

    def locked(self, config: Config) -> Mapping[str, SkillSnapshot] | None:
        """Give what the lock of the commit records, None without one."""
        file = lock_path(config)
        inner = self._inner(file)
        if inner is None:
            return recorded(file)
        entry = self.tree.way(inner).entry
        return read_locked(file, self.tree.content(entry)) if entry and entry.is_file else None

    def read(
        self, config: Config, known: tuple[Reading, Config] | None
    ) -> tuple[Reading | None, Sequence[str]]:
        """Give what the files of the catalog hold, None without one, and the roots not there."""
        named = list(catalog_roots(self.session.common.catalog)) or list(config.catalog)
        near = (
            None if named else find_catalog(None, self._is_folder, self._has_manifests, self._real)
        )
        roots = {root_name(root): self._root(root) for root in named or filter(None, [near])}
        there = {root: way for root, way in roots.items() if way.entry and way.entry.is_folder}
        absent = [root for root in roots if root not in there] if roots else [ANY_CATALOG]
        if not there:
            are = "are" if len(absent) > 1 else "is"
            missing = f"{', '.join(absent)} {are} not in it"
            self.session.note(f"{self.title} has no catalog: {missing}")
            return None, absent
        for root in absent:
            self.session.note(f"{self.title} has no folder {root}")
        same = known[0].contents if known and _reads_alike(known[1], config) else {}
        self._unpack(there, config, same)
        reading = read_catalog(
            *there,
            config=config,
            watch=self.session.progress.over,
            stand=self._stand,
            known=self.known,
        )
        return reading, absent

    def _inner(self, path: str) -> str | None:
        """Give a path from the root of the work tree, to follow there; None outside of it."""
        parts = path.replace(os.sep, "/").split("/")[::-1]
        at = self.here
        if os.path.isabs(path):
            at = Path(path).anchor
        while parts and (parts[-1] in ("", ".", "..") or self._below(at) is None):
            at = os.path.realpath(os.path.join(at, parts.pop()))
        inside = self._below(at)
        return None if inside is None else "/".join(filter(None, (inside, *reversed(parts))))

    def _below(self, real: str) -> str | None:
        """Give a real path from the root of the work tree, "" for that; None outside of it."""
        inner = os.path.relpath(real, self.top).replace(os.sep, "/")
        if inner == ".." or inner.startswith("../"):
            return None
        return "" if inner == "." else inner

    def _real(self, path: str | os.PathLike[str]) -> str:
        """Give the real path that something would have in the work tree."""
        inner = self._inner(os.fspath(path))
        if inner is None:
            return os.path.realpath(path)
        way = self.tree.way(inner)
        if way.outside is not None:
            return os.path.realpath(os.path.join(self.top, way.outside))
        return os.path.normpath(os.path.join(self.top, way.path))

    def _content(self, file: Path) -> bytes | None:
        """Give what a config holds, as `content_of` does for the work tree."""
        inner = self._inner(str(file))
        if inner is None:
            return content_of(file)
        way = self.tree.way(inner)
        if way.outside is not None:
            return content_of(Path(self.top, way.outside))
        if way.entry and way.entry.is_file:
            return self.tree.content(way.entry)
        wanted = file.name in (CONFIG_FILE, MCP_LOCK_FILE)
        if wanted and way.entry:
            raise ConfigError(inner, "is no file")
        if wanted and way.met and way.met[-1].is_link:
            raise ConfigError(inner, "the link leads nowhere")
        return None

    def _is_folder(self, folder: Path) -> bool:
        inner = self._inner(str(folder))
        if inner is None:
            return False
        way = self.tree.way(inner)
        if way.outside is not None:
            return os.path.isdir(os.path.join(self.top, way.outside))
        return way.entry is not None and (way.entry.is_folder or way.entry.is_module)

    def _has_manifests(self, folder: Path) -> bool:
        inner = self._inner(str(folder))
        entry = None if inner is None else self.tree.way(inner).entry
        return entry is not None and self.tree.is_near(entry, MANIFESTS)

    def _root(self, root: str) -> Way:
        """Follow the path of a root, which has to lead to something that a commit can hold."""
        inner = self._inner(root)
        way = self.tree.way(inner or "")
        if inner is None or way.outside is not None:
            leads = f"{root} lies" if inner is None else f"{root} is a link that leads"
            hint = "compare folders instead: `skills diff BEFORE AFTER`"
            raise usage(f"{leads} outside of the git work tree", hint)
        for each in way.met:
            if each.is_module:
                message = f"{root} lies in the submodule {each.path}, whose files are not in it"
                raise usage(message, f"compare commits of that: `cd {each.path}`")
        return way

    def _stand(self, root: str) -> str:
        return os.path.realpath(os.path.join(self.home, self._inner(root) or ""))

    def _unpack(
        self, roots: Mapping[str, Way], config: Config, same: Mapping[FileKey, FileContents]
    ) -> None:
        """Write the catalog. Of files that are the `same` on the other side only the names."""
        made = _temporary()
        folder = os.path.realpath(self.session.lasting.enter_context(made))
        # It stands as deep as the work tree, so that links lead out of it to no other place.
        self.home = os.path.join(folder, os.path.relpath(self.top, Path(self.top).anchor))
        inside: dict[str, Entry] = {}
        for root, way in roots.items():
            below = [] if way.entry is None else list(self.tree.below(way.entry))
            inside.update((each.path, each) for each in below)
            self._take_known(root, way.path, below, same)
        for each in inside.values():
            if each.is_module:
                self.session.note(f"{self.title}: the submodule {each.path} is not read")
        entries = {each.path: each for way in roots.values() for each in way.met}
        ends = set()
        is_read = _is_read(config)
        for link in [each for each in inside.values() if each.is_link]:
            way = self.tree.way(link.path)
            entries.update((each.path, each) for each in way.met)
            if way.entry and is_read(link.path):
                ends.add(way.entry.path)
            if way.outside is not None and not os.path.isabs(way.outside):
                self._stand_in(way.outside, folder)
        entries.update(inside)

        def full(entry: Entry) -> bool:
            wanted = is_read(entry.path) or entry.path in ends
            known = os.path.join(self.home, entry.path) in self.known
            return wanted and entry.path in inside and not known

        unpack(self.tree, [*entries.values()], self.home, full)

    def _stand_in(self, outside: str, folder: str) -> None:
        """Make something like what a link leads to outside of the work tree."""
        there = os.path.normpath(os.path.join(self.top, outside))
        stand = os.path.join(folder, os.path.relpath(there, Path(there).anchor))
        if os.path.isdir(there):
            os.makedirs(stand, exist_ok=True)
        elif os.path.exists(there):
            os.makedirs(os.path.dirname(stand), exist_ok=True)
            Path(stand).touch()

    def _take_known(
        self, root: str, path: str, below: Sequence[Entry], same: Mapping[FileKey, FileContents]
    ) -> None:
        """Keep what the other side holds of files that are the same there."""
        start = len(path) + 1 if path else 0
        for entry in below:
            contents = same.get((root, entry.path[start:])) if entry.is_file else None
            if contents is None or contents.plain_folder is not None:
                continue  # of a `SKILL.md` only the front matter is kept
            if contents.file and _is_same(entry.oid, contents.file.text):
                # Where the folder of an agent skill lies may follow from links.
                skills = (each.skill for each in contents.definitions)
                if not any(skill.agent_skills for skill in skills if skill):
                    self.known[os.path.join(self.home, entry.path)] = contents


def _temporary() -> TemporaryDirectory[str]:
    try:
        return TemporaryDirectory(prefix="skills-", ignore_cleanup_errors=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        message = f"no folder for temporary files can be made: {reason}"
        raise usage(message, "TMPDIR names where to make it") from None


def _is_read(config: Config) -> Callable[[str], bool]:
    """Give the question whether a file of this path may be read."""
    suffixes: Collection[str] = [PurePosixPath(glob).suffix.lower() for glob in config.files]
    all_known = all(suffix[1:].isascii() and suffix[1:].isalnum() for suffix in suffixes)
    endings = (*suffixes, "/skill.md") if all_known else ("",)
    return lambda path: f"/{path.lower()}".endswith(endings)


def _is_same(oid: str, text: str) -> bool:
    """Say whether git would store a text under this id."""
    import hashlib

    content = text.encode("utf-8", "surrogatepass")
    algorithm = hashlib.sha1 if len(oid) == _SHA1 else hashlib.sha256
    return algorithm(b"blob %d\0" % len(content) + content).hexdigest() == oid


def _reads_alike(one: Config, other: Config) -> bool:
    """Say whether files that are the same hold the same skills under both configs."""
    return _told_by(one) == _told_by(other)


def _told_by(config: Config) -> tuple[object, ...]:
    """Give what of a config goes into the skills of a file."""
    return config.builtins, config.capabilities, config.learned, config.learned_tools
