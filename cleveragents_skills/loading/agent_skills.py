"""What lies in the folder of an agent skill: its `SKILL.md`, and what that says of itself."""

from __future__ import annotations

import os
from typing import Any

from cleveragents_skills.agent_folder import AgentSkillFolder, FrontMatter
from cleveragents_skills.diagnostics import Location
from cleveragents_skills.loading import codes
from cleveragents_skills.loading.files import FoundFile, Unreadable, decoded, read_file, to_target
from cleveragents_skills.loading.homes import Homes
from cleveragents_skills.loading.misfits import kind_name
from cleveragents_skills.loading.problems import LINE_BREAK, Problem
from cleveragents_skills.loading.source import DocumentSource, SkillFile

_FILES = ("SKILL.md", "skill.md")
_FENCE = "---"


def read_agent_folder(
    folder: str, homes: Homes, files: dict[tuple[str, str], SkillFile]
) -> AgentSkillFolder:
    """Give what lies in a folder of the catalog; the file that is read is put into `files`.

    Never raises for what the folder or the file holds.
    """
    real = homes.real(folder)
    # Names are text in UTF-8, whatever the locale says.
    name = os.fsencode(os.path.basename(real)).decode("utf-8", "surrogateescape")
    if not os.path.isdir(real):
        return AgentSkillFolder(name, exists=False)
    manifest = next((each for each in _FILES if os.path.isfile(os.path.join(real, each))), None)
    if manifest is None:
        return AgentSkillFolder(name, exists=True)
    file = os.path.join(real, manifest)
    front = _read(FoundFile(*homes.place(file), file), homes, files)
    return AgentSkillFolder(name, exists=True, front_matter=front)


def _read(found: FoundFile, homes: Homes, files: dict[tuple[str, str], SkillFile]) -> FrontMatter:
    """Give the front matter of a `SKILL.md`, or why there is none."""
    file = SkillFile(found.root, found.path, "")
    real = os.path.realpath(found.real)
    if homes.folder(real) is None:
        link = f"the link{to_target(found.real)}"
        message = f"{link} leads out of the catalog; it is not followed"
        return _unreadable(file, message, "move the file into the folder")
    try:
        text = decoded(read_file(FoundFile(found.root, found.path, real)))
    except Unreadable as problem:
        return _unreadable(file, problem.diagnostic.message, problem.diagnostic.hint)
    except UnicodeDecodeError:
        return _unreadable(file, "not encoded in UTF-8", "save the file as UTF-8")
    lines = LINE_BREAK.split(text)
    closing = next((i for i, line in enumerate(lines) if i and line.rstrip() == _FENCE), None)
    file = files[found.root, found.path] = SkillFile(
        found.root, found.path, "\n".join(lines[:closing])
    )
    return _front_matter(file, closed=closing is not None)


def _unreadable(file: SkillFile, message: str, hint: str | None) -> FrontMatter:
    place = file.location(None)
    return FrontMatter(DocumentSource(file, 0), problem=(message, place, hint))


def _front_matter(file: SkillFile, *, closed: bool) -> FrontMatter:
    source = DocumentSource(file, 0)
    first = Location(file.catalog, file.file, 1, 1)
    if file.lines[0].rstrip() != _FENCE:
        message = "the file does not begin with front matter"
        hint = "begin it with a line of `---`, the fields, and another line of `---`"
        return FrontMatter(source, problem=(message, first, hint))
    if not closed:
        message = "the front matter is not closed"
        return FrontMatter(source, problem=(message, first, "put a line of `---` behind it"))
    built = file.built
    problems = [built.fatal] if built.fatal else list(built.documents[0].problems)
    if len(built.documents) > 1:
        second = built.documents[1].node[0]
        message = "the front matter holds more than one YAML document"
        problems.append(Problem(codes.SYNTAX_ERROR, message, second, "remove the line of `...`"))
    if problems:
        problem = problems[0]
        place = file.location(problem.place)
        return FrontMatter(source, problem=(problem.message, place, problem.hint))
    data: Any = built.documents[0].data
    if type(data) is not dict:
        kind = "empty" if data is None else kind_name(data)
        message = f"the front matter is {kind}, not a mapping of fields"
        return FrontMatter(source, problem=(message, first, "begin it with `name:`"))
    return FrontMatter(source, data)
