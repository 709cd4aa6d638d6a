"""A mapping or list under construction, from its first event to its last."""

from __future__ import annotations

import re
from typing import Any

from attrs import define

from cleveragents_skills.loading import codes
from cleveragents_skills.loading.document import INVALID, Node
from cleveragents_skills.loading.fields import MCP_SERVER
from cleveragents_skills.loading.problems import Place, Problem
from cleveragents_skills.loading.scalars import MERGE

SENSITIVE = {"env": "env", "headers": "env", "url": "url", "args": "args"}
"""The fields whose values may hold a secret, with how they are treated."""
_NAME = re.compile(r"[\w.-]*|<<")
_SERVERS = ("mcp_servers", "mcpServers")
_NO_KEY = object()
_SKIP = object()


@define(eq=False, repr=False)
class Frame:
    """A collection under construction."""

    value: Any
    below: Any
    start: Place
    anchor: str | None
    count: int
    secret: str | None
    """Which sensitive field it stands in, if any."""
    under: str | None = None
    """The key under which it stands."""
    server: bool = False
    """Whether it is an MCP server, in which a field of no known name may be a slip of any."""
    key: Any = _NO_KEY
    name: Any = None
    """The key as it is written, also where it is not taken."""
    key_place: Place = (0, 0, 0, 0)
    height: int = 1
    merges: list[tuple[Any, Node]] | None = None
    invalid: bool = False
    step: int = 0
    """Its index among what stands below anchors."""

    def secret_of_next(self, text: str = "") -> str | None:
        """Give the sensitive field in which the next value stands, if any.

        A key is none, if its `text` could be the name of a variable or header.
        """
        if isinstance(self.value, list):
            return self.secret
        if self.key is _NO_KEY:
            in_env = self.secret == SENSITIVE["env"]
            return self.secret if in_env and not _NAME.fullmatch(text) else None
        if self.secret or not isinstance(self.name, str):
            return self.secret
        if self.server and self.name not in MCP_SERVER.spellings:
            return "env"
        return SENSITIVE.get(self.name)

    def below_of(self, value: Any) -> tuple[str | None, bool]:
        """Give the key under which a new collection stands, and whether it is a server."""
        if isinstance(self.value, list):
            return self.under, isinstance(value, dict) and self.under in _SERVERS
        if self.name is MERGE:
            return self.under, self.server
        return self.name if isinstance(self.name, str) else None, False

    @property
    def is_sensitive(self) -> bool:
        """Whether anything in it may be sensitive that is not so wherever it stands."""
        return self.secret is not None or self.server or self.under in _SERVERS

    def pass_by(self, value: Any) -> None:
        """Go past the next thing and keep no more of it than what it says of the one behind it."""
        if isinstance(self.value, dict):
            if self.key is _NO_KEY:
                self.name, self.key = value, _SKIP
            else:
                self.key = _NO_KEY

    def add(self, value: Any, node: Node, written: Place, problems: list[Problem]) -> None:
        """Take the next thing in; `written` is where it stands, also if an alias stands for it."""
        if isinstance(self.value, list):
            self.value.append("<<" if value is MERGE else value)
            self.below.append(node)
        elif self.key is _NO_KEY:
            self._take_key(value, written, problems)
        else:
            key, self.key = self.key, _NO_KEY
            if key is MERGE:
                self.merges = [*(self.merges or ()), (value, (written, node[1]))]
            elif key is not _SKIP:
                self.value[key] = "<<" if value is MERGE else value
                self.below[key] = (self.key_place, node)

    def _take_key(self, key: Any, place: Place, problems: list[Problem]) -> None:
        self.key_place = place
        self.name = key
        self.key = key
        if isinstance(key, str):
            self.key = str(key)
            if key in self.value:
                first = ("first written here", self.below[key][0])
                message = f"duplicate key `{key}`"
                problems.append(Problem(codes.DUPLICATE_KEY, message, place, None, first))
                self.key = _SKIP
        elif key is MERGE and self.merges:
            hint = "write one `<<` with a list of aliases"
            problems.append(Problem(codes.DUPLICATE_KEY, "duplicate key `<<`", place, hint))
            self.key = _SKIP
        elif key is not MERGE:
            if key is not INVALID:
                problems.append(self._bad_key(key, place))
            self.key = _SKIP

    def _bad_key(self, key: Any, place: Place) -> Problem:
        """Give the finding about a key that is not text."""
        if isinstance(key, dict | list):
            # Mostly text that begins with a brace or bracket, so there is no mapping to speak of.
            self.invalid = True
            kind, mark = ("mapping", "{") if isinstance(key, dict) else ("list", "[")
            hint = f"text that begins with `{mark}` needs quotes"
            return Problem(codes.BAD_KEY, f"a key must be text, not a {kind}", place, hint)
        kind = "nothing" if key is None else "a boolean" if isinstance(key, bool) else "a number"
        hint = "write a key before the `:`" if key is None else "put the key in quotes"
        return Problem(codes.BAD_KEY, f"a key must be text, not {kind}", place, hint)

    def merge(self, problems: list[Problem]) -> None:
        """Fill in what merge keys bring, where the mapping does not say it itself."""
        for value, node in self.merges or ():
            parts = [(value, node)]
            if isinstance(value, list):
                parts = list(zip(value, node[1], strict=True))
            for part, (place, below) in parts:
                if isinstance(part, dict):
                    for key, each in part.items():
                        if key not in self.value:
                            self.value[key] = each
                            self.below[key] = below[key]
                elif part is not INVALID:
                    message = "a merge key `<<` takes a mapping or a list of mappings"
                    problems.append(Problem(codes.BAD_MERGE, message, place))
