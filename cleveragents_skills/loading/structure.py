"""Plain data to the classes of the model, strictly, with every misfit and not just the first.

cattrs does the structuring. Each class has one hook here: it takes the fields out of a mapping
(`fields.take_fields`), rearranges what may be written in another form than the class holds it
(`arrange`), and hands the rest to the function cattrs generates. Nothing is coerced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from cattrs import BaseConverter, ClassValidationError, IterableValidationError
from cattrs.gen import make_dict_structure_fn, override

from cleveragents_skills.loading import arrange, codes, fields
from cleveragents_skills.loading.arrange import Arrange
from cleveragents_skills.loading.document import INVALID
from cleveragents_skills.loading.fields import Fields, take_fields
from cleveragents_skills.loading.misfits import HERE, Known, Misfit, Problems, noted, wrong_type
from cleveragents_skills.loading.words import plain_data
from cleveragents_skills.model import (
    Skill,
    SkillAgentSource,
    SkillBuiltinGroup,
    SkillInclude,
    SkillInlineTool,
    SkillMcpSource,
    SkillMcpTool,
    SkillToolFilter,
    SkillToolRef,
)

_OFTEN_MEANT = dict.fromkeys(("http", "https", "streamable_http"), "streamable-http")
"""Values that other formats have, with what they are here."""
Structure = Callable[[Any, Any], Any]
_TEXT = frozenset((str,))


def skill_structurer(groups: Mapping[str, tuple[str, ...]]) -> Callable[[Any], Skill]:
    """Give the function that makes a skill of plain data, knowing these builtin groups.

    What it raises is a cattrs error tree or a single misfit: `misfits.leaves` reads both.
    """
    quick = _structurer(groups, detailed=False)
    thorough = cache(partial(_structurer, groups, detailed=True))

    def structure(value: Any) -> Skill:
        try:
            return quick(value, Skill)  # type: ignore[no-any-return]
        except Exception:  # noqa: BLE001 (whatever is wrong with it, the other one says it)
            return thorough()(value, Skill)  # type: ignore[no-any-return]

    return structure


def _structurer(groups: Mapping[str, tuple[str, ...]], *, detailed: bool) -> Structure:
    """Give the hook of a skill, which ends at the first misfit or, `detailed`, with all of them.

    The one for all of them takes twice as long to make, and most catalogs need none.
    """
    converter = BaseConverter(detailed_validation=detailed)
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook(float, _number)
    for is_kind, make in (
        (_is_optional, _optional_hook),
        (_made_by(Literal), _choice_hook),
        (_made_by(Mapping), _mapping_hook),
        (_made_by(tuple), _list_hook),
    ):
        converter.register_structure_hook_factory(is_kind, make)

    def register(
        kind: type,
        spec: Fields,
        rearrange: Arrange,
        *arranged: str,
        later: Sequence[str] = (),
        finish: Callable[[Any], Any] | None = None,
    ) -> None:
        """Register the hook of a class.

        The fields named in `arranged` come ready, those named in `later` are not in the data.
        """
        ready: Any = {name: override(struct_hook=_as_it_is) for name in arranged}
        ready.update((name, override(omit=True)) for name in later)
        generated: Structure = make_dict_structure_fn(
            kind, converter, _cattrs_use_linecache=False, **ready
        )
        converter.register_structure_hook(
            kind, _class_hook(kind, generated, spec, rearrange, finish)
        )

    register(SkillInclude, fields.INCLUDE, arrange.include, "overrides")
    register(SkillToolRef, fields.TOOL_REF, arrange.tool_ref, "metadata", "override")
    register(SkillBuiltinGroup, fields.BUILTIN_GROUP, arrange.builtin_group(groups), "tools")
    register(SkillInlineTool, fields.INLINE_TOOL, arrange.inline_tool, "capability")
    register(SkillMcpTool, fields.MCP_TOOL, arrange.mcp_tool, "capability", later=["path"])
    register(SkillToolFilter, fields.TOOL_FILTER, arrange.tool_filter)
    register(
        SkillMcpSource,
        fields.MCP_SERVER,
        arrange.mcp_server,
        "overrides",
        later=["listed", "offered", "joined"],
        finish=arrange.explicit_tools,
    )
    register(SkillAgentSource, fields.AGENT_SKILL, arrange.agent_skill, "folder")
    register(Skill, fields.SKILL, arrange.skill, "overrides", later=_LATER)
    return converter.get_structure_hook(Skill)


_LATER = ("source", "known", "learned")
"""What a skill has that does not stand in its file."""


def _made_by(origin: Any) -> Callable[[Any], bool]:
    """Give the question whether a type is this one with parameters."""
    return lambda kind: get_origin(kind) is origin


def _class_hook(
    kind: type,
    generated: Structure,
    spec: Fields,
    rearrange: Arrange,
    finish: Callable[[Any], Any] | None,
) -> Structure:
    def structure(value: Any, _: Any) -> Any:
        if type(value) is str and spec.shorthand:
            return of_text(value)
        return of_fields(value)

    def of_fields(value: Any) -> Any:
        taken, problems = take_fields(value, spec)
        data = rearrange(taken, problems)
        made: Any = None
        try:
            made = generated(data, kind)
        except ClassValidationError as group:
            problems.append(group)
        if problems:
            raise ClassValidationError(f"{kind.__name__} does not fit", problems, kind)
        return finish(made) if finish else made

    # The same few names are included, grouped and referred to over and over.
    of_text = lru_cache(maxsize=1024)(of_fields)
    return structure


def _is_optional(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)


def _optional_hook(kind: Any, converter: BaseConverter) -> Structure:
    """Give the hook of what may be absent. The general one asks the converter for every value."""
    (other,) = (each for each in get_args(kind) if each is not NoneType)
    inner = converter.get_structure_hook(other)
    return lambda value, _: None if value is None else inner(value, other)


def _list_hook(list_kind: Any, converter: BaseConverter) -> Structure:
    kind = get_args(list_kind)[0]
    inner = converter.get_structure_hook(kind)

    def structure(value: Any, _: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise wrong_type("a list", value)
        if kind is str and set(map(type, value)) <= _TEXT:
            return tuple(value)
        made: list[Any] = []
        problems: Problems = []
        for index, each in enumerate(value):
            try:
                made.append(inner(each, kind))
            except Exception as problem:  # noqa: BLE001 (cattrs raises several kinds; all are kept)
                problems.append(noted(problem, index, kind))
        if problems:
            raise IterableValidationError("items do not fit", problems, kind)
        return tuple(made)

    return structure


def _as_it_is(value: Any, _: Any) -> Any:
    return value


def _text(value: Any, _: Any) -> str:
    if type(value) is not str:
        raise wrong_type("text", value)
    return value


def _number(value: Any, _: Any) -> float:
    if type(value) not in (int, float):
        raise wrong_type("a number", value)
    if value <= 0:
        raise Misfit(codes.INVALID_VALUE, f"{HERE} must be greater than zero")
    return value  # type: ignore[no-any-return]


def _choice_hook(kind: Any, _: BaseConverter) -> Structure:
    allowed = get_args(kind)

    def structure(value: Any, _: Any) -> Any:
        if type(value) is not str:
            raise wrong_type("text", value)
        if value not in allowed:
            known = ", ".join(f"`{each}`" for each in allowed)
            hint = f"write `{_OFTEN_MEANT[value]}`" if value in _OFTEN_MEANT else None
            message = f"{HERE} is `{value}`; it must be one of {known}"
            raise Misfit(codes.INVALID_VALUE, message, (), hint)
        return value

    return structure


def _mapping_hook(kind: Any, _: BaseConverter) -> Structure:
    is_free = get_args(kind)[1] is Any

    def structure(value: Any, _: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise wrong_type("a mapping", value)
        if is_free:
            return plain_data(value)  # type: ignore[no-any-return]
        problems: Problems = []
        for key, each in value.items():
            if each is INVALID:
                problems.append(Known())
            elif type(each) is not str:
                problems.append(wrong_type("text", each, (key,)))
        if problems:
            raise ClassValidationError("values do not fit", problems, dict)
        return dict(value)

    return structure
