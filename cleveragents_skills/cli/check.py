"""`skills check [PATH…]`. Typer reads the annotations, so they are not postponed."""

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from cleveragents_skills.cli.completion import complete_code, complete_output, complete_skill
from cleveragents_skills.cli.exits import USAGE
from cleveragents_skills.cli.options import AllowEmpty

if TYPE_CHECKING:
    from cleveragents_skills.catalog import Catalog
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.diagnostics import Diagnostic
    from cleveragents_skills.policy import Policy
    from cleveragents_skills.report import Report

Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATH...]",
        help="Folders: the catalog, as with --catalog. Files: report only what concerns them.",
    ),
]
Select = Annotated[
    list[str] | None,
    typer.Option(
        "--select",
        metavar="CODES",
        help="Look only for these codes, or beginnings such as SK3; what is off by itself needs"
        " its full id. The config's `select` and `ignore` do not count then.",
        autocompletion=complete_code,
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore", metavar="CODES", help="Leave these out too.", autocompletion=complete_code
    ),
]
Skills = Annotated[
    list[str] | None,
    typer.Option(
        "--skill",
        metavar="SELECTOR",
        help="Report only what concerns these skills: names, globs such as 'team/*', NAME+, +NAME,"
        " uses:TOOL.",
        autocompletion=complete_skill,
    ),
]
FailOn = Annotated[
    str | None,
    typer.Option("--fail-on", metavar="LEVEL", help="error (default), warning or never."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Short for --fail-on warning.")]
Statistics = Annotated[
    bool, typer.Option("--statistics", help="Say how often each code was found, and no more.")
]
Outputs = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        metavar="FORMAT:FILE",
        help="Write the answer to FILE too, in any of the formats; repeat it for several.",
        autocompletion=complete_output,
    ),
]
BaselineFile = Annotated[
    str | None,
    typer.Option("--baseline", metavar="FILE", help="Report only what is not listed in FILE."),
]
WriteBaseline = Annotated[
    bool, typer.Option("--write-baseline", help="List all that is found in the --baseline.")
]
Since = Annotated[
    str | None,
    typer.Option(
        "--since", metavar="REF", help="Report only what the commit REF did not have already."
    ),
]
Locked = Annotated[
    bool, typer.Option("--locked", help="Report too what is not as skills.lock records it.")
]
Fix = Annotated[
    bool, typer.Option("--fix", help="Mend in the files what is safe to mend; report the rest.")
]
Diff = Annotated[bool, typer.Option("--diff", help="Show what --fix would change, as a diff.")]


