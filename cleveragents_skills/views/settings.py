"""The answer of `skills config show`: every setting, and where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from attrs import frozen

from cleveragents_skills.report import Cell, Column, Report, Table
from cleveragents_skills.views.shapes import diagnostics_shape, flow

Origin = Literal["option", "environment", "config", "default"]


@frozen
class Setting:
    """A setting with its value. `where` is the option, the variable, or the file of the config."""

    name: str
    value: Any
    origin: Origin = "default"
    where: str | None = None


def settings_report(file: str | None, settings: Sequence[Setting]) -> Report:
    """Give the report of the settings; `file` is the config, if there is one."""
    return Report(
        command="config show",
        document=lambda: {
            "config": file,
            "settings": [_shape(each) for each in settings],
            "diagnostics": diagnostics_shape(()),
        },
        blocks=lambda: [_table(settings)],
        closing=f"config: {file or 'none'}",
    )


def _shape(setting: Setting) -> dict[str, Any]:
    return {
        "name": setting.name,
        "value": _plain(setting.value),
        "from": setting.origin,
        "where": setting.where,
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _table(settings: Sequence[Setting]) -> Table:
    rows = [
        (
            Cell(each.name, "strong"),
            Cell(each.where or each.origin, "" if each.where else "faint", code=True),
            Cell(flow(_plain(each.value)), code=True),
        )
        for each in settings
    ]
    return Table((Column("setting"), Column("from"), Column("value", words=True)), tuple(rows))
