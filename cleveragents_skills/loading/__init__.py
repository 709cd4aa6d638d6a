"""Reading catalogs: folders of YAML files to a `Catalog`, never raising for what a file holds."""

from __future__ import annotations

from cleveragents_skills.loading.beginning import new_skill
from cleveragents_skills.loading.codes import CODES
from cleveragents_skills.loading.config import FAIL_ON, Config, find_config, read_config
from cleveragents_skills.loading.files import would_be_read
from cleveragents_skills.loading.near import CATALOG_FOLDER, find_catalog
from cleveragents_skills.loading.policies import code_beginnings
from cleveragents_skills.loading.reader import load_catalog
from cleveragents_skills.loading.registry import ALL_CODES, SETTABLE, page
from cleveragents_skills.loading.settings import ConfigError
from cleveragents_skills.loading.skills import skill_from_config

__all__ = [
    "ALL_CODES",
    "CATALOG_FOLDER",
    "CODES",
    "FAIL_ON",
    "SETTABLE",
    "Config",
    "ConfigError",
    "code_beginnings",
    "find_catalog",
    "find_config",
    "load_catalog",
    "new_skill",
    "page",
    "read_config",
    "skill_from_config",
    "would_be_read",
]
