"""`skills config show`. Typer reads the annotations, so they are not postponed."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cleveragents_skills.cli.options import Common

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.loading import Config
    from cleveragents_skills.report import Report
    from cleveragents_skills.views.settings import Setting


def config_show(session: "Session") -> "Report":
    """Show every setting with its value, and where it comes from.

    Formats: text, json.
    """
    from cleveragents_skills.cli.roots import catalog_setting
    from cleveragents_skills.views.settings import settings_report

    config = session.configure()
    settings = [
        catalog_setting(session.common.catalog, config),
        *_config_settings(config),
        *_rule_settings(config),
        _format_setting(session.common),
    ]
    return settings_report(config.file, settings)


def _config_settings(config: "Config") -> "Iterator[Setting]":
    """Give the settings that only a config has, but for those of rules."""
    from cleveragents_skills.model import BUILTIN_GROUPS
    from cleveragents_skills.views.settings import Setting

    def setting(name: str, value: object, *, given: bool) -> "Setting":
        return Setting(name, value, "config", config.file) if given else Setting(name, value)

    for name, value in (("files", config.files), ("exclude", config.exclude)):
        yield setting(name, value, given=name in config.given)
    for group, tools in config.builtins.items():
        yield setting(f"builtins.{group}", tools, given=group not in BUILTIN_GROUPS)
    if not config.capabilities:
        yield Setting("capabilities", ())
    for glob, known in config.capabilities:
        said = {k: v for k, v in known.capability.to_dict().items() if v is not None}
        yield Setting(f"capabilities.{glob}", said, "config", config.file)
    policy = config.policy
    for name, other in (
        ("learned-tools", config.learned_tools),
        ("agent-namespace", config.agent_namespace),
        ("select", policy.select),
        ("ignore", policy.ignore),
        ("fail-on", config.fail_on),
        ("max-tools", policy.max_tools),
    ):
        yield setting(name, other, given=name in config.given)
    if not policy.contracts:
        yield Setting("contracts", ())
    for index, contract in enumerate(policy.contracts):
        for clause, value in contract.clauses().items():
            yield Setting(f"contracts[{index}].{clause}", value, "config", config.file)


def _rule_settings(config: "Config") -> "Iterator[Setting]":
    """Give what each rule weighs here, and its options."""
    from cleveragents_skills.loading import SETTABLE
    from cleveragents_skills.policy import Policy
    from cleveragents_skills.rules import OPTIONS
    from cleveragents_skills.views.settings import Setting

    policy = config.policy
    for code in SETTABLE:
        weight = policy.severity_of(code)
        given = code.id in policy.severities or weight is not Policy().severity_of(code)
        name, value = f"rules.{code.id}.severity", weight.value if weight else "off"
        yield Setting(name, value, "config", config.file) if given else Setting(name, value)
        options = policy.options.get(code.id, {})
        for option, default in OPTIONS.get(code.id, {}).items():
            name = f"rules.{code.id}.{option}"
            if option in options:
                yield Setting(name, options[option], "config", config.file)
            else:
                yield Setting(name, default)


def _format_setting(common: Common) -> "Setting":
    """Give the format that commands answer in unless they are told another one."""
    from cleveragents_skills.cli.formats import FORMATS
    from cleveragents_skills.views.settings import Setting

    if common.json:
        return Setting("format", "json", "option", "--json")
    if common.format:
        return Setting("format", common.format, "option", "--format")
    default = os.environ.get("SKILLS_FORMAT", "")
    if any(default in formats for formats in FORMATS.values()):
        return Setting("format", default, "environment", "SKILLS_FORMAT")
    return Setting("format", "text")
