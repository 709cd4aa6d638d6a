"""The codes of what loading finds: SK0xx is not readable YAML, SK1xx does not fit the model."""

from __future__ import annotations

from cleveragents_skills.diagnostics import Code, Severity

_E, _W = Severity.ERROR, Severity.WARNING

UNREADABLE_FILE = Code("SK001", "unreadable-file", _E, "a file or folder cannot be read")
LINK_NOT_FOLLOWED = Code(
    "SK002", "link-not-followed", _W, "a link leads nowhere or out of the catalog"
)
SPECIAL_FILE = Code(
    "SK003", "special-file", _W, "a pipe, device or socket has the name of a skill file"
)
FILE_TOO_LARGE = Code("SK004", "file-too-large", _E, "a file is larger than 1 MiB")
NOT_UTF8 = Code("SK005", "not-utf8", _E, "a file is not encoded in UTF-8")
CONTROL_CHARACTER = Code("SK006", "control-character", _E, "a file contains a control character")
SYNTAX_ERROR = Code("SK010", "syntax-error", _E, "the text is not YAML")
DUPLICATE_KEY = Code("SK011", "duplicate-key", _E, "a mapping has a key twice")
UNDEFINED_ALIAS = Code("SK012", "undefined-alias", _E, "an alias names no anchor that is complete")
BAD_MERGE = Code("SK013", "bad-merge", _E, "a merge key `<<` has something other than mappings")
UNSUPPORTED_TAG = Code("SK014", "unsupported-tag", _E, "a tag is not one of the YAML core schema")
YAML_VERSION = Code(
    "SK015", "yaml-version", _E, "a `%YAML` directive asks for another version than 1.2"
)
BAD_KEY = Code("SK016", "bad-key", _E, "a key is not text")
BAD_NUMBER = Code("SK017", "bad-number", _E, "a number is infinite, not a number, or too long")
TOO_DEEP = Code("SK018", "too-deep", _E, "values are nested more than 64 levels deep")
TOO_MANY_NODES = Code("SK019", "too-many-nodes", _E, "aliases expand to more than 100,000 nodes")

EMPTY_FILE = Code("SK101", "empty-file", _E, "a skill file holds nothing")
NOT_A_MAPPING = Code("SK102", "not-a-mapping", _E, "a document is not a mapping of fields")
MISSING_FIELD = Code("SK103", "missing-field", _E, "a required field is missing")
UNKNOWN_FIELD = Code("SK104", "unknown-field", _E, "a field is not one of those that exist here")
TWO_SPELLINGS = Code("SK105", "two-spellings", _E, "one field is written in two spellings")
WRONG_TYPE = Code("SK106", "wrong-type", _E, "a value has the wrong type")
INVALID_NAME = Code("SK107", "invalid-name", _E, "a name breaks the rule for names")
INVALID_VALUE = Code("SK108", "invalid-value", _E, "a value is not one of those allowed here")
CONTRADICTORY_CAPABILITY = Code(
    "SK109", "contradictory-capability", _E, "a capability says a thing and its opposite"
)
DUPLICATE_ITEM = Code("SK110", "duplicate-item", _E, "one thing is defined twice in one place")
UNKNOWN_GROUP = Code("SK111", "unknown-group", _E, "a builtin group is not known")
TRANSPORT_CONFLICT = Code(
    "SK112", "transport-conflict", _E, "a server's transport, `command` and `url` do not agree"
)
PROTECTED_FIELD = Code(
    "SK113", "protected-field", _E, "an override sets what must not be overridden"
)
DUPLICATE_SKILL = Code("SK120", "duplicate-skill", _E, "a skill name is defined twice")

CODES = tuple(value for value in globals().values() if isinstance(value, Code))
"""Every code of this package, by id."""
