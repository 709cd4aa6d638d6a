"""The formats: each a module with `render`, each knowing reports and never skills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from io import StringIO

from attrs import evolve

from cleveragents_skills.masking import mask_tokens
from cleveragents_skills.report import Output, Report
from cleveragents_skills.reporters.escape import no_command

Render = Callable[[Report, Output], None]

REPORTERS: Mapping[str, str] = {
    "text": "text",
    "json": "json",
    "names": "names",
    "markdown": "markdown",
    "concise": "concise",
    "github": "github",
    "sarif": "sarif",
    "gitlab": "gitlab",
    "junit": "junit",
    "diff": "diff",
    "dot": "dot",
    "mermaid": "mermaid",
}
"""Each format with its module, which is imported when the format is used.

Nobody can ask for `diff`: it is what `skills check --diff` answers in.
"""

ONE_DOCUMENT = frozenset(("json", "sarif", "gitlab", "junit"))
"""The formats in which standard output is exactly one document, on failure too."""

_CHUNK = 16 * 1024
"""How many characters are written at once.

Python that is told not to buffer takes no notice when a write ends early because the reader went
away; the next write does.
"""


def _nothing() -> None:
    """Do nothing."""


def render(report: Report, name: str, out: Output, before: Callable[[], None] = _nothing) -> None:
    """Write the report in the format called `name`; what has a token's shape is never shown.

    Making the text may take long; `before` is called when it is there.
    """
    if name == "text" and not report.findings and report.blocks is tuple:
        # One line needs no drawing, and Rich takes a while to load.
        name = "concise"
    module = import_module(f"{__name__}.{REPORTERS[name]}")
    buffer = StringIO()
    module.render(report, evolve(out, stream=buffer))
    text = mask_tokens(buffer.getvalue())
    if out.in_workflow:
        text = "\n".join(map(no_command, text.split("\n")))
    before()
    for start in range(0, len(text), _CHUNK):
        out.stream.write(text[start : start + _CHUNK])
