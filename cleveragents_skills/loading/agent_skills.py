"""What lies in the folder of an agent skill: its `SKILL.md`, and what that says of itself."""

from __future__ import annotations

import os
from typing import Any

from cleveragents_skills.agent_folder import AgentSkillFolder, FrontMatter, FrontMatterProblem
from cleveragents_skills.diagnostics import Code, Location
from cleveragents_skills.loading import codes
from cleveragents_skills.loading.files import (
    MANIFESTS,
    FoundFile,
    Unreadable,
    decoded,
    read_file,
    to_target,
)
from cleveragents_skills.loading.homes import Homes
from cleveragents_skills.loading.misfits import kind_name
from cleveragents_skills.loading.problems import LINE_BREAK, Problem
from cleveragents_skills.loading.scripts import read_scripts
from cleveragents_skills.loading.source import DocumentSource, SkillFile

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
    scripts = read_scripts(real, homes)
    manifest = next((each for each in MANIFESTS if os.path.isfile(os.path.join(real, each))), None)
    if manifest is None:
        return AgentSkillFolder(name, exists=True, scripts=scripts)
    path = os.path.join(real, manifest)
    file, front = read_front_matter(FoundFile(*homes.place(path), path), homes)
    if file is not None:
        files[file.catalog, file.file] = file
    return AgentSkillFolder(name, exists=True, front_matter=front, scripts=scripts)


def read_front_matter(found: FoundFile, homes: Homes) -> tuple[SkillFile | None, FrontMatter]:
    """Give the front matter of a `SKILL.md`, or why there is none; and the file, if it is text.

    The text of the file is the front matter alone. Never raises for what it holds.
    """
    real = os.path.realpath(found.real)
    if homes.folder(real) is None:
        link = f"the link{to_target(found.real)}"
        message = f"{link} leads out of the catalog; it is not followed"
        return None, _unreadable(
            found, codes.UNREADABLE_FILE, message, "move the file into the folder"
        )
    try:
        text = decoded(read_file(FoundFile(found.root, found.path, real)))
    except Unreadable as problem:
        told = problem.diagnostic
        return None, _unreadable(found, told.code, told.message, told.hint)
    except UnicodeDecodeError:
        message, hint = "not encoded in UTF-8", "save the file as UTF-8"
        return None, _unreadable(found, codes.NOT_UTF8, message, hint)
    lines = LINE_BREAK.split(text)
    closing = next((i for i, line in enumerate(lines) if i and line.rstrip() == _FENCE), None)
    file = SkillFile(found.root, found.path, "\n".join(lines[:closing]))
    return file, _front_matter(file, closed=closing is not None)


def _unreadable(found: FoundFile, code: Code, message: str, hint: str | None) -> FrontMatter:
    file = SkillFile(found.root, found.path, "")
    problem = FrontMatterProblem(message, file.location(None), hint, code)
    return FrontMatter(DocumentSource(file, 0), problem=problem)


def _front_matter(file: SkillFile, *, closed: bool) -> FrontMatter:
    source = DocumentSource(file, 0)
    first = Location(file.catalog, file.file, 1, 1)

    def problem(message: str, place: Location, hint: str | None, code: Code) -> FrontMatter:
        return FrontMatter(source, problem=FrontMatterProblem(message, place, hint, code))

    if file.lines[0].rstrip() != _FENCE:
        message = "the file does not begin with front matter"
        hint = "begin it with a line of `---`, the fields, and another line of `---`"
        return problem(message, first, hint, codes.NOT_A_MAPPING)
    if not closed:
        message, hint = "the front matter is not closed", "put a line of `---` behind it"
        return problem(message, first, hint, codes.SYNTAX_ERROR)
    built = file.built
    problems = [built.fatal] if built.fatal else list(built.documents[0].problems)
    if len(built.documents) > 1:
        second = built.documents[1].node[0]
        message = "the front matter holds more than one YAML document"
        problems.append(Problem(codes.SYNTAX_ERROR, message, second, "remove the line of `...`"))
    if problems:
        told = problems[0]
        return problem(told.message, file.location(told.place), told.hint, told.code)
    data: Any = built.documents[0].data
    if type(data) is not dict:
        kind = "empty" if data is None else kind_name(data)
        message = f"the front matter is {kind}, not a mapping of fields"
        return problem(message, first, "begin it with `name:`", codes.NOT_A_MAPPING)
    return FrontMatter(source, data)
