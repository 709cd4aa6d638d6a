"""`skills mcp sync`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING

from cleveragents_skills.cli.mcp_options import LIMIT, Run, ServerNames, Timeout

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report


def mcp_sync(
    session: "Session",
    *,
    server: ServerNames = None,
    run: Run = False,
    timeout: Timeout = LIMIT,
) -> "Report":
    """Write mcp.lock: what the servers offer.

    It stands beside the config, else at the root of the git work tree. People review it, and what
    is unknown of tools is filled in from it.

    Formats: text, json.
    """
    from cleveragents_skills.cli.locking import mcp_lock_path, write_mcp_lock
    from cleveragents_skills.cli.servers import ask_all, is_whole, named, not_asked, time_limit
    from cleveragents_skills.mcp_lock import mcp_lock_text
    from cleveragents_skills.server_definitions import servers_of_skills
    from cleveragents_skills.views.mcp import plan_report
    from cleveragents_skills.views.mcp_sync import sync_report

    limit = time_limit(timeout)
    catalog = session.load()
    servers = named(servers_of_skills(catalog.values()), server or (), "the catalog")
    asked, file = not_asked(servers), mcp_lock_path(session.config)
    if not run:
        before = {"file": file, "changed": False}
        return plan_report(
            session.command, asked, catalog.stopping, before=before, after={"removed": []}
        )
    asked = ask_all(session, asked, limit)
    recorded = session.configured().learned  # by now somebody else may have written it
    learned = {each.learned.key: each.learned for each in asked.answers if each.learned}
    # What is recorded of a server that was not asked stays, unless no skill has it any more.
    asked_all = is_whole(session, catalog, server)
    kept = {key: each for key, each in recorded.items() if key in servers or not asked_all}
    now = {**kept, **learned}
    changed = write_mcp_lock(file, mcp_lock_text(now.values()))
    return sync_report(asked, recorded, now, file, changed=changed, stopping=catalog.stopping)
