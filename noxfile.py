"""What is run on the project; `nox -l` lists it, and arguments after `--` go to the tool."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import nox

nox.needs_version = ">=2025.5"
nox.options.reuse_venv = "yes"

PROJECT = nox.project.load_toml("pyproject.toml")
REPORTS = Path("build", "reports")


def install(session: nox.Session, *groups: str) -> None:
    """Install the project and these groups of what it takes to develop it."""
    session.install("-e", ".", *nox.project.dependency_groups(PROJECT, *groups))


@nox.session
def lint(session: nox.Session) -> None:
    """Ruff, its formatter, and the rows of the architecture."""
    install(session, "lint")
    session.run("ruff", "check", *(session.posargs or ["."]))
    session.run("ruff", "format", "--check", *(session.posargs or ["."]))
    session.run("lint-imports")


@nox.session
def typecheck(session: nox.Session) -> None:
    """mypy, strict, over everything."""
    install(session, "types")
    session.run("mypy", *session.posargs)


@nox.session
def tests(session: nox.Session) -> None:
    """pytest, on all cores and with branch coverage; with arguments just what they say."""
    install(session, "tests")
    session.run("pytest", *(session.posargs or ["-n", "auto", "--cov", "--cov-report=term"]))


@nox.session
def unit_tests(session: nox.Session) -> None:
    """Behave: the public API in the words of a catalog author."""
    install(session, "behave")
    session.run("behave", *(session.posargs or ["features"]))


@nox.session
def integration_tests(session: nox.Session) -> None:
    """Robot Framework: the installed program."""
    install(session, "robot")
    session.run("robot", "--outputdir", str(REPORTS / "robot"), *(session.posargs or ["robot"]))


@nox.session(default=False)
def fuzz(session: nox.Session) -> None:
    """Random catalogs, files and arguments, new ones each time; FUZZ_EXAMPLES says how many."""
    install(session, "tests")
    fuzzing = ("-o", "python_files=fuzz_*.py", "--hypothesis-profile=fuzz")
    session.run("pytest", *fuzzing, *(session.posargs or ["tests/fuzz", "-n", "auto"]))


@nox.session(default=False)
def benchmark(session: nox.Session) -> None:
    """How the cost grows, what it is beside a bare loop, and ASV at its quickest."""
    install(session, "benchmark")
    session.run("python", "benchmarks/growth.py", *(session.posargs or ["--quick"]))
    session.run("python", "benchmarks/compare.py", "--files", "300", "--rounds", "3")
    session.run("python", "benchmarks/compare.py", "--diff", "--files", "300", "--rounds", "3")
    # ASV keeps what it knows of the machine in the home folder, and asks unless told.
    session.run("asv", "machine", "--yes", "--config", "benchmarks/asv.conf.json", silent=True)
    session.run(
        "asv", "run", "--config", "benchmarks/asv.conf.json", "--python=same", "--quick",
        "--show-stderr",
    )  # fmt: skip


@nox.session(default=False)
def external(session: nox.Session) -> None:
    """Build the package as it is published, install and run that; others read what it writes."""
    dist = Path(session.create_tmp()).resolve()
    session.install("build")
    session.run("python", "-m", "build", "--outdir", str(dist), ".")
    (wheel,) = dist.glob("*.whl")
    session.install("--force-reinstall", f"{wheel}[mcp]")
    catalog, examples = (str(Path(each).resolve()) for each in ("catalogs", "tests/examples"))
    with session.chdir(dist):
        module = ("python", "-m", "cleveragents_skills")
        for program in (("skills",), ("cleveragents-skills",), module):
            session.run(*program, "--version")
            session.run(*program, "check", catalog, *session.posargs)
        validate_sarif(session, examples)
        validate_exports(session, catalog)
    run_hook(session, dist)
    ask_real_servers(session, dist)


def run_hook(session: nox.Session, folder: Path) -> None:
    """Run the hook through pre-commit itself: red on a cycle, green after the mend."""
    session.install("pre-commit")
    project, repository = folder / "project", folder / "repository"
    for each in (project, repository):
        shutil.rmtree(each, ignore_errors=True)
    skipped = shutil.ignore_patterns(".*", "build", "tests", "__pycache__")
    shutil.copytree(Path.cwd(), project, ignore=skipped)
    shutil.copy(".pre-commit-hooks.yaml", project)
    cycle = {
        "x": "name: local/x\nincludes: [local/y]\n",
        "y": "name: local/y\nincludes: [local/x]\n",
    }
    (repository / "catalogs").mkdir(parents=True)
    for name, text in cycle.items():
        (repository / "catalogs" / f"{name}.yaml").write_text(text, "utf-8")
    for each in (project, repository):
        commit = ("-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "-qm", "all")
        for arguments in (("init", "-q"), ("add", "."), commit):
            session.run("git", "-C", str(each), *arguments, external=True)
    with session.chdir(repository):
        hook = ("pre-commit", "try-repo", str(project), "skills-check", "--all-files")
        said = session.run(*hook, silent=True, success_codes=[1])
        if "Cycle detected in skill includes: local/x -> local/y -> local/x" not in str(said):
            session.error(said)
        Path("catalogs", "y.yaml").write_text("name: local/y\n", "utf-8")
        session.run(*hook)


def ask_real_servers(session: nox.Session, folder: Path) -> None:
    """Ask servers that others publish, some of which need Node.js, and compare with what we know.

    Those in Python have an environment of their own: they may need another version of the SDK.
    """
    programs, empty = folder / "servers", folder / "empty"
    shutil.rmtree(programs, ignore_errors=True)
    empty.mkdir(exist_ok=True)
    session.run("python", "-m", "venv", str(programs))
    names = ("mcp-server-fetch", "mcp-server-git", "mcp-server-time")
    pinned = [f"{name}==2026.10.19" for name in names]
    scripts = programs / ("Scripts" if sys.platform == "win32" else "bin")
    session.run(str(scripts / "python"), "-m", "pip", "install", "-q", *pinned, external=True)
    session.run("python", "tests/servers/ask_real.py", str(scripts), str(empty))


def validate_exports(session: nox.Session, catalog: str) -> None:
    """Fail if a linter of Claude Code files, which needs Node.js, finds an error in an export."""
    project = Path("exports")
    shutil.rmtree(project, ignore_errors=True)
    (project / ".claude" / "agents").mkdir(parents=True)
    files = {
        "claude-settings": ".claude/settings.json",
        "claude-agent": ".claude/agents/on-call.md",
        "mcp-json": ".mcp.json",
    }
    for target, file in files.items():
        asked = ("export", "on-call", "--to", target, "-q", "--catalog", catalog)
        (project / file).write_text(str(session.run("skills", *asked, silent=True)), "utf-8")
    with session.chdir(project):
        linter = ("npx", "--yes", "claude-code-lint@0.5.0", "check-all")
        said = session.run(*linter, external=True, silent=True)
    if "Checked 3 files" not in str(said):
        session.error(said)


def validate_sarif(session: nox.Session, catalog: str) -> None:
    """Fail if Microsoft's validator, which needs Node.js, finds an error in our SARIF.

    It ends with 0 whatever it finds, and its warnings are about what we leave out by choice.
    """
    found = ("--format", "names", "--output", "sarif:found.sarif")
    session.run("skills", "check", catalog, *found, silent=True, success_codes=[1])
    session.run("skills", "check", "gone", "--output", "sarif:failed.sarif", success_codes=[2])
    validator = ("npx", "--yes", "@microsoft/sarif-multitool@5.7.0", "validate")
    files = ("found.sarif", "failed.sarif")
    said = session.run(*validator, *files, "--level", "Error", external=True, silent=True)
    if "2 files scanned" not in str(said) or ": error " in str(said):
        session.error(said)
