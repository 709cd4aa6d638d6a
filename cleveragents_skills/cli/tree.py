"""`skills tree NAME`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING, Annotated

import typer

from cleveragents_skills.cli.options import Name

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cleveragents_skills.catalog import Catalog
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.diagnostics import Diagnostic
    from cleveragents_skills.include_tree import Leaf
    from cleveragents_skills.report import Report

Invert = Annotated[bool, typer.Option("--invert", help="What includes it, and what includes that.")]
Depth = Annotated[
    int | None, typer.Option("--depth", metavar="N", min=0, help="No more than so many includes.")
]
Tools = Annotated[bool, typer.Option("--tools", help="The tools too that each declares itself.")]


def tree(
    session: "Session",
    name: Name,
    invert: Invert = False,
    depth: Depth = None,
    tools: Tools = False,
) -> "Report":
    """Show what a skill includes as a tree, or what includes it.

    Formats: text, json, names (each skill once), markdown.
    """
    from cleveragents_skills.diagnostics import is_error, ordered
    from cleveragents_skills.include_edges import includers_of, includes_of
    from cleveragents_skills.include_tree import branches_of, declared_leaves
    from cleveragents_skills.views.tree import TreeAnswer, tree_report

    def leaves(name: str) -> "Sequence[Leaf]":
        return declared_leaves(found[name]) if tools and name in found else ()

    found = session.load(reaching=() if invert else [name])
    full = session.named(name, found)
    edges = {full: (), **includers_of(found)} if invert else includes_of(found)
    # Whatever depth is shown, the tree is only right if all of it is.
    whole = branches_of(full, edges)
    failed = any(each.mark in ("cycle", "missing") for each in whole)
    names = {each.name for each in whole}
    if invert:
        known = _about_includers(found, names if failed else ())
        failed = failed or any(map(is_error, found.loading))
    else:
        part = found.part(full)
        known = ordered({*part.diagnostics, *part.stopping})
    answer = TreeAnswer(branches_of(full, edges, depth, leaves), names, invert, depth)
    return tree_report(answer, found, known, 1 if failed else 0)


def _about_includers(catalog: "Catalog", names: "Collection[str]") -> "tuple[Diagnostic, ...]":
    """Give what reading found, since any file may include a skill, and the cycles of these."""
    from cleveragents_skills.diagnostics import ordered

    cycles = [
        each
        for each in (catalog.stopping if names else ())
        if each.cycle and each.cycle.members[0] in names
    ]
    return ordered({*catalog.loading, *cycles})
