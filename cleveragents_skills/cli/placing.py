"""Where the file of a new skill goes. Nothing is ever overwritten."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cleveragents_skills.cli.session import usage

if TYPE_CHECKING:
    from cleveragents_skills.catalog import Catalog
    from cleveragents_skills.cli.session import Session


class Placed(NamedTuple):
    """The file that was written, and the catalog if it was made for it."""

    file: str
    new_catalog: str | None


def skill_name(name: str) -> str:
    """Give the full name of a new skill; what is no name ends the command."""
    from cleveragents_skills.naming import full_name, is_skill_name

    full = full_name(name)
    if not is_skill_name(full):
        hint = "write `namespace/name`, each part of letters, digits, `-` and `_`"
        raise usage(f"`{name}` is no skill name", hint)
    return full


def write_skill_file(session: Session, name: str, text: str) -> Placed:
    """Write the file of a new skill to the first root; what is there already ends the command."""
    roots, made = _roots(session)
    plain: Collection[str] = _plain_near() if made else ()
    if not made:
        catalog = session.load(list(roots), allow_empty=True)
        _refuse_second(name, catalog)
        plain = catalog.plain_folders
    _write(session, roots[0], name, text)
    if plain:
        session.note("folders with a SKILL.md are no skills by themselves from now on")
    return Placed(f"{roots[0].rstrip('/')}/{name}.yaml", roots[0] if made else None)


def _plain_near() -> Collection[str]:
    """Give the folder in which plain folders with a `SKILL.md` were the catalog so far, if any."""
    from cleveragents_skills.loading import find_catalog

    near = find_catalog()
    return () if near is None else (near,)


def _roots(session: Session) -> tuple[Sequence[str], bool]:
    """Give the roots of the catalog, and whether it is yet to be made: then it is one folder."""
    from cleveragents_skills.cli.roots import catalog_setting
    from cleveragents_skills.loading import CATALOG_FOLDER, find_catalog

    setting = catalog_setting(session.common.catalog, session.configure())
    roots = setting.value
    if setting.origin == "default":  # not among plain folders with a `SKILL.md`
        near = find_catalog(has_manifests=lambda _: False)
        roots = (near,) if near else ()
    return (roots, False) if roots else ((CATALOG_FOLDER,), True)


def _refuse_second(name: str, catalog: Catalog) -> None:
    """End the command if a skill has this name already, be it in another case."""
    for known in sorted(catalog.known):
        if known.lower() == name.lower():
            skill = catalog.get(known)
            source = skill.source if skill else None
            broken = catalog.broken.get(known, ())
            place = source.locate("name") if source else next((d.location for d in broken), None)
            raise usage(f"the skill `{known}` is there already: {place}", "take another name")


def _write(session: Session, root: str, name: str, text: str) -> None:
    """Write the file of the skill, if it is to be read from there and nothing is there yet."""
    from cleveragents_skills.loading import would_be_read
    from cleveragents_skills.writing import write_new_file

    config = session.config
    inner = f"{name}.yaml"
    file = f"{root.rstrip('/')}/{inner}"
    if not would_be_read(root, inner, config.files, config.exclude):
        hint = f"see `files` and `exclude` in {config.file}" if config.file else None
        raise usage(f"{file} would not be read as a skill file", hint or "take another name")
    try:
        os.makedirs(os.path.dirname(file), exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise usage(f"the folder {os.path.dirname(file)} cannot be made: {reason}") from None
    try:
        write_new_file(file, text.encode())
    except FileExistsError:
        raise usage(f"{file} is there already, and stays as it is", "`--stdout` prints") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise usage(f"{file} cannot be written: {reason}") from None
