"""How a finding looks in text: severity, code, message, the line with a caret, the hint."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.console import Console  # noqa: TC002 (one way to import a library)
from rich.text import Text

from cleveragents_skills.diagnostics import Diagnostic, Excerpt, IncludeCycle, Location, is_error
from cleveragents_skills.report import Output
from cleveragents_skills.reporters.escape import spot, visible
from cleveragents_skills.reporters.excerpts import draw_excerpt
from cleveragents_skills.reporters.lines import ENDLESS, parts_of, print_line, print_words

_MOST_MEMBERS = 20
_MOST_STEPS = 40
_LINES = {True: ("╭─>", "│  ", "╰──"), False: (",->", "|  ", "'--")}

GetExcerpt = Callable[[Location], Excerpt | None]


def draw_finding(console: Console, finding: Diagnostic, excerpt: GetExcerpt, out: Output) -> None:
    """Draw one finding."""
    style = "bold red" if is_error(finding) else "bold yellow"
    head = Text.assemble((f"{finding.severity}[{finding.code.id}]", style), ": ")
    if finding.cycle:
        head.append(finding.code.name.replace("-", " "), "bold")
        print_line(console, head)
        print_words(console, Text(visible(finding.message)), out)
        _draw_cycle(console, finding, finding.cycle, out)
    else:
        head.append(visible(finding.message), "bold")
        print_words(console, head, out)
        _draw_places(console, finding, excerpt, out)
    if finding.hint:
        print_words(
            console, Text.assemble(("help", "bold cyan"), f": {visible(finding.hint)}"), out
        )


def _draw_cycle(console: Console, finding: Diagnostic, cycle: IncludeCycle, out: Output) -> None:
    """Draw the circle as a person sees it: one step a line, the last one leading back."""
    first, middle, last = _LINES[out.unicode]
    steps = finding.related
    names = max(map(cell_len, cycle.path), default=0)
    left_out = len(steps) - _MOST_STEPS
    for index, (name, step) in enumerate(zip(cycle.path, steps, strict=False)):
        if left_out > 0 and _MOST_STEPS // 2 <= index < len(steps) - _MOST_STEPS // 2:
            if index == _MOST_STEPS // 2:
                print_line(console, Text(f"  {middle} ({left_out:,} more steps)", "dim"))
            continue
        ends = index == len(steps) - 1
        mark = first if index == 0 else last if ends else middle
        if len(steps) == 1:
            mark = first
        target = cycle.path[index + 1]
        line = Text.assemble(
            "  ", (mark, "red"), " ", (name, "bold"), " " * (names - cell_len(name)),
            "  includes ", (target, "bold"), " " * (names - cell_len(target)),
        )  # fmt: skip
        place = Text("  ") + Text(spot(step.location), "dim")
        if ends:
            place.append("  <- closes it", "red")
        if out.width is None or line.cell_len + place.cell_len <= out.width:
            print_line(console, line + place)
            continue
        line.rstrip()
        print_line(console, line)
        print_line(
            console, Text.assemble("  ", (" " if ends else middle[0], "red"), "    ") + place
        )
    others = [name for name in cycle.members if name not in cycle.path]
    if others:
        shown = ", ".join(others[:_MOST_MEMBERS])
        more = f" and {len(others) - _MOST_MEMBERS:,} more" if len(others) > _MOST_MEMBERS else ""
        plural = "1 more skill is" if len(others) == 1 else f"{len(others):,} more skills are"
        print_words(console, Text(f"  {plural} in this knot: {shown}{more}"), out)


def _draw_places(console: Console, finding: Diagnostic, excerpt: GetExcerpt, out: Output) -> None:
    """Draw where it is, with the line, and the related places below."""
    if finding.location is None:
        return
    shown = excerpt(finding.location)
    related = [(each, each.location and excerpt(each.location)) for each in finding.related]
    numbers = [each.line for each in (shown, *(line for _, line in related)) if each]
    margin = len(str(max(numbers, default=0)))
    print_line(console, Text.assemble(" " * margin, ("--> ", "blue"), spot(finding.location)))
    if shown:
        draw_excerpt(console, shown, margin, out, mark="^")
    for each, line in related:
        if each.location is None:
            continue
        if each.location.file != finding.location.file or line is None:
            place = f"{spot(each.location)}: {visible(each.message)}"
            lead = Text.assemble(" " * margin, ("::: ", "blue"))
            for part in parts_of(Text(" " * len(lead) + place), out.width or ENDLESS):
                print_line(console, lead + part[len(lead) :])
                lead = Text(" " * len(lead))
        if line:
            same = each.location.file == finding.location.file
            label = each.message if same else ""
            draw_excerpt(console, line, margin, out, mark="-", label=label)
