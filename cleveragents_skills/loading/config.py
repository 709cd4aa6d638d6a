"""The config: `skills.toml`, or a table in `pyproject.toml`."""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from cleveragents_skills.folders import shown, upward, work_tree
from cleveragents_skills.loading.files import DEFAULT_FILES, on_disk, to_target
from cleveragents_skills.loading.policies import policy_of
from cleveragents_skills.loading.settings import ConfigError, boolean, one_of, texts
from cleveragents_skills.model import BUILTIN_GROUPS
from cleveragents_skills.naming import did_you_mean, is_skill_name, is_tool_name
from cleveragents_skills.policy import Policy

if TYPE_CHECKING:
    from cleveragents_skills.loading.capabilities import Capabilities
    from cleveragents_skills.mcp_lock import Learned

CONFIG_FILE = "skills.toml"
PROJECT_FILE = "pyproject.toml"
TABLE = "cleveragents-skills"
MCP_LOCK_FILE = "mcp.lock"
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


@frozen
class Config:
    """The settings of a catalog. `file` is where they come from, None for the defaults.

    `catalog` holds the roots as one opens them from the current folder; `builtins` every builtin
    group with its tools, those every catalog has included; `capabilities` what tools can do that
    declare nothing. `learned` is what the `mcp.lock` beside the config records of servers, and
    `learned_tools` says whether what one without a tool list offered counts as its tools.
    `agent_namespace` is that of skills which are plain folders with a `SKILL.md`.
    `policy` says which findings are looked for, `fail_on` from which severity on `skills check`
    fails. `given` names the keys in the file.
    """

    file: str | None = None
    catalog: tuple[str, ...] = ()
    files: tuple[str, ...] = DEFAULT_FILES
    exclude: tuple[str, ...] = ()
    builtins: Mapping[str, tuple[str, ...]] = field(factory=lambda: dict(BUILTIN_GROUPS))
    capabilities: Capabilities = ()
    learned: Learned = field(factory=dict)
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
    for folder in upward(start):
        file = folder / CONFIG_FILE
        text = content(file)
        if text is not None:
            table = _toml(file, text)
            return _config(file, table, text, real, _learned(folder, content))
        file = folder / PROJECT_FILE
        text = content(file)
        if text is not None:
            tools = _toml(file, text).get("tool", {})
            if not isinstance(tools, dict):
                raise ConfigError(shown(file), "`tool` must be a table")
            if TABLE in tools:
                return _config(file, tools[TABLE], text, real, _learned(folder, content))
    return Config(learned=_learned(work_tree((start or Path.cwd()).resolve()), content))


def _learned(folder: Path, content: Callable[[Path], bytes | None]) -> Learned:
    """Give what the `mcp.lock` of a folder records, if there is one. Raises `ConfigError`."""
    file = folder / MCP_LOCK_FILE
    text = content(file)
    if text is None:
        return {}
    from cleveragents_skills.lock_lines import LockError  # noqa: PLC0415 (few catalogs have one)
    from cleveragents_skills.mcp_lock import read_mcp_lock  # noqa: PLC0415 (likewise)

    name, hint = shown(file), "`skills mcp sync --run` writes it anew, once it is deleted"
    try:
        return read_mcp_lock(text.decode("utf-8-sig"), name)
    except UnicodeDecodeError:
        raise ConfigError(name, "not encoded in UTF-8", hint) from None
    except LockError as error:
        raise ConfigError(f"{name}:{error.line}", f"not a lock: {error.problem}", hint) from None


def _is_file(file: Path) -> bool:
    """Say whether a file is there. A `skills.toml` that is something else would be in vain."""
    name = PurePosixPath(shown(file.parent), file.name).as_posix()
    wanted = file.name in (CONFIG_FILE, MCP_LOCK_FILE)
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
    learned = _learned(file.parent, content_of)
    return _config(file, _toml(file, text), text, os.path.realpath, learned)


def _toml(file: Path, text: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ConfigError(shown(file), "not encoded in UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(shown(file), f"not TOML: {error}") from None


def _config(
    file: Path, table: Any, text: bytes, real: Callable[[Path], str], learned: Learned
) -> Config:
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
        learned=learned,
        learned_tools=boolean(name, "learned-tools", table.get("learned-tools", False)),
        agent_namespace=_namespace(name, table.get("agent-namespace", AGENT_NAMESPACE)),
        policy=policy_of(name, table, text),
        fail_on=one_of(name, "fail-on", table.get("fail-on", "error"), FAIL_ON),
        given=frozenset(table),
    )


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
