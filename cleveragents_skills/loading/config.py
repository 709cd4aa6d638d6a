"""The config: `skills.toml`, or a table in `pyproject.toml`; and which folder is the catalog."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from cleveragents_skills.diagnostics import Severity
from cleveragents_skills.loading.files import DEFAULT_FILES, on_disk, to_target
from cleveragents_skills.loading.registry import ALL_CODES, SETTABLE, code_meant
from cleveragents_skills.loading.settings import ConfigError, boolean, one_of, positive, texts
from cleveragents_skills.model import BUILTIN_GROUPS
from cleveragents_skills.naming import did_you_mean, is_skill_name, is_tool_name
from cleveragents_skills.policy import MAX_TOOLS, UNREADABLE, Policy
from cleveragents_skills.rules import OPTIONS

if TYPE_CHECKING:
    from cleveragents_skills.contract import Contract
    from cleveragents_skills.loading.capabilities import Capabilities

CONFIG_FILE = "skills.toml"
PROJECT_FILE = "pyproject.toml"
TABLE = "cleveragents-skills"
CATALOG_FOLDER = "catalogs"
AGENT_NAMESPACE = "agent"
_KEYS = (
    "catalog",
    "files",
    "exclude",
    "builtins",
    "select",
    "ignore",
    "fail-on",
    "rules",
    "max-tools",
    "contracts",
    "capabilities",
    "learned-tools",
    "agent-namespace",
)
FAIL_ON = ("error", "warning", "never")
_WEIGHTS = ("error", "warning", "off")
_CODE = re.compile(r"SK\d{0,3}")


@frozen
class Config:
    """The settings of a catalog. `file` is where they come from, None for the defaults.

    `catalog` holds the roots as one opens them from the current folder; `builtins` every builtin
    group with its tools, those every catalog has included; `capabilities` what tools can do that
    declare nothing. `learned_tools` says whether what a server without a tool list offered counts
    as its tools, `agent_namespace` is that of skills which are plain folders with a `SKILL.md`.
    `policy` says which findings are looked for, `fail_on` from which severity on `skills check`
    fails. `given` names the keys in the file.
    """

    file: str | None = None
    catalog: tuple[str, ...] = ()
    files: tuple[str, ...] = DEFAULT_FILES
    exclude: tuple[str, ...] = ()
    builtins: Mapping[str, tuple[str, ...]] = field(factory=lambda: dict(BUILTIN_GROUPS))
    capabilities: Capabilities = ()
    learned_tools: bool = False
    agent_namespace: str = AGENT_NAMESPACE
    policy: Policy = field(factory=Policy)
    fail_on: str = "error"
    given: frozenset[str] = frozenset()


def content_of(file: Path) -> bytes | None:
    """Give what a config holds, None if there is none. Raises `ConfigError`."""
    return _bytes(file) if _is_file(file) else None


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise ConfigError(shown(file), f"cannot be read: {error.strerror}") from None


def find_config(
    start: Path | None = None,
    content: Callable[[Path], bytes | None] = content_of,
    real: Callable[[Path], str] = os.path.realpath,
) -> Config:
    """Give the config of the nearest folder upward from `start` (default: the current folder).

    `skills.toml` wins over a `pyproject.toml` beside it; a `pyproject.toml` without our table does
    not end the search. `content` gives what a file holds, None where there is none, and `real` the
    real path of what a config names, if these stand elsewhere. Raises `ConfigError`, also
    where nobody can see whether there is one.
    """
    for folder in _upward(start):
        file = folder / CONFIG_FILE
        text = content(file)
        if text is not None:
            return _config(file, _toml(file, text), text, real)
        file = folder / PROJECT_FILE
        text = content(file)
        if text is not None:
            tools = _toml(file, text).get("tool", {})
            if not isinstance(tools, dict):
                raise ConfigError(shown(file), "`tool` must be a table")
            if TABLE in tools:
                return _config(file, tools[TABLE], text, real)
    return Config()


def _is_file(file: Path) -> bool:
    """Say whether a file is there. A `skills.toml` that is something else would be in vain."""
    name = PurePosixPath(shown(file.parent), file.name).as_posix()
    wanted = file.name == CONFIG_FILE
    try:
        mode = file.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        if wanted and file.is_symlink():
            raise ConfigError(name, f"the link{to_target(str(file))} leads nowhere") from None
        return False
    except OSError as error:
        raise ConfigError(name, f"cannot be read: {error.strerror}") from None
    if wanted and not stat.S_ISREG(mode):
        raise ConfigError(name, "is no file")
    return stat.S_ISREG(mode)


def read_config(file: Path) -> Config:
    """Give the config in a `skills.toml`. Raises `ConfigError`."""
    text = _bytes(file)
    return _config(file, _toml(file, text), text, os.path.realpath)


def find_catalog(
    start: Path | None = None,
    is_folder: Callable[[Path], bool] = Path.is_dir,
    real: Callable[[Path], str] = os.path.realpath,
) -> str | None:
    """Give the nearest folder `catalogs` upward, no further than the git work tree."""
    for folder in _upward(start):
        if is_folder(folder / CATALOG_FOLDER):
            return shown(folder / CATALOG_FOLDER, real)
        if os.path.exists(folder / ".git"):
            break
    return None


def shown(path: Path, real: Callable[[Path], str] = os.path.realpath) -> str:
    """Give a path as one opens it from the current folder, POSIX, the shorter way."""
    start, end = Path(os.path.realpath(Path.cwd())), Path(real(path))
    if end.is_relative_to(start):
        return end.relative_to(start).as_posix()
    here, there = start.parts, end.parts
    common = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), None)
    common = min(len(here), len(there)) if common is None else common
    if common <= 1:
        return path.as_posix()
    return "/".join([".."] * (len(here) - common) + list(there[common:])) or "."


def _upward(start: Path | None) -> Sequence[Path]:
    folder = (start or Path.cwd()).resolve()
    return (folder, *folder.parents)


def _toml(file: Path, text: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ConfigError(shown(file), "not encoded in UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(shown(file), f"not TOML: {error}") from None


def _config(file: Path, table: Any, text: bytes, real: Callable[[Path], str]) -> Config:
    name = shown(file)
    if not isinstance(table, dict):
        raise ConfigError(name, f"`{TABLE}` must be a table")
    for key in table:
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS) or f"the keys are {', '.join(_KEYS)}"
            raise ConfigError(name, f"unknown key `{key}`", hint)
    catalog = table.get("catalog", [])
    roots = texts(name, "catalog", [catalog] if isinstance(catalog, str) else catalog)
    return Config(
        file=name,
        catalog=tuple(shown(file.parent / on_disk(root), real) for root in roots),
        files=_globs(name, "files", table.get("files", list(DEFAULT_FILES))),
        exclude=_globs(name, "exclude", table.get("exclude", [])),
        builtins={**BUILTIN_GROUPS, **_groups(name, table.get("builtins", {}))},
        capabilities=_capabilities(name, table, text),
        learned_tools=boolean(name, "learned-tools", table.get("learned-tools", False)),
        agent_namespace=_namespace(name, table.get("agent-namespace", AGENT_NAMESPACE)),
        policy=_policy(name, table, text),
        fail_on=one_of(name, "fail-on", table.get("fail-on", "error"), FAIL_ON),
        given=frozenset(table),
    )


def _policy(file: str, table: Mapping[str, Any], text: bytes) -> Policy:
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


def _globs(file: str, key: str, value: Any) -> tuple[str, ...]:
    return tuple(map(on_disk, texts(file, key, value)))


def _groups(file: str, value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise ConfigError(file, "`builtins` must be a table of group name to list of tool names")
    groups = {}
    for group, listed in value.items():
        tools = texts(file, f"builtins.{group}", listed)
        for tool in tools:
            if not is_tool_name(tool):
                raise ConfigError(file, f"`builtins.{group}`: `{tool}` is no tool name")
        if group in BUILTIN_GROUPS:
            raise ConfigError(file, f"`builtins.{group}`: every catalog has this group already")
        groups[group] = tools
    return groups


def _namespace(file: str, value: Any) -> str:
    if not isinstance(value, str) or not is_skill_name(f"{value}/name"):
        message = "`agent-namespace` must be the part of a skill name before the `/`"
        raise ConfigError(file, message, "letters, digits, `-` and `_`")
    return value


def _capabilities(file: str, table: Mapping[str, Any], text: bytes) -> Capabilities:
    if "capabilities" not in table:
        return ()
    from cleveragents_skills.loading.capabilities import capabilities_of  # noqa: PLC0415 (few need it)

    return capabilities_of(file, table["capabilities"], text)


def _contracts(file: str, table: Mapping[str, Any], text: bytes) -> tuple[Contract, ...]:
    if "contracts" not in table:
        return ()
    from cleveragents_skills.loading.contracts import contracts_of  # noqa: PLC0415 (likewise)

    return contracts_of(file, table["contracts"], text)
