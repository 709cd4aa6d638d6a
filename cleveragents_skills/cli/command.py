"""From a function that answers to a command of the program."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

from cleveragents_skills.cli.options import Common

if TYPE_CHECKING:
    from cleveragents_skills.report import Report

Answer = Callable[..., "Report"]
"""Makes a report from a session and the values of the command's own options."""


def command(name: str, answer: Answer, *, reads: bool = True) -> Callable[..., int]:
    """Give what Typer makes a command of: the answer's own options, then those every command has.

    The first parameter of `answer` is the session. The library is loaded when the command runs.
    One that `reads` no catalog has no option to name it.
    """
    _, *own = signature(answer).parameters.values()
    shared = [field for field in Common._fields if reads or field != "catalog"]
    parameters = [*own, *map(_option, shared)]

    def start(**given: Any) -> int:
        from cleveragents_skills.cli.session import run

        common = Common(**{field: given.pop(field) for field in shared})
        return run(name, common, lambda session: answer(session, **given))

    start.__doc__ = answer.__doc__
    start.__annotations__ = {each.name: each.annotation for each in parameters}
    start.__signature__ = signature(start).replace(parameters=parameters)  # type: ignore[attr-defined] # what inspect reads
    return start


def _option(field: str) -> Parameter:
    return Parameter(
        field,
        Parameter.KEYWORD_ONLY,
        default=Common._field_defaults[field],
        annotation=Common.__annotations__[field],
    )
