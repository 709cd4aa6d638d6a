"""A contract, or an exception of one, concerns nothing.

Why it matters: a contract whose `skills` fit no skill guards nothing, and an exception that nothing
needs any more would let pass what it was not made for. Often a skill or a tool was renamed.

Bad: `exceptions = ["local/reviewer write_file"]` in a contract of the config, when no skill
`local/reviewer` has a tool `write_file`.

Good: the exception is taken out, or names the skill and the tool as they are called now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity

if TYPE_CHECKING:
    from cleveragents_skills.contract import Contract

CODE = Code("SK402", "idle-contract", Severity.ERROR, "a contract, or an exception, for nothing")


def idle_contract(contract: Contract) -> Diagnostic:
    """Give the finding that a contract fits no skill."""
    message = (
        f"the contract {contract.title} is for no skill: nothing fits {listed(contract.skills)}"
    )
    return Diagnostic(CODE, message, contract.location, "correct `skills`, or take it out")


def idle_exception(contract: Contract, exception: str) -> Diagnostic:
    """Give the finding that nothing needs an exception."""
    message = f"the exception `{exception}` of the contract {contract.title} is for nothing"
    place = contract.places.get(exception, contract.location)
    return Diagnostic(CODE, message, place, "take it out, or correct it")


def listed(names: tuple[str, ...]) -> str:
    """Give names with commas between."""
    return ", ".join(f"`{name}`" for name in names)
