"""What a file's text is built into: plain data, with the place of every node."""

from __future__ import annotations

from typing import Any, NamedTuple

from attrs import define, field

from cleveragents_skills.loading.problems import Place, Problem

Node = tuple[Place, Any]
"""A place, and below it: None for a scalar, a list of nodes, or a dict of key to (Place, Node)."""


class _Invalid:
    """Stands for a value that a finding was made about already."""

    def __repr__(self) -> str:
        return "INVALID"


INVALID = _Invalid()


class Document(NamedTuple):
    """One YAML document: its data, the places of its nodes, and what is wrong with its text."""

    data: Any
    node: Node
    problems: tuple[Problem, ...]


class Sensitive(NamedTuple):
    """A scalar that may hold a secret: under `env` or `headers`, a `url`, one of some `args`.

    `group` tells which list of `args` it belongs to.
    """

    field: str
    group: int
    text: str
    place: Place


@define(eq=False, repr=False)
class BuiltFile:
    """What came of a text: whole documents, and what ended the file before its end, if anything.

    `sensitive` holds also what is dropped from the documents, such as the value of a second key.
    """

    documents: list[Document] = field(factory=list)
    sensitive: list[Sensitive] = field(factory=list)
    fatal: Problem | None = None
    resume: int = 0
    """The line (from 0) up to which the text went into documents."""
