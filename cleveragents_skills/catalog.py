"""The catalog: a mapping of name to skill, with all that is known to be wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from cleveragents_skills.agent_folder import AgentSkillFolder
from cleveragents_skills.diagnostics import Diagnostic, Excerpt, Location, is_error, ordered
from cleveragents_skills.graph import UnknownSkillError
from cleveragents_skills.model import Skill
from cleveragents_skills.naming import nearest
from cleveragents_skills.policy import Policy
from cleveragents_skills.rules import check, is_looked_for
from cleveragents_skills.scope import Scope
from cleveragents_skills.suppression import IgnoreComment, unused_ignores, without_ignored

if TYPE_CHECKING:
    from cleveragents_skills.resolution import Resolution


class CatalogError(ValueError):
    """Something in a catalog keeps it, or a skill of it, from being used.

    `diagnostics` says what, each with its place; the message names them, one a line.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("\n".join(map(str, diagnostics)))
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostics,)


def _no_excerpt(_: Location) -> Excerpt | None:
    return None


def _no_folder(_: str) -> AgentSkillFolder | None:
    return None


@frozen(eq=False, repr=False)
class Catalog(Mapping[str, Skill]):
    """The usable skills of one or more roots, by name, in the order of the names.

    `broken` gives for each skill that is known by name and cannot be used (its file does not read,
    does not fit the model, or the name is defined twice) what is wrong with it. `loading` is what
    reading found, `files` the skill files as one opens them.
    """

    skills: Mapping[str, Skill]
    broken: Mapping[str, tuple[Diagnostic, ...]] = field(factory=dict)
    loading: tuple[Diagnostic, ...] = ()
    roots: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    known: Collection[str] = field()
    """Every name that some file defines, also outside of this part of a catalog."""
    excerpt: Callable[[Location], Excerpt | None] = field(default=_no_excerpt)
    """Gives the source line of a place, secrets masked; None where there is none to show."""
    policy: Policy = field(factory=Policy)
    ignores: tuple[IgnoreComment, ...] = ()
    agent_folder: Callable[[str], AgentSkillFolder | None] = field(default=_no_folder)
    """Gives what lies in an agent skill's folder; None where nobody has looked."""
    plain_folders: Mapping[str, str] = field(factory=dict)
    """The folder of each skill that is a plain one with a `SKILL.md`."""
    is_part: bool = False

    @known.default
    def _known(self) -> Collection[str]:
        return frozenset((*self.skills, *self.broken))

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong, sorted by place: what reading found, and what the rules find.

        The policy says what is looked for, and comments in the files keep findings quiet. The rules
        run when this is first asked for; they are linear in the catalog.
        """
        kept, unused = without_ignored(_found(self, self.policy), self.ignores)
        if not self.is_part:
            missed = [each for each in unused if is_looked_for(each[1], self.policy)]
            kept.extend(self.policy.weighed(unused_ignores(self.ignores, missed)))
        return ordered(kept)

    @property
    def stopping(self) -> tuple[Diagnostic, ...]:
        """What keeps skills from being resolved, also where policy or comments leave it out."""
        if self.policy == Policy() and not self.ignores:
            return tuple(each for each in self.diagnostics if each.code.stops)
        return tuple(each for each in _found(self, Policy()) if each.code.stops)

    @property
    def unreadable_files(self) -> tuple[str, ...]:
        """The files that are not readable YAML: any skill may stand in them."""
        places = (d.location for d in self.loading if d.code.id.startswith("SK0") and is_error(d))
        return tuple(dict.fromkeys(place.path for place in places if place))

    def __repr__(self) -> str:
        return (
            f"<Catalog of {', '.join(self.roots)}: {len(self)} skills, {len(self.broken)} broken>"
        )

    def __getitem__(self, name: str) -> Skill:
        return self.skills[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.skills)

    def __len__(self) -> int:
        return len(self.skills)

    def resolve(self, name: str) -> Resolution:
        """Give the resolution of the skill called `name`.

        Raises `CatalogError` if the skill or one it reaches is broken, and what
        `SkillResolver.resolve_tools` raises: `CycleError`, `UnknownSkillError`, `KeyClashError`.
        All are `ValueError`s.
        """
        from cleveragents_skills.resolver import SkillResolver  # noqa: PLC0415 (a check needs none)

        if name not in self.skills:
            raise self._missing(name, None)
        try:
            return SkillResolver().resolve_tools(self.skills[name], self)
        except UnknownSkillError as error:
            raise self._missing(error.name, error.included_by) from None

    def _missing(self, name: str, included_by: str | None) -> ValueError:
        """Give the true reason why a name is not in the mapping."""
        if name in self.broken:
            return CatalogError(self.broken[name])
        return UnknownSkillError(name, included_by, nearest(name, self.known))

    def reached(self, name: str) -> tuple[str, ...]:
        """Give the names `name` reaches by includes, itself first, known or not, each once.

        Linear in the includes reached; cycles do no harm.
        """
        seen = {name: None}
        queue = [name]
        for current in queue:
            skill = self.skills.get(current)
            for include in skill.includes if skill else ():
                if include.name not in seen:
                    seen[include.name] = None
                    queue.append(include.name)
        return tuple(seen)

    def included_by(self, name: str) -> tuple[str, ...]:
        """Give the names of the usable skills that include the one called `name`, sorted."""
        return tuple(
            each
            for each, skill in self.skills.items()
            if any(include.name == name for include in skill.includes)
        )

    def part(self, name: str) -> Catalog:
        """Give the catalog of what `name` reaches: those skills, and what is wrong with them."""
        names = frozenset(self.reached(name))
        return Catalog(
            skills={each: self.skills[each] for each in sorted(names) if each in self.skills},
            broken={each: self.broken[each] for each in sorted(names) if each in self.broken},
            loading=tuple(d for d in self.loading if d.skill in names),
            roots=self.roots,
            files=self.files,
            known=self.known,
            excerpt=self.excerpt,
            policy=self.policy,
            ignores=self.ignores,
            agent_folder=self.agent_folder,
            plain_folders=self.plain_folders,
            is_part=True,
        )

    def raise_for_errors(self, name: str | None = None) -> None:
        """Raise `CatalogError` if there are errors: anywhere, or in what the skill `name` reaches.

        A skill that passes can be resolved, whatever the policy and comments leave out. Raises
        `UnknownSkillError` if there is no such skill.
        """
        if name is not None and name not in self.skills and name not in self.broken:
            raise self._missing(name, None)
        catalog = self if name is None else self.part(name)
        errors = ordered({*filter(is_error, catalog.diagnostics), *catalog.stopping})
        if errors:
            raise CatalogError(errors)


def _found(catalog: Catalog, policy: Policy) -> tuple[Diagnostic, ...]:
    """Give all that a policy looks for, comments not heeded."""
    scope = Scope(
        catalog.skills, catalog.known, policy, catalog.agent_folder, catalog.plain_folders
    )
    found = [*catalog.loading, *check(scope)]
    if policy.contracts and not catalog.is_part:
        from cleveragents_skills.contracts.holding import held  # noqa: PLC0415 (few catalogs have any)

        found.extend(held(policy.contracts, catalog.skills))
    return ordered(policy.weighed(found))
