"""Skills held against contracts: what they have against these, and which contracts are idle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cleveragents_skills.contract import Contract
from cleveragents_skills.contracts.broken import CODE
from cleveragents_skills.contracts.clauses import Breach, breaches, fits, ways
from cleveragents_skills.contracts.idle import idle_contract, idle_exception
from cleveragents_skills.diagnostics import Diagnostic, Related
from cleveragents_skills.model import Skill
from cleveragents_skills.provenance import explain
from cleveragents_skills.resolver import SkillResolver


def held(contracts: tuple[Contract, ...], skills: Mapping[str, Skill]) -> Iterator[Diagnostic]:
    """Give what the skills have against the contracts, and what of these is for nothing.

    Every skill that a contract is for is resolved; one that cannot be has findings already.
    """
    for contract in contracts:
        names = [name for name in skills if fits(name, contract.skills)]
        if not names:
            yield idle_contract(contract)
        used: set[str] = set()
        for name in names:
            yield from _of_skill(contract, skills[name], skills, used)
        for exception in contract.exceptions:
            if names and exception not in used:
                yield idle_exception(contract, exception)


def _of_skill(
    contract: Contract, skill: Skill, skills: Mapping[str, Skill], used: set[str]
) -> Iterator[Diagnostic]:
    """Give what one skill has against a contract; exceptions that let something pass are `used`."""
    try:
        resolution = SkillResolver().resolve_tools(skill, skills)
    except ValueError:
        return
    explanation = explain(resolution, skills)
    for breach in breaches(contract, resolution):
        if not _is_excepted(contract, skill.name, breach, used):
            place = breach.origin.location if breach.origin and breach.origin.path else None
            related = tuple(
                Related(words, origin.location) for words, origin in ways(breach, explanation)
            )
            message = f"`{skill.name}` breaks the contract {contract.title}: {breach.message}"
            where = place or (related[-1].location if related else skill.locate("name"))
            yield Diagnostic(CODE, message, where, contract.guidance, skill.name, related)
    for name, includer in skills.items() if contract.only_included_by is not None else ():
        yield from _included(contract, skill, includer, used) if name != skill.name else ()


def _included(
    contract: Contract, skill: Skill, includer: Skill, used: set[str]
) -> Iterator[Diagnostic]:
    """Give that another skill includes one which only some may."""
    for index, include in enumerate(includer.includes):
        if include.name == skill.name and not fits(includer.name, contract.only_included_by or ()):
            message = f"`{includer.name}` includes `{skill.name}`, which only some may"
            breach = Breach((includer.name,), message, None)
            if not _is_excepted(contract, skill.name, breach, used):
                message += f": the contract {contract.title}"
                place = includer.locate("includes", index)
                yield Diagnostic(CODE, message, place, contract.guidance, includer.name)


def _is_excepted(contract: Contract, skill: str, breach: Breach, used: set[str]) -> bool:
    """Say whether an exception lets a breach pass."""
    found = [
        exception
        for exception in contract.exceptions
        for name, _, thing in [exception.partition(" ")]
        if fits(skill, (name,))
        and (not thing or any(fits(t, (thing.strip(),)) for t in breach.things))
    ]
    used.update(found)
    return bool(found)