def check(  # noqa: PLR0913 (what a gate can be told)
    session: "Session",
    paths: Paths = None,
    *,
    select: Select = None,
    ignore: Ignore = None,
    skill: Skills = None,
    fail_on: FailOn = None,
    strict: Strict = False,
    statistics: Statistics = False,
    output: Outputs = None,
    baseline: BaselineFile = None,
    write_baseline: WriteBaseline = False,
    since: Since = None,
    locked: Locked = False,
    fix: Fix = False,
    diff: Diff = False,
    allow_empty: AllowEmpty = False,
) -> "Report":
    """Say what is wrong with the catalog: exit 1 if there are errors. Made for CI.

    Formats: text, concise, json, names (the files), markdown, github, sarif, gitlab, junit.
    """
    from functools import partial

    from attrs import evolve

    from cleveragents_skills.cli.baselines import written
    from cleveragents_skills.cli.known import sift
    from cleveragents_skills.cli.narrowing import about_files, about_skills
    from cleveragents_skills.cli.outputs import beside, refuse_skill_files
    from cleveragents_skills.cli.session import usage
    from cleveragents_skills.loading import page
    from cleveragents_skills.views.check import baseline_report, check_report

    if fix or diff:
        others = {"output": output, "statistics": statistics, "write_baseline": write_baseline}
        from cleveragents_skills.cli.fixing import refuse_together

        refuse_together(session, fix=fix, diff=diff, others=others)
    session.beside = beside(
        output or (), session, paths=paths or (), baseline=baseline, counts=statistics
    )
    folders, files = _folders_and_files(paths or ())
    if folders and session.common.catalog:
        raise usage("a folder and --catalog both name the catalog: give one")
    if write_baseline and baseline is None:
        raise usage("--write-baseline needs --baseline FILE: where to write")
    if write_baseline and (since is not None or locked):
        raise usage("--write-baseline lists all that is found: no --since or --locked goes with it")
    level = _level(fail_on, strict=strict)
    if folders:  # of every commit that is read too
        session.common = session.common._replace(catalog=folders)
    found = session.load(allow_empty=allow_empty)
    refuse_skill_files(output or (), session, found)
    found = evolve(found, policy=_policy(found.policy, select or (), ignore or ()))
    shown = partial(
        check_report,
        fail_on=level or session.config.fail_on,
        quiet=session.common.quiet,
        statistics=statistics,
    )
    if baseline is not None and write_baseline:
        left, count = written(baseline, found, session, paths or ())
        return evolve(
            baseline_report(shown(found, tuple(left)), baseline, count, len(left)), page=page
        )

    sifted = sift(session, found, baseline=baseline, since=since, locked=locked)

    def reported(catalog: "Catalog") -> tuple[Sequence["Diagnostic"], Mapping[str, int]]:
        diagnostics, known = sifted(catalog)
        diagnostics = about_files(diagnostics, files, catalog)
        return about_skills(diagnostics, skill or (), catalog, session), known

    mended = None
    if fix:
        from cleveragents_skills.cli.fixing import fixed

        mended = fixed(session, found.policy, reported)
        found = mended.catalog
    diagnostics, known = reported(found)
    report = shown(found, tuple(diagnostics), known=known, fixed=mended.count if mended else None)
    if diff:
        from cleveragents_skills.cli.fixing import difference

        return difference(session, found.policy, reported, report.exit_code)
    return evolve(
        report, page=page, exit_code=max(report.exit_code, mended.exit_code if mended else 0)
    )


def _level(fail_on: str | None, *, strict: bool) -> str | None:
    """Give the severity from which on findings make the check fail, or `never`, if one is given."""
    from cleveragents_skills.cli.session import usage
    from cleveragents_skills.loading import FAIL_ON

    if fail_on is not None and strict:
        raise usage("--strict is short for --fail-on warning: give one of the two")
    if fail_on is not None and fail_on not in FAIL_ON:
        raise usage(f"no such level: `{fail_on}`", f"one of {', '.join(FAIL_ON)}")
    return "warning" if strict else fail_on


def _policy(configured: "Policy", select: Sequence[str], ignore: Sequence[str]) -> "Policy":
    """Give the policy with what the options say of codes."""
    from attrs import evolve

    from cleveragents_skills.cli.session import usage
    from cleveragents_skills.loading import ConfigError, code_beginnings

    def beginnings(option: str, given: Sequence[str]) -> tuple[str, ...]:
        codes = [code.strip() for each in given for code in each.split(",")]
        # A letter that is not ASCII can become one that is, and is not meant.
        listed = [code.upper() if _is_like_a_code(code) else code for code in codes if code]
        if given and not listed:
            raise usage(f"`{option}` names no code", "codes are like SK301, beginnings like SK3")
        try:
            return code_beginnings("the command line", option, listed)
        except ConfigError as error:
            raise usage(error.problem, error.hint) from None

    selected, ignored = beginnings("--select", select), beginnings("--ignore", ignore)
    if selected:
        return evolve(configured, select=selected, ignore=ignored)
    return evolve(configured, ignore=(*configured.ignore, *ignored))


def _is_like_a_code(text: str) -> bool:
    return text.isascii() and text.upper().startswith("SK")


def _folders_and_files(paths: Sequence[str]) -> tuple[list[str], list[str]]:
    """Give the paths that are folders and those that are files; one that is neither ends it."""
    from cleveragents_skills.cli.session import Failed
    from cleveragents_skills.report import Failure

    for path in paths:
        if not os.path.exists(path):
            raise Failed(Failure("no-catalog", f"no such file or folder: {path}", USAGE))
    folders = [path for path in paths if os.path.isdir(path)]
    return folders, [path for path in paths if path not in folders]
