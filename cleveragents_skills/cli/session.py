"""The composition root: what one run of a command reads, says, and ends with."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.cli.exits import DONE, INTERNAL, USAGE
from cleveragents_skills.cli.formats import FORMATS
from cleveragents_skills.cli.options import Common
from cleveragents_skills.cli.progress import Progress
from cleveragents_skills.cli.roots import catalog_roots
from cleveragents_skills.cli.terminal import standard_streams
from cleveragents_skills.diagnostics import is_error
from cleveragents_skills.graph import UnknownSkillError
from cleveragents_skills.loading import Config, ConfigError, find_config
from cleveragents_skills.loading.config import content_of
from cleveragents_skills.loading.reader import Reading, read_catalog
from cleveragents_skills.naming import full_name
from cleveragents_skills.report import Failure, Output, Report
from cleveragents_skills.reporters import ONE_DOCUMENT, render
from cleveragents_skills.views.shapes import counted

if TYPE_CHECKING:
    from cleveragents_skills.resolution import Resolution


class Failed(Exception):  # noqa: N818 (an answer that could not be made)
    """Ends a command; `failure` says why. `catalog` is what the skill asked for reaches."""

    def __init__(
        self, failure: Failure, skill: str | None = None, catalog: Catalog | None = None
    ) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.skill = skill
        self.catalog = catalog


def usage(message: str, hint: str | None = None) -> Failed:
    """Give the end of a command that was called in a way that does not work."""
    return Failed(Failure("usage", message, USAGE, hint))


def nowhere_else(_: Report) -> int:
    """Write nothing beside the answer, which goes well."""
    return DONE


@define(eq=False, repr=False)
class Session:
    """One run of a command. `beside` writes its report where else that goes.

    `progress` is shown until something is said.
    """

    command: str
    common: Common
    format: str
    out: Output
    err: Output
    progress: Progress
    started: float = field(factory=perf_counter)
    config: Config = field(factory=Config)
    beside: Callable[[Report], int] = nowhere_else
    lasting: ExitStack = field(factory=ExitStack)
    """What is put away when the command has ended."""
    reading: Reading = field(init=False)
    """The files of the catalog, once it is loaded."""

    def configure(self) -> Config:
        """Find the config, keep it, and give it."""
        self.config = self.configured()
        return self.config

    def configured(
        self,
        start: Path | None = None,
        content: Callable[[Path], bytes | None] = content_of,
        real: Callable[[Path], str] = os.path.realpath,
    ) -> Config:
        """Give the config upward from a folder; one that does not fit ends the command."""
        try:
            return find_config(start, content, real)
        except ConfigError as error:
            failure = Failure("bad-config", f"{error.file}: {error.problem}", USAGE, error.hint)
            raise Failed(failure) from None

    def load(
        self,
        roots: list[str] | None = None,
        *,
        allow_empty: bool = False,
        reaching: Sequence[str] = (),
    ) -> Catalog:
        """Give the catalog, or what skills of these names reach; a failure names the way out."""
        config = self.configure()
        given = roots or list(catalog_roots(self.common.catalog))
        try:
            names = [full_name(name) for name in reaching]
            self.reading = read_catalog(
                *given, config=config, reaching=names, watch=self.progress.over, alone=True
            )
        except (FileNotFoundError, NotADirectoryError) as error:
            hint = "`skills new NAME` begins a catalog; `--catalog DIR` names one that is there"
            raise Failed(Failure("no-catalog", str(error), USAGE, hint)) from None
        catalog = self.reading.catalog()
        self._tell(catalog, config)
        if not catalog.files and not allow_empty and not any(map(is_error, catalog.loading)):
            message = f"no skill file in {', '.join(catalog.roots)}"
            hint = "skill files end in .yaml or .yml, or are the SKILL.md of a folder"
            if self.command in ("check", "graph", "list", "summary"):
                hint += "; `--allow-empty` if that is fine"
            raise Failed(Failure("empty-catalog", message, USAGE, hint, findings=catalog.loading))
        return catalog

    def _tell(self, catalog: Catalog, config: Config) -> None:
        if self.common.verbose:
            self.note(f"catalog: {', '.join(catalog.roots)}")
            self.note(f"config: {config.file or 'none'}")
            read, parsed = len(catalog.files), self.reading.parsed
            some = f", {parsed:,} of them parsed: " if parsed < read else ", "
            held = f"{counted(len(catalog), 'skill')}, {len(catalog.broken):,} broken"
            self.note(f"read: {counted(read, 'file')}{some}{held}, {self._elapsed()}")

    def _elapsed(self) -> str:
        return f"{(perf_counter() - self.started) * 1000:.0f} ms"

    def note(self, text: str) -> None:
        """Write a line to standard error."""
        self.progress.stop()
        blank = Report(self.command, document=dict, closing=text)
        render(blank, "concise", self.err)

    def named(self, name: str, catalog: Catalog) -> str:
        """Give the full name of a skill that exists, broken or not; else end the command."""
        full = full_name(name)
        if full not in catalog and full not in catalog.broken:
            try:
                catalog.resolve(full)
            except UnknownSkillError as error:
                from cleveragents_skills.views.failure import unknown_skill

                raise Failed(unknown_skill(error, catalog), full) from None
        return full

    def resolved(self, name: str, catalog: Catalog) -> tuple[Resolution, Catalog]:
        """Give the resolution of a skill, and the catalog of what it reaches."""
        part = catalog.part(name)
        try:
            return catalog.resolve(name), part
        except ValueError as error:
            from cleveragents_skills.views.failure import failure_of

            raise Failed(failure_of(error, name, part), name, part) from None

    def finish(self, report: Report) -> int:
        """Write the report, wherever it goes; give the exit code."""
        code = report.exit_code
        try:
            self._answer(report)
        finally:  # a reader who goes away does not keep files from being written
            code = max(code, self.beside(report))
        if self.common.verbose:
            self.note(f"done: {self._elapsed()}")
        return code

    def _answer(self, report: Report) -> None:
        """Write the report to standard output, and what goes beside it to standard error."""
        machine = self.format in ONE_DOCUMENT
        if report.failure:
            self._fail(report, report.failure)
            if machine or self.format == "github":
                render(report, self.format, self.out)
        else:
            render(report, self.format, self.out, self.progress.stop)
            if report.caveat and self.format == "names" and not self.common.quiet:
                self.out.stream.flush()
                self.note(report.caveat)
            if report.remarks and not machine and not self.common.quiet:
                beside = Report(self.command, document=dict, findings=report.remarks)
                self.out.stream.flush()
                render(beside, "concise", self.err)
            if report.notes and not machine and not self.common.quiet:
                self.out.stream.flush()
                for each in report.notes:
                    self.note(each)

    def _fail(self, report: Report, failure: Failure) -> None:
        """Say on standard error why there is no answer, with the findings behind it."""
        self.progress.stop()
        findings = failure.findings
        if not findings or findings[0].message != failure.message:
            self.note(f"error: {failure.message}")
        if findings:
            shown = Report(self.command, document=dict, findings=findings, excerpt=report.excerpt)
            render(shown, "text", self.err)
        if failure.hint and failure.hint not in [each.hint for each in findings]:
            self.note(f"help: {failure.hint}")


def run(command: str, common: Common, answer: Callable[[Session], Report]) -> int:
    """Give the exit code of a command whose report `answer` makes."""
    out, err = standard_streams(common.color if common.color in _COLORS else "auto")
    with Progress(Output(err.stream) if common.quiet else err) as progress:
        session = Session(command, common, _document_format(command, common), out, err, progress)
        with session.lasting:
            return session.finish(_report(session, answer))


def _report(session: Session, answer: Callable[[Session], Report]) -> Report:
    """Give the report that `answer` makes, or the one that says why there is none."""
    command, common = session.command, session.common
    try:
        session.format = _format(command, common)
        session.err = evolve(session.err, in_workflow=session.format == "github")
        report = answer(session)
    except Failed as end:
        from cleveragents_skills.views.failure import failed_report

        known = end.catalog.diagnostics if end.catalog is not None else ()
        report = failed_report(command, end.failure, end.skill, known)
        if end.catalog is not None:
            report = evolve(report, excerpt=end.catalog.excerpt)
    except Exception as error:  # in JSON our own fault is a document too
        from cleveragents_skills.views.failure import failed_report

        failure = Failure("internal", f"{type(error).__name__}: {error}", INTERNAL)
        report = failed_report(command, failure)
        if session.format not in ONE_DOCUMENT:
            session.beside(report)
            raise
        if common.debug:
            sys.excepthook(type(error), error, error.__traceback__)
    return report


_COLORS = ("auto", "always", "never")


def _document_format(command: str, common: Common) -> str:
    """Give the format in which a wrong option is told: if it is one document, the one asked for."""
    wanted = "json" if common.json else common.format or "text"
    return wanted if wanted in ONE_DOCUMENT.intersection(FORMATS[command]) else "text"


def _format(command: str, common: Common) -> str:
    """Give the format: the option, or else `SKILLS_FORMAT` where the command has that one."""
    formats = FORMATS[command]
    if common.color not in _COLORS:
        raise usage(f"no such colour setting: `{common.color}`", f"one of {', '.join(_COLORS)}")
    wanted = common.format
    if common.json:
        if wanted not in (None, "json"):
            raise usage(f"`--json` and `--format {wanted}` contradict each other")
        return "json"
    if wanted is None:
        default = os.environ.get("SKILLS_FORMAT", "")
        return default if default in formats else formats[0]
    if wanted not in formats:
        raise usage(f"`{command}` has no format `{wanted}`", f"one of {', '.join(formats)}")
    return wanted
