"""`skills mcp list-tools`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING, Annotated

import typer

from cleveragents_skills.cli.completion import complete_skill
from cleveragents_skills.cli.mcp_options import LIMIT, Run, ServerNames, Timeout

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report

Skill = Annotated[
    str | None,
    typer.Argument(
        metavar="[SKILL]",
        help="The servers that this skill reaches.",
        autocompletion=complete_skill,
    ),
]
All = Annotated[bool, typer.Option("--all", help="The servers of all skills.")]


def mcp_list_tools(  # noqa: PLR0913 (whose servers, which, and how)
    session: "Session",
    skill: Skill = None,
    *,
    every: All = False,
    server: ServerNames = None,
    run: Run = False,
    timeout: Timeout = LIMIT,
) -> "Report":
    """Say which tools the servers offer.

    With --run it starts what the catalog names; without, it says what that would be.

    Formats: text, json, names, markdown.
    """
    from cleveragents_skills.cli.servers import ask_all, named, not_asked, time_limit
    from cleveragents_skills.cli.session import usage
    from cleveragents_skills.server_definitions import servers_of_resolution, servers_of_skills
    from cleveragents_skills.views.mcp import offers_report, plan_report

    if skill is not None and every:
        raise usage("a skill and --all both say whose servers: give one")
    if skill is None and not every:
        raise usage("give a skill or --all: whose servers")
    limit = time_limit(timeout)
    catalog = session.load(reaching=[] if skill is None else [skill])
    if skill is None:
        servers = named(servers_of_skills(catalog.values()), server or (), "the catalog")
        stopping = catalog.stopping
    else:
        full = session.named(skill, catalog)
        resolution, _ = session.resolved(full, catalog)
        servers, stopping = named(servers_of_resolution(resolution), server or (), full), ()
    asked = not_asked(servers)
    if not run:
        return plan_report(session.command, asked, stopping)
    return offers_report(session.command, ask_all(session, asked, limit), stopping)
