"""What a feature states, held against what the program gives."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ruamel.yaml import YAML

if TYPE_CHECKING:
    from behave.model import Table

Item = TypeVar("Item")


def documents(text: str) -> list[Any]:
    """Give the YAML documents of a feature's text, read by a parser that is not the program's."""
    return list(YAML(typ="safe", pure=True).load_all(text))


def same(expected: object, actual: object) -> None:
    """Hold that the two are equal, and show both if not."""
    assert expected == actual, f"\nexpected: {expected!r}\n  actual: {actual!r}"


def same_data(text: str, actual: object) -> None:
    """Hold that a value is the data that a feature's text states; it must be fit for JSON."""
    same(documents(text)[0], json.loads(json.dumps(actual)))


def same_rows(
    table: Table, columns: Mapping[str, Callable[[Item], object]], items: Iterable[Item]
) -> None:
    """Hold that there are exactly these items, in this order, as far as the table's columns go."""
    expected = [dict(row.items()) for row in table]
    actual = [
        {heading: str(columns[heading](item)) for heading in table.headings} for item in items
    ]
    same(expected, actual)
