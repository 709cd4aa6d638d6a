"""The codes of what loading finds: SK0xx is not readable YAML, SK1xx does not fit the model."""

from __future__ import annotations

from cleveragents_skills.diagnostics import Code, Severity


def _error(id: str, name: str, summary: str) -> Code:  # noqa: A002 (what a code calls it)
    """Give a code of what makes a skill unusable."""
    return Code(id, name, Severity.ERROR, summary, stops=True)


def _warning(id: str, name: str, summary: str) -> Code:  # noqa: A002 (likewise)
    return Code(id, name, Severity.WARNING, summary)


UNREADABLE_FILE = _error("SK001", "unreadable-file", "a file or folder cannot be read")
LINK_NOT_FOLLOWED = _warning(
    "SK002", "link-not-followed", "a link leads nowhere or out of the catalog"
)
SPECIAL_FILE = _warning(
    "SK003", "special-file", "a pipe, device or socket has the name of a skill file"
)
FILE_TOO_LARGE = _error("SK004", "file-too-large", "a file is larger than 1 MiB")
NOT_UTF8 = _error("SK005", "not-utf8", "a file is not encoded in UTF-8")
CONTROL_CHARACTER = _error("SK006", "control-character", "a file contains a control character")
SYNTAX_ERROR = _error("SK010", "syntax-error", "the text is not YAML")
DUPLICATE_KEY = _error("SK011", "duplicate-key", "a mapping has a key twice")
UNDEFINED_ALIAS = _error("SK012", "undefined-alias", "an alias names no anchor that is complete")
BAD_MERGE = _error("SK013", "bad-merge", "a merge key `<<` has something other than mappings")
UNSUPPORTED_TAG = _error("SK014", "unsupported-tag", "a tag is not one of the YAML core schema")
YAML_VERSION = _error(
    "SK015", "yaml-version", "a `%YAML` directive asks for another version than 1.2"
)
BAD_KEY = _error("SK016", "bad-key", "a key is not text")
BAD_NUMBER = _error("SK017", "bad-number", "a number is infinite, not a number, or too long")
TOO_DEEP = _error("SK018", "too-deep", "values are nested more than 64 levels deep")
TOO_MANY_NODES = _error("SK019", "too-many-nodes", "aliases expand to more than 100,000 nodes")

EMPTY_FILE = _error("SK101", "empty-file", "a skill file holds nothing")
NOT_A_MAPPING = _error("SK102", "not-a-mapping", "a document is not a mapping of fields")
MISSING_FIELD = _error("SK103", "missing-field", "a required field is missing")
UNKNOWN_FIELD = _error("SK104", "unknown-field", "a field is not one of those that exist here")
TWO_SPELLINGS = _error("SK105", "two-spellings", "one field is written in two spellings")
WRONG_TYPE = _error("SK106", "wrong-type", "a value has the wrong type")
INVALID_NAME = _error("SK107", "invalid-name", "a name breaks the rule for names")
INVALID_VALUE = _error("SK108", "invalid-value", "a value is not one of those allowed here")
CONTRADICTORY_CAPABILITY = _error(
    "SK109", "contradictory-capability", "a capability says a thing and its opposite"
)
DUPLICATE_ITEM = _error("SK110", "duplicate-item", "one thing is defined twice in one place")
UNKNOWN_GROUP = _error("SK111", "unknown-group", "a builtin group is not known")
TRANSPORT_CONFLICT = _error(
    "SK112", "transport-conflict", "a server's transport, `command` and `url` do not agree"
)
PROTECTED_FIELD = _error("SK113", "protected-field", "an override sets what must not be overridden")
FOLDERS_NOT_READ = _warning(
    "SK119", "folders-not-read", "folders with a SKILL.md are no skills beside a skill file"
)
DUPLICATE_SKILL = _error("SK120", "duplicate-skill", "a skill name is defined twice")

CODES = tuple(value for value in globals().values() if isinstance(value, Code))
"""Every code of this package, by id."""
