"""What stands below an anchor, looked at once more where an alias or a merge key leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, NamedTuple

from attrs import define, field

from cleveragents_skills.loading.document import Node, Sensitive
from cleveragents_skills.loading.frame import Frame
from cleveragents_skills.loading.problems import Place


class Kind(Enum):
    """What a step is."""

    SCALAR = 0
    MAPPING = 1
    LIST = 2
    END = 3


class Step(NamedTuple):
    """A scalar with its value, its text and its place, or where a collection begins or ends."""

    kind: Kind
    value: Any = None
    text: str = ""
    place: Place | None = None


class Anchored(NamedTuple):
    """What an anchor names: `begin` and `end` say which steps of the trace it is."""

    value: Any
    node: Node
    size: int
    height: int
    begin: int
    end: int


@define(eq=False, repr=False)
class Trace:
    """All that is written below the anchors of a document, in order, aliases expanded."""

    steps: list[Step] = field(factory=list)
    open: int = 0
    """How many collections with an anchor have not ended."""

    def keep(self, step: Step, anchor: str | None = None) -> int:
        """Take a step in if it has an anchor or stands below one; give its index."""
        index = len(self.steps)
        if self.open or anchor is not None:
            self.steps.append(step)
        return index

    def expand(self, named: Anchored, above: Frame | None) -> Iterator[Sensitive]:
        """Take in what an alias in `above` names; give what of it is sensitive there."""
        steps = self.steps[named.begin : named.end]
        if self.open:
            self.steps.extend(steps)
        return iter(()) if above is None else _sensitive(steps, above)


def _sensitive(steps: Sequence[Step], above: Frame) -> Iterator[Sensitive]:
    """Give what is sensitive in `steps` if they stand where the next value of `above` does."""
    first = steps[0]
    if first.kind is Kind.SCALAR:
        yield from _scalar(first, above)
        return
    stack = [_frame(first, above)]
    if not stack[0].is_sensitive:
        return
    for step in steps[1:]:
        if step.kind is Kind.SCALAR:
            yield from _scalar(step, stack[-1])
            stack[-1].pass_by(step.value)
        elif step.kind is Kind.END:
            stack.pop()
            if stack:
                stack[-1].pass_by(None)
        else:
            stack.append(_frame(step, stack[-1]))


def _scalar(step: Step, above: Frame) -> Iterator[Sensitive]:
    secret = above.secret_of_next(step.text)
    if secret and step.text and step.place:
        yield Sensitive(secret, id(above), step.text, step.place)


def _frame(step: Step, above: Frame) -> Frame:
    value: Any = {} if step.kind is Kind.MAPPING else []
    under, server = above.below_of(value)
    secret = above.secret_of_next()
    return Frame(value, None, (0, 0, 0, 0), None, 0, secret, under, server)
