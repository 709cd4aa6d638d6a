"""The data of one document to a skill, or to what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from attrs import frozen

from cleveragents_skills.catalog import CatalogError
from cleveragents_skills.diagnostics import Diagnostic, Location, Related, ordered
from cleveragents_skills.loading import codes
from cleveragents_skills.loading.document import INVALID, Document
from cleveragents_skills.loading.fields import DOCUMENT, take_fields
from cleveragents_skills.loading.misfits import (
    HERE,
    WHOLE,
    Misfit,
    Path,
    kind_name,
    leaves,
    path_text,
    under,
    wrong_type,
)
from cleveragents_skills.loading.problems import Problem
from cleveragents_skills.loading.source import DocumentSource, SkillFile
from cleveragents_skills.loading.structure import skill_structurer
from cleveragents_skills.loading.words import plain_data
from cleveragents_skills.model import BUILTIN_GROUPS, Skill
from cleveragents_skills.naming import is_skill_name

Structurer = Callable[[Any], Skill]


@frozen(eq=False, repr=False)
class Definition:
    """What one document defines. `skill` is None where it cannot be used.

    `name` is None where none is known; `locate` gives where the name stands.
    """

    name: str | None
    locate: Callable[[], Location]
    skill: Skill | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


def read_document(
    file: SkillFile, index: int, document: Document, structure: Structurer
) -> Definition:
    """Give the definition that a document holds. Never raises for what it contains."""
    source = DocumentSource(file, index)
    name = _name(document.data)
    found = [problem_diagnostic(file, each, name) for each in document.problems]
    skill, misfits = _structured(document.data, structure)
    seen: set[tuple[str, str, Location]] = set()
    for path, misfit in misfits:
        locate = source.locate_key if misfit.at_key else source.locate
        # What an alias or a merge key brings in several places is wrong in one.
        cause = (misfit.code.id, misfit.message, locate(*path))
        if cause in seen:
            continue
        seen.add(cause)
        related: tuple[Related, ...] = ()
        if misfit.also:
            message, other = misfit.also
            place = (*path[: len(path) - len(misfit.path)], *other)
            related = (Related(message, source.locate_key(*place)),)
        found.append(_diagnostic(path, misfit, locate(*path), name, related))
    locate_name = partial(source.locate, "name")
    if found or skill is None:
        return Definition(name, locate_name, None, ordered(found))
    return Definition(name, locate_name, skill.read_from(source))


def problem_diagnostic(file: SkillFile, problem: Problem, skill: str | None) -> Diagnostic:
    """Give the diagnostic of a problem with the text of a file."""
    related: tuple[Related, ...] = ()
    if problem.related:
        message, place = problem.related
        related = (Related(message, file.location(place)),)
    location = file.location(problem.place)
    return Diagnostic(problem.code, problem.message, location, problem.hint, skill, related)


def skill_from_config(config: Mapping[str, Any]) -> Skill:
    """Give the skill that plain data describes; see `Skill.from_config`."""
    try:
        data = plain_data(config)
    except Misfit as misfit:
        found: list[tuple[Path, Misfit]] = [(misfit.path, misfit)]
        skill, name = None, None
    else:
        skill, found = _structured(data, _plain_structurer())
        name = _name(data)
    if skill is None:
        raise CatalogError(ordered(_diagnostic(path, each, None, name) for path, each in found))
    return skill


@cache
def _plain_structurer() -> Structurer:
    """Give the structurer that knows the builtin groups every catalog has; it is costly to make."""
    return skill_structurer(BUILTIN_GROUPS)


def _structured(data: Any, structure: Structurer) -> tuple[Skill | None, list[tuple[Path, Misfit]]]:
    """Give the skill, or None and what does not fit."""
    problems: list[Exception] = []
    skill = None
    try:
        skill = structure(_unwrapped(data, problems))
    except Exception as error:  # noqa: BLE001 (`leaves` raises again what is no misfit)
        problems.append(error)
    found = [leaf for problem in problems for leaf in leaves(problem)]
    known = not found and not problems
    return (skill if known else None), found


def _unwrapped(data: Any, problems: list[Exception]) -> Any:
    """Give the mapping of the skill: all of it but the header, or what stands under `skill:`."""
    if type(data) is not dict:
        if data is INVALID:
            return data
        message = f"expected a mapping of fields, found {kind_name(data)}"
        raise Misfit(codes.NOT_A_MAPPING, message, (), "a skill begins with `name:`")
    header = data.get("cleveragents")
    if header is not None and type(header) is not dict:
        problems.append(wrong_type("a mapping", header, (WHOLE, "cleveragents")))
    if "skill" not in data:
        return {key: value for key, value in data.items() if key != "cleveragents"}
    taken, found = take_fields(data, DOCUMENT)
    problems.extend(under(each, WHOLE) for each in found)
    if taken["skill"] is not INVALID and type(taken["skill"]) is not dict:
        raise wrong_type("a mapping of fields", taken["skill"], (WHOLE, "skill"))
    return taken["skill"]


def _name(data: Any) -> str | None:
    """Give the name of a document's skill, if it says one that is valid."""
    inner = data.get("skill", data) if type(data) is dict else None
    name = inner.get("name") if type(inner) is dict else None
    return name if type(name) is str and is_skill_name(name) else None


def _diagnostic(
    path: Path,
    misfit: Misfit,
    location: Location | None,
    skill: str | None,
    related: tuple[Related, ...] = (),
) -> Diagnostic:
    where = path[:-1] if misfit.at_key else path
    message = misfit.message.replace(HERE, path_text(where))
    return Diagnostic(misfit.code, message, location, misfit.hint, skill, related)
