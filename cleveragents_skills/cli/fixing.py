"""`skills check --fix` and `--diff`: mending what is safe to mend, or showing how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, frozen

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.cli.exits import DONE, FINDINGS, USAGE
from cleveragents_skills.cli.known import Sift
from cleveragents_skills.cli.session import Session, usage
from cleveragents_skills.diagnostics import Diagnostic, Location
from cleveragents_skills.editing import NotStored, Refused, changes, mend, store
from cleveragents_skills.loading.reader import FileKey
from cleveragents_skills.policy import Policy
from cleveragents_skills.report import Listing, Report
from cleveragents_skills.reporters.escape import visible
from cleveragents_skills.views.shapes import counted

_TOLD = 50
"""So many of the findings that are mended are told one by one."""


@frozen(eq=False)
class Fixed:
    """The catalog as it is on disk now, how many findings are mended, and what that ends with."""

    catalog: Catalog
    count: int
    exit_code: int


def refuse_together(
    session: Session, *, fix: bool, diff: bool, others: Mapping[str, object]
) -> None:
    """End the command if `--fix` or `--diff` is given with what it does not go with."""
    if fix and diff:
        raise usage("--fix mends and --diff shows what that would change: give one of the two")
    if others["write_baseline"]:
        raise usage(f"--{'fix' if fix else 'diff'} and --write-baseline do not go together")
    if not diff:
        return
    if session.common.json or session.common.format not in (None, "text"):
        raise usage("--diff shows a diff in place of the findings: it has no format but text")
    for option in ("output", "statistics"):
        if others[option]:
            raise usage(f"--diff shows a diff in place of the findings: leave --{option} out")
    session.format = "text"


def fixed(session: Session, policy: Policy, reported: Sift) -> Fixed:
    """Mend the files, each whole or not at all; say on standard error what is mended and what not.

    A file that cannot be written is named, and the others are written all the same.
    """
    reading = session.reading
    mended = mend(reading, policy, lambda catalog: reported(catalog)[0])
    written: list[FileKey] = []
    for key in mended.findings:
        before, after = reading.contents[key].file, mended.reading.contents[key].file
        try:
            if before is not None and after is not None:
                store(before, after)
            written.append(key)
        except NotStored as reason:
            session.note(f"error: cannot mend {Location(*key).path}: {reason}")
    findings = [each for key in written for each in mended.findings[key]]
    if not session.common.quiet:
        # One that is not mended is told where it is from now on.
        stored = set(written)
        refused = [
            (finding if _key(finding) in stored else mended.origins.as_read(finding), reason)
            for finding, reason in mended.refused
        ]
        _tell(session, findings, refused, "mended", len(written))
    now = reading.edited({key: mended.reading.contents[key] for key in written})
    exit_code = DONE if len(written) == len(mended.findings) else USAGE
    return Fixed(evolve(now.catalog(), policy=policy), len(findings), exit_code)


def difference(session: Session, policy: Policy, reported: Sift, exit_code: int) -> Report:
    """Give the report of what `--fix` would change; writes nothing.

    `exit_code` is that of the check, with which it ends if there is nothing to change.
    """
    reading = session.reading
    mended = mend(reading, policy, lambda catalog: reported(catalog)[0])
    lines: list[str] = []
    for key in mended.findings:
        before, after = reading.contents[key].file, mended.reading.contents[key].file
        if before is not None and after is not None:
            lines.extend(changes(before, after))
    if session.out.stream.isatty():
        lines = [*map(_on_terminal, lines)]
    session.format = "diff"
    if not session.common.quiet:
        findings = [each for found in mended.findings.values() for each in found]
        refused = [(mended.origins.as_read(each), reason) for each, reason in mended.refused]
        _tell(session, findings, refused, "would be mended", len(mended.findings))
    return Report(
        command=session.command,
        document=dict,
        blocks=lambda: [Listing("\n".join(lines))] if lines else [],
        exit_code=FINDINGS if lines else exit_code,
    )


def _on_terminal(line: str) -> str:
    """Give a line of a diff as one looks at it, without what only those need who apply it."""
    if line.startswith(("--- ", "+++ ")):
        line = line.removesuffix("\t")
    return visible(line.removesuffix("\r"))


def _key(finding: Diagnostic) -> FileKey | None:
    """Give the file in which a finding stands."""
    place = finding.location
    return (place.catalog, place.file) if place else None


def _tell(
    session: Session,
    findings: Sequence[Diagnostic],
    refused: Iterable[Refused],
    done: str,
    files: int,
) -> None:
    """Say what is mended, what is not and why, and how much it is."""
    for finding in findings[:_TOLD]:
        session.note(f"{done}: {finding}")
    if len(findings) > _TOLD:
        session.note(f"{done}: and {len(findings) - _TOLD:,} more")
    for finding, reason in refused:
        session.note(f"not mended: {finding}: {reason}")
    where = f"{counted(len(findings), 'finding')} {done} in {counted(files, 'file')}"
    session.note(where if findings else f"nothing {done}")
