"""What can be wrong with a catalog, as values: severity, code, place, diagnostic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from attrs import evolve, field, frozen

_LONGEST = 2000
"""How many characters of a message are kept."""


class Severity(StrEnum):
    """How much a diagnostic weighs: an error fails `skills check`, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@frozen
class Code:
    """One kind of diagnostic: a stable id (`SK203`), a name, its severity and a one-line summary.

    Ids are never reused. `SK0xx`: not readable YAML; `SK1xx`: does not fit the model; `SK2xx`:
    skills do not fit together; `SK3xx`: works, but is probably a mistake; `SK4xx`: not what a
    contract or `mcp.lock` says. One with `on` False is looked for only when it is asked for; one
    with `stops` keeps a skill from being resolved.
    """

    id: str
    name: str
    severity: Severity
    summary: str
    on: bool = field(default=True, kw_only=True)
    stops: bool = field(default=False, kw_only=True)


@frozen(order=True)
class Location:
    """A place: `file` is a POSIX path relative to the root `catalog`.

    `line` and `column` count from 1, columns in code points; both are None for a whole file.
    `width` is how many code points of that line the place covers (for a caret).
    """

    catalog: str
    file: str
    line: int | None = None
    column: int | None = None
    width: int = field(default=1, eq=False, order=False, repr=False)

    @property
    def path(self) -> str:
        """The file as one opens it from where the catalog was named."""
        return self.file if self.catalog in ("", ".") else f"{self.catalog.rstrip('/')}/{self.file}"

    def __str__(self) -> str:
        """`file:line:column`, or the file alone."""
        return self.path if self.line is None else f"{self.path}:{self.line}:{self.column}"


def location_to_dict(location: Location | None) -> dict[str, Any] | None:
    """Give a place as plain data."""
    if location is None:
        return None
    return {
        "catalog": location.catalog,
        "file": location.file,
        "line": location.line,
        "column": location.column,
    }


class Source(Protocol):
    """Where a skill was read, as far as the domain needs to know."""

    def locate(self, *path: str | int) -> Location:
        """Give the place of a field, as `locate("includes", 1, "name")`.

        What has no place of its own gets the place of the nearest thing around it.
        """
        ...

    def locate_key(self, *path: str | int) -> Location:
        """Give the place of the key that names the field, where it has one."""
        ...

    def data(self) -> Mapping[str, Any]:
        """Give the skill's own data as it is written, secrets included."""
        ...

    def other_spellings(self) -> Iterable[tuple[tuple[str | int, ...], str]]:
        """Give the path of each key that is another spelling of a field, and the field's name."""
        ...


class Related(NamedTuple):
    """Another place that belongs to a diagnostic, with a few words on what stands there."""

    message: str
    location: Location | None


class IncludeCycle(NamedTuple):
    """A group of skills that include each other.

    `path` is the shortest closed chain through the group's first skill by name, `members` the
    whole group by name, `cut` includes (from, to) whose removal breaks every cycle of the group.
    """

    path: tuple[str, ...]
    members: tuple[str, ...]
    cut: tuple[tuple[str, str], ...]


class Excerpt(NamedTuple):
    """One source line, secrets masked, with the part that is meant (1-based column, width).

    A width of 0 means that the line is not shown, and `text` says why.
    """

    line: int
    text: str
    column: int
    width: int


def _shortened(text: str) -> str:
    """Give a message without the middle of a name that is longer than anybody reads."""
    if len(text) <= _LONGEST:
        return text
    half = _LONGEST // 2
    return f"{text[:half]} … ({len(text) - 2 * half:,} characters) … {text[-half:]}"


@frozen
class Diagnostic:
    """One thing that is wrong, found once, at the smallest place that shows it.

    `message` stands alone; `hint` is the change to make. `skill` is the skill it concerns, if one
    is known. `cycle` is set for include cycles only, and then `related` holds one place for each
    step of its path. `severity` is that of the code, unless the config says otherwise.
    `occurrence` counts from 0 the diagnostics of a catalog that are equal in all but their lines.
    """

    code: Code
    message: str = field(converter=_shortened)
    location: Location | None
    hint: str | None = None
    skill: str | None = None
    related: tuple[Related, ...] = ()
    cycle: IncludeCycle | None = None
    severity: Severity = field(kw_only=True)
    occurrence: int = field(default=0, kw_only=True)

    @severity.default
    def _severity(self) -> Severity:
        return self.code.severity

    @property
    def content(self) -> tuple[str, ...]:
        """What stays the same when lines move: code, file, skill and message."""
        file = self.location.file if self.location else ""
        return (self.code.id, file, self.skill or "", self.message)

    @property
    def fingerprint(self) -> str:
        """Sixteen hex digits for the content, and which of several equal ones it is."""
        from hashlib import sha256  # noqa: PLC0415 (it loads a library of its own)

        again = (str(self.occurrence),) if self.occurrence else ()
        content = "\0".join((*self.content, *again))
        return sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def __str__(self) -> str:
        """`file:line:column: CODE message`, on one line."""
        place = f"{self.location}: " if self.location else ""
        return f"{place}{self.code.id} {self.message}"


def is_error(diagnostic: Diagnostic) -> bool:
    """Say whether the diagnostic is an error and not just a warning."""
    return diagnostic.severity is Severity.ERROR


def ordered(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Give the diagnostics sorted by place, then code, then message: the order of every output.

    Those that are equal in content are numbered.
    """

    def key(diagnostic: Diagnostic) -> tuple[str, str, int, int, str, str]:
        place = diagnostic.location
        spot = ("", "", 0, 0)
        if place is not None:
            spot = (place.catalog, place.file, place.line or 0, place.column or 0)
        return (*spot, diagnostic.code.id, diagnostic.message)

    seen: dict[tuple[str, ...], int] = {}
    numbered = []
    for diagnostic in sorted(diagnostics, key=key):
        number = seen[diagnostic.content] = seen.get(diagnostic.content, -1) + 1
        same = number == diagnostic.occurrence
        numbered.append(diagnostic if same else evolve(diagnostic, occurrence=number))
    return tuple(numbered)
