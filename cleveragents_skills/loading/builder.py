"""Parser events to plain data, with the place of every node.

One loop over the events and a stack of its own, so nesting costs no recursion and the limits stop
the parser at once. What is wrong but can be built around is noted, and the value in question is
`INVALID`; a syntax error or a limit ends the file, keeping the documents before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from cleveragents_skills.diagnostics import Code
from cleveragents_skills.loading import codes, parser
from cleveragents_skills.loading.aliases import Anchored, Kind, Step, Trace
from cleveragents_skills.loading.document import INVALID, BuiltFile, Document, Node, Sensitive
from cleveragents_skills.loading.frame import Frame
from cleveragents_skills.loading.problems import (
    SURROGATE,
    Place,
    Problem,
    Stop,
    bad_escape,
    check_characters,
    syntax_problem,
)
from cleveragents_skills.loading.scalars import (
    CORE,
    MERGE,
    ONLY_CORE,
    ScalarProblem,
    plain_value,
    shown_tag,
    tagged_value,
)

MAX_DEPTH = 64
MAX_NODES = 100_000


def build(text: str, new_events: Callable[[str], parser.NextEvent] | None = None) -> BuiltFile:
    """Give the documents of `text`. Never raises for what the text contains.

    `new_events` is the parser to use; by default the quick one, and where that one finds fault the
    other, which knows YAML 1.2 better, has the last word. Linear in the text, and bounded by 64
    levels and 100,000 nodes after aliases are expanded.
    """
    built = BuiltFile()
    try:
        check_characters(text)
        stand_ins = parser.stand_ins(text)
        builder = _Builder(built, {ord(char): chr(code) for code, char in stand_ins.items()})
        source = text.translate(stand_ins) if stand_ins else text
        builder.run((new_events or parser.new_events)(source))
    except Stop as stop:
        built.fatal = stop.problem
    except YAMLError as error:
        if new_events is None and parser.has_second_opinion(text):
            return build(text, parser.pure_events)
        built.fatal = syntax_problem(parser.problem_of(error), text)
    except (ValueError, OverflowError):
        # ruamel's own parser makes characters of escapes without asking whether there are such.
        built.fatal = bad_escape(text)
        if built.fatal is None:
            raise
    return built


def _place(event: parser.Event) -> Place:
    start, end = event.start_mark, event.end_mark
    return (start.line, start.column, end.line, end.column)


class _Builder:
    """The state of one run over the events of a file."""

    def __init__(self, built: BuiltFile, restore: dict[int, str]) -> None:
        self.built = built
        self.restore = restore
        self.count = 0
        self.begin()

    def begin(self) -> None:
        """Start a document."""
        self.stack: list[Frame] = []
        self.anchors: dict[str, Anchored | None] = {}
        self.trace = Trace()
        self.problems: list[Problem] = []
        self.root: tuple[Any, Node] | None = None

    def run(self, next_event: parser.NextEvent) -> None:
        while True:
            event = next_event()
            kind = type(event)
            if kind is ScalarEvent:
                self.scalar(event)
            elif kind is MappingStartEvent:
                self.start(event, {}, {})
            elif kind is SequenceStartEvent:
                self.start(event, [], [])
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self.end(event)
            elif kind is AliasEvent:
                self.alias(event)
            elif kind is DocumentStartEvent:
                self.begin()
            elif kind is DocumentEndEvent:
                self.finish(event)
            elif kind is StreamEndEvent:
                return

    def finish(self, event: parser.Event) -> None:
        """Keep the document that ends here."""
        if self.root is not None:
            document = Document(self.root[0], self.root[1], tuple(self.problems))
            self.built.documents.append(document)
        self.built.resume = event.end_mark.line

    def note(self, code: Code, message: str, place: Place, hint: str | None = None) -> None:
        self.problems.append(Problem(code, message, place, hint))

    def add_nodes(self, number: int, place: Place, *, expanded: bool = False) -> None:
        self.count += number
        if self.count > MAX_NODES:
            message = f"more than {MAX_NODES:,} nodes"
            hint = "split the file"
            if expanded:
                message, hint = message + " once aliases are expanded", "use fewer aliases"
            raise Stop(Problem(codes.TOO_MANY_NODES, message, place, hint))

    def scalar(self, event: parser.Event) -> None:
        start, end = event.start_mark, event.end_mark
        place = (start.line, start.column, end.line, end.column)
        value = event.value
        if self.restore:
            value = value.translate(self.restore)
        if event.style == '"' and not value.isascii() and SURROGATE.search(value):
            self.note(codes.SYNTAX_ERROR, "an escape that stands for no character", place)
            value = INVALID
        try:
            if event.tag is not None and value is not INVALID:
                value = tagged_value(event.tag, value)
            elif event.implicit[0] and value is not INVALID:
                value = plain_value(value)
        except ScalarProblem as problem:
            self.note(problem.code, problem.message, place)
            value = INVALID
        self.add_nodes(1, place)
        secret = self.stack[-1].secret_of_next(event.value) if self.stack else None
        if secret and event.value:
            group = id(self.stack[-1])
            self.built.sensitive.append(Sensitive(secret, group, event.value, place))
        node = (place, None)
        if self.trace.open or event.anchor is not None:
            step = self.trace.keep(Step(Kind.SCALAR, value, event.value, place), event.anchor)
            if event.anchor is not None:
                self.anchors[event.anchor] = Anchored(value, node, 1, 0, step, step + 1)
        self.add(value, node)

    def start(self, event: parser.Event, value: Any, below: Any) -> None:
        place = _place(event)
        if len(self.stack) >= MAX_DEPTH:
            message = f"nested more than {MAX_DEPTH} levels deep"
            raise Stop(Problem(codes.TOO_DEEP, message, place, "flatten it"))
        self.add_nodes(1, place)
        kind = "map" if isinstance(value, dict) else "seq"
        secret = self.stack[-1].secret_of_next() if self.stack else None
        under, server = self.stack[-1].below_of(value) if self.stack else (None, False)
        frame = Frame(value, below, place, event.anchor, self.count, secret, under, server)
        if event.tag is not None and event.tag not in ("!", CORE + kind):
            message = f"the tag `{shown_tag(event.tag)}` is not supported"
            self.note(codes.UNSUPPORTED_TAG, f"{message}: {ONLY_CORE}", place)
            frame.invalid = True
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        frame.step = self.trace.keep(
            Step(Kind.MAPPING if kind == "map" else Kind.LIST), event.anchor
        )
        self.trace.open += event.anchor is not None
        self.stack.append(frame)

    def end(self, event: parser.Event) -> None:
        frame = self.stack.pop()
        frame.merge(self.problems)
        mark = event.end_mark
        node = ((frame.start[0], frame.start[1], mark.line, mark.column), frame.below)
        value = INVALID if frame.invalid else frame.value
        end = self.trace.keep(Step(Kind.END)) + 1
        if frame.anchor is not None:
            self.trace.open -= 1
            size = self.count - frame.count + 1
            named = Anchored(value, node, size, frame.height, frame.step, end)
            self.anchors[frame.anchor] = named
        if self.stack:
            above = self.stack[-1]
            above.height = max(above.height, frame.height + 1)
        self.add(value, node)

    def alias(self, event: parser.Event) -> None:
        place = _place(event)
        found = self.anchors.get(event.anchor)
        if found is None:
            what = "names no anchor before it in this document"
            if event.anchor in self.anchors:
                what = "stands inside what it names"
            hint = "text that begins with `*` needs quotes"
            secret = self.stack and self.stack[-1].secret_of_next()
            name = "an alias" if secret else f"the alias `*{event.anchor}`"
            self.note(codes.UNDEFINED_ALIAS, f"{name} {what}", place, hint)
            self.add_nodes(1, place)
            self.trace.keep(Step(Kind.SCALAR))
            self.add(INVALID, (place, None))
            return
        self.add_nodes(found.size, place, expanded=True)
        if len(self.stack) + found.height > MAX_DEPTH:
            message = f"nested more than {MAX_DEPTH} levels deep, aliases expanded"
            raise Stop(Problem(codes.TOO_DEEP, message, place, "flatten it"))
        if self.stack:
            self.stack[-1].height = max(self.stack[-1].height, found.height + 1)
        above = self.stack[-1] if self.stack else None
        self.built.sensitive.extend(self.trace.expand(found, above))
        self.add(found.value, found.node, place)

    def add(self, value: Any, node: Node, written: Place | None = None) -> None:
        """Put a finished value where it belongs; `written` is where an alias stands for it."""
        if not self.stack:
            self.root = (None if value is MERGE else value, node)
            return
        self.stack[-1].add(value, node, written or node[0], self.problems)
