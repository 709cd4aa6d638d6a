"""Which findings a config looks for, and how much each weighs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cleveragents_skills.diagnostics import Severity
from cleveragents_skills.loading.registry import ALL_CODES, SETTABLE, code_meant
from cleveragents_skills.loading.settings import ConfigError, one_of, positive, texts
from cleveragents_skills.naming import did_you_mean
from cleveragents_skills.policy import MAX_TOOLS, UNREADABLE, Policy
from cleveragents_skills.rules import OPTIONS

if TYPE_CHECKING:
    from cleveragents_skills.contract import Contract

_WEIGHTS = ("error", "warning", "off")
_CODE = re.compile(r"SK\d{0,3}")


def policy_of(file: str, table: Mapping[str, Any], text: bytes) -> Policy:
    """Give what a table of settings looks for. Raises `ConfigError`."""
    severities: dict[str, Severity | None] = {}
    options: dict[str, dict[str, Any]] = {}
    rules = table.get("rules", {})
    if not isinstance(rules, dict):
        raise ConfigError(file, "`rules` must be a table of code to settings")
    for code, settings in rules.items():
        known = {each.id for each in SETTABLE}
        key = f"rules.{code}"
        if code not in known:
            hint = code_meant(code, SETTABLE) or "those of SK2xx to SK4xx can be set"
            raise ConfigError(file, f"`{key}`: no rule has this code", hint)
        if not isinstance(settings, dict):
            raise ConfigError(file, f"`{key}` must be a table of settings")
        for name, value in settings.items():
            if name == "severity":
                weight = one_of(file, f"{key}.severity", value, _WEIGHTS)
                severities[code] = None if weight == "off" else Severity(weight)
            else:
                taken = _option(file, key, name, value, OPTIONS.get(code, {}))
                options.setdefault(code, {})[name] = taken
    return Policy(
        select=code_beginnings(file, "select", table.get("select", [])),
        ignore=code_beginnings(file, "ignore", table.get("ignore", [])),
        severities=severities,
        options=options,
        max_tools=positive(file, "max-tools", table.get("max-tools", MAX_TOOLS)),
        contracts=_contracts(file, table, text),
    )


def _option(file: str, key: str, name: str, value: Any, known: Mapping[str, Any]) -> Any:
    """Give the value of a rule's option, of the type that its default has."""
    if name not in known:
        names = ("severity", *known)
        hint = did_you_mean(name, names) or f"the settings are {', '.join(names)}"
        raise ConfigError(file, f"`{key}` has no setting `{name}`", hint)
    if isinstance(known[name], int):
        return positive(file, f"{key}.{name}", value)
    return texts(file, f"{key}.{name}", value)


def code_beginnings(file: str, key: str, value: Any) -> tuple[str, ...]:
    """Give codes or beginnings of codes, such as `SK3`. Raises `ConfigError` for anything else."""
    beginnings = texts(file, key, value)
    for each in beginnings:
        if not _CODE.fullmatch(each) or not any(c.id.startswith(each) for c in ALL_CODES):
            hint = code_meant(each) or "codes are like SK301, beginnings like SK3"
            raise ConfigError(file, f"`{key}`: `{each}` is no code, nor the beginning of one", hint)
        if key.endswith("ignore") and each.startswith(UNREADABLE):
            message = f"`{key}`: `{each}` cannot be ignored"
            raise ConfigError(file, message, "a file that cannot be read hides what it defines")
    return beginnings


def _contracts(file: str, table: Mapping[str, Any], text: bytes) -> tuple[Contract, ...]:
    if "contracts" not in table:
        return ()
    from cleveragents_skills.loading.contracts import contracts_of  # noqa: PLC0415 (likewise)

    return contracts_of(file, table["contracts"], text)
