"""`skills mcp check`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING

from cleveragents_skills.cli.mcp_options import LIMIT, Run, ServerNames, Timeout

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report


def mcp_check(
    session: "Session",
    *,
    server: ServerNames = None,
    run: Run = False,
    timeout: Timeout = LIMIT,
) -> "Report":
    """Hold the servers to mcp.lock; made for CI.

    It exits with 1 if they offer something else than is recorded.

    Without --run nothing is checked: it says which servers would be asked, and exits with 2.

    Formats: text, concise, json, names (the files), markdown, github, sarif, gitlab, junit.
    """
    from attrs import evolve

    from cleveragents_skills.cli.exits import USAGE
    from cleveragents_skills.cli.locking import mcp_lock_path
    from cleveragents_skills.cli.servers import ask_all, is_whole, named, not_asked, time_limit
    from cleveragents_skills.cli.session import usage
    from cleveragents_skills.diagnostics import ordered
    from cleveragents_skills.loading import page
    from cleveragents_skills.server_definitions import servers_of_skills
    from cleveragents_skills.server_drift.holding import held
    from cleveragents_skills.views.mcp import plan_report
    from cleveragents_skills.views.mcp_check import mcp_check_report

    limit = time_limit(timeout)
    catalog = session.load()
    servers = named(servers_of_skills(catalog.values()), server or (), "the catalog")
    if not run and session.format not in ("text", "json", "names", "markdown"):
        message = f"nothing is checked without --run, and {session.format} could not say so"
        raise usage(message, "add --run, which starts what the catalog names")
    asked, file = not_asked(servers), mcp_lock_path(session.config)
    if not run:
        return plan_report(
            session.command, asked, catalog.stopping, before={"file": file}, exit_code=USAGE
        )
    origins = {key: each.origins[0] for key, each in servers.items()}
    asked = ask_all(session, asked, limit)
    whole = is_whole(session, catalog, server)
    found = held(session.config.learned, asked.answers, origins, whole=whole)
    diagnostics = ordered((*catalog.policy.weighed(found), *catalog.stopping))
    quiet, fail_on = session.common.quiet, session.config.fail_on
    report = mcp_check_report(asked, diagnostics, fail_on, file, quiet=quiet)
    return evolve(report, page=page, excerpt=catalog.excerpt)
