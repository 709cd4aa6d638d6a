"""MCP servers, asked: real processes and addresses, good ones and bad ones. None is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from command import PATIENCE, environment

from cleveragents_skills.learned import LearnedServer, LearnedTool, ServerAnswer, server_key
from cleveragents_skills.mcp import MissingSdkError, ask, variables
from cleveragents_skills.model import SkillMcpSource, Transport
from cleveragents_skills.sameness import digest_of

SERVERS = Path(__file__).parent / "servers"
LONG = float(PATIENCE)
SHORT = 5.0
"""Seconds for a server that will not answer in time anyway."""


@pytest.fixture
def pids(tmp_path: Path) -> Iterator[Path]:
    """Give the file in which servers write their ids; afterwards none of them may be there."""
    file = tmp_path / "pids"
    yield file
    text = file.read_text("utf-8") if file.exists() else ""
    left = [int(line) for line in text.split() if not is_gone(int(line))]
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    assert left == []


def is_gone(pid: int) -> bool:
    """Say whether a process has ended, or does within some seconds."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def stdio(script: str, *arguments: object, **env: str) -> SkillMcpSource:
    args = [str(SERVERS / f"{script}.py"), *map(str, arguments)]
    return SkillMcpSource(script, "stdio", command=sys.executable, args=args, env=env)


def web(name: str, transport: Transport, url: str, **headers: str) -> SkillMcpSource:
    return SkillMcpSource(name, transport, url=url, headers=headers)


def answer_of(
    server: SkillMcpSource, environ: Mapping[str, str] | None = None, *, limit: float = LONG
) -> ServerAnswer:
    (answer,) = ask([server], environ or {}, limit=limit)
    return evolve(answer, seconds=0.0)


def problem_of(
    server: SkillMcpSource, environ: Mapping[str, str] | None = None, *, limit: float = LONG
) -> str | None:
    answer = answer_of(server, environ, limit=limit)
    assert answer == ServerAnswer(server, problem=answer.problem)
    return answer.problem


def learned(server: SkillMcpSource, version: str, *tools: LearnedTool) -> LearnedServer:
    name, transport, launch = server_key(server)
    return LearnedServer(name, transport, launch, version, tools)


def tool(
    name: str,
    hints: Mapping[str, bool] | None = None,
    *,
    title: Sequence[str | None] = (None, None),
    description: Any = None,
    schemas: Sequence[Any] = ({"type": "object"}, None),
) -> LearnedTool:
    said = {"title": title[0], "annotations": {"title": title[1]}, "description": description}
    both = {"inputSchema": schemas[0], "outputSchema": schemas[1]}
    return LearnedTool(name, dict(hints or {}), digest_of(said), digest_of(both))


def test_the_variables_of_a_server_are_those_without_a_default_each_once() -> None:
    server = SkillMcpSource(
        "a",
        "stdio",
        command="${COMMAND}",
        args=["${B} and ${A}", "${C:-c}", "$D", "${B}"],
        env={"${KEY}": "x${E}", "F": "${F:-}"},
        headers={"Authorization": "Bearer ${G}"},
        url="https://${H}/${A}",
    )

    assert variables(server) == ("B", "A", "E", "G", "H")


def test_a_server_tells_its_tools_and_absent_hints_stay_absent(pids: Path) -> None:
    server = stdio("plain", pids)
    words = {"type": "object", "properties": {"words": {"type": "string"}}}
    hints = {
        "readOnlyHint": False,
        "destructiveHint": True,
        "idempotentHint": False,
        "openWorldHint": True,
    }

    answer = answer_of(server)

    assert answer == ServerAnswer(
        server,
        learned(
            server,
            "plain 1.2.3",
            tool("empty"),
            tool(
                "read",
                {"readOnlyHint": True, "openWorldHint": False},
                description="Reads words.",
                schemas=(words, None),
            ),
            tool("silent"),
            tool(
                "write",
                hints,
                title=("Write it", "Writer"),
                description="Writes words.",
                schemas=(words, {"type": "object"}),
            ),
        ),
    )
    assert answer.learned is not None
    texts = [each.text for each in answer.learned.tools]
    assert texts == ["", "Reads words.", "", "Writes words."]


def test_a_server_is_asked_for_nothing_but_its_tools(pids: Path, tmp_path: Path) -> None:
    heard = tmp_path / "heard"

    problem = problem_of(stdio("endless", pids, heard))

    assert problem == "its list of tools does not end: a page comes again"
    methods = ["initialize", "notifications/initialized", *["tools/list"] * 3]
    assert heard.read_text("utf-8").split() == methods


def test_all_pages_are_read(pids: Path) -> None:
    server = stdio("many", pids)
    tools = [tool(f"tool-{number:04}") for number in range(2000)]

    assert answer_of(server) == ServerAnswer(server, learned(server, "many 1", *tools))


def test_odd_tools_are_told_of_and_stay_where_they_have_a_name(pids: Path) -> None:
    server = stdio("odd_names", pids)
    names = ["", "\x1b[31mred", "a/b", "a\u202eb", "fine"]
    tools = [
        *map(tool, names),
        tool("null", {"openWorldHint": False}),
        tool("two words"),
        tool("unsure", {"readOnlyHint": True, "destructiveHint": True}, description=7),
    ]

    assert answer_of(server) == ServerAnswer(
        server,
        learned(server, "bare 0.1", *tools),
        odd=(
            "'two words' is no name that a catalog can hold",
            "'a/b' is no name that a catalog can hold",
            "'\\x1b[31mred' is no name that a catalog can hold",
            "'a\\u202eb' is no name that a catalog can hold",
            "'' is no name that a catalog can hold",
            "'fine' is listed twice: only what both say counts",
            "number 8 of its tools has no name, so it is left out",
            "'unsure' has a `idempotentHint` that is not true or false, so it says nothing",
            "'unsure' says of itself that it is read-only and destructive",
            "number 11 of its tools has no name, so it is left out",
        ),
    )


def test_a_server_without_tools_offers_none(pids: Path) -> None:
    server = stdio("without_tools", pids)

    assert answer_of(server) == ServerAnswer(server, learned(server, "bare 0.1"))


def test_a_server_that_only_knows_the_new_greeting_is_asked_so(pids: Path) -> None:
    server = stdio("greets", pids)

    assert answer_of(server) == ServerAnswer(server, learned(server, "", tool("one")))


def test_a_version_that_nobody_knows_is_a_problem(pids: Path) -> None:
    problem = problem_of(stdio("greets", pids, "unknown"))

    assert problem == "it speaks a version of MCP that is not known here"


def test_lines_that_are_no_messages_are_counted(pids: Path) -> None:
    server = stdio("rubbish", pids)

    assert answer_of(server) == ServerAnswer(
        server,
        learned(server, "bare 0.1", tool("one")),
        odd=("it printed 3 lines that are not JSON-RPC to its standard output",),
    )


def test_nothing_but_lines_that_are_no_messages_is_a_problem(pids: Path) -> None:
    problem = problem_of(stdio("rubbish", pids, "forever"), limit=SHORT)

    assert problem == "no answer within 5 s (waiting for the handshake); what it sends is not MCP"


@pytest.mark.parametrize("script", ["hangs", "ignores_term"])
def test_a_server_that_never_answers_is_given_up_and_stopped(pids: Path, script: str) -> None:
    problem = problem_of(stdio(script, pids), limit=SHORT)

    assert problem == "no answer within 5 s (waiting for the handshake)"
    assert len(pids.read_text("utf-8").split()) == (2 if script == "ignores_term" else 1)


def test_what_a_server_leaves_behind_is_ended(pids: Path) -> None:
    server = stdio("leaves_behind", pids)

    assert answer_of(server).learned == learned(server, "bare 0.1", tool("one"))


@pytest.mark.parametrize("script", ["exit 0", "exit 3", "kill -9 $$", "exec >&-; sleep 600"])
def test_a_server_that_ends_says_how(script: str) -> None:
    problems = {
        "exit 0": "it ended with exit code 0 before it answered",
        "exit 3": "it ended with exit code 3 before it answered",
        "kill -9 $$": "it was ended by the signal SIGKILL before it answered",
        "exec >&-; sleep 600": "it closed its standard output before it answered",
    }

    problem = problem_of(SkillMcpSource("sh", "stdio", command="sh", args=["-c", script]))

    assert problem == problems[script]


@pytest.mark.parametrize(
    ("arguments", "env", "said"),
    [
        ([], {"SECRET": "hunter2!"}, "*** "),
        ([], {"SECRET": "${PASSWORD}"}, "*** "),
        ([], {"SECRET": "${NONE:-hunter2!}"}, "*** "),
        (["${PASSWORD}"], {"SECRET": "no"}, "no ***"),
        (["--token", "hunter2!"], {"SECRET": "no"}, "no --token ***"),
        (["ghp_0123456789abcdefghij0123456789abcdef"], {"SECRET": "no"}, "no ***"),
        (["https://me:hunter2!@a.b/"], {"SECRET": "no"}, "no https://***@a.b/"),
    ],
)
def test_the_last_words_of_a_server_are_told_without_secrets(
    pids: Path, arguments: list[str], env: Mapping[str, str], said: str
) -> None:
    problem = problem_of(stdio("crashes", pids, *arguments, **env), {"PASSWORD": "hunter2!"})

    text = f"it ended with exit code 3 before it answered: nobody logs in with {said}"
    assert problem == text.rstrip()


def test_an_error_that_a_server_answers_is_told_without_secrets(pids: Path) -> None:
    problem = problem_of(stdio("refuses", pids, SECRET="${PASSWORD}"), {"PASSWORD": "hunter2!"})

    assert problem == "it answered the list of tools with an error: no tools for ***"


def test_a_variable_without_a_value_is_told_and_nothing_is_started(pids: Path) -> None:
    one = problem_of(stdio("plain", pids, "${A} ${B:-b}"), {"B": "x"})
    several = problem_of(stdio("plain", pids, "${A} ${B:-b} ${C}", D="${D}"), {"B": "x"})

    assert one == "the variable `A` is not set"
    assert several == "the variables `A`, `C` and `D` are not set"
    assert not pids.exists()


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("no-such-command", "no such file or directory"),
        ("/", "permission denied"),
        ("${HOME}/x", "no such file or directory; variables are not filled in there"),
        ("a\0b", "it or its settings hold a character that no command can have"),
    ],
)
def test_a_command_that_cannot_be_started_is_told(command: str, why: str) -> None:
    server = SkillMcpSource("a", "stdio", command=command)

    assert problem_of(server, {"HOME": "/root"}) == f"`{command}` cannot be started: {why}"


def test_answers_come_in_order_and_each_is_told_as_it_ends(pids: Path) -> None:
    servers = [stdio("hangs", pids), stdio("plain", pids), stdio("without_tools", pids, "${A}")]
    told: list[tuple[str, int]] = []

    answers = ask(
        servers,
        {},
        limit=8,
        done=lambda answer: told.append((answer.server.name, threading.get_ident())),
    )

    here = threading.get_ident()
    assert [answer.server for answer in answers] == servers
    assert told == [("without_tools", here), ("plain", here), ("hangs", here)]


def test_one_at_a_time_all_are_asked(pids: Path) -> None:
    servers = [stdio("without_tools", pids, N=str(number)) for number in range(3)]

    answers = ask(servers, {}, limit=LONG, at_once=1)

    assert [answer.learned for answer in answers] == [learned(s, "bare 0.1") for s in servers]
    assert ask([], {}, limit=LONG) == ()


def test_an_error_of_the_caller_ends_the_asking(pids: Path) -> None:
    def fail(_answer: ServerAnswer) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ask([stdio("hangs", pids), stdio("without_tools", pids)], {}, limit=LONG, done=fail)


def test_another_thread_may_ask(pids: Path) -> None:
    server = stdio("without_tools", pids)
    answers: list[ServerAnswer] = []
    thread = threading.Thread(target=lambda: answers.append(answer_of(server)))

    thread.start()
    thread.join(LONG)

    assert answers == [ServerAnswer(server, learned(server, "bare 0.1"))]


PROGRAM = """
import sys
from cleveragents_skills.mcp import ask
from cleveragents_skills.model import SkillMcpSource
script, *arguments = sys.argv[1:]
server = SkillMcpSource("a", "stdio", command=sys.executable, args=[script, *arguments])
try:
    print([answer.problem for answer in ask([server] * 2, {}, limit=600)])
except KeyboardInterrupt:
    print("interrupted")
"""


def run_asking(
    script: str, *arguments: object, then: Callable[[subprocess.Popen[str]], None]
) -> tuple[int, str, str]:
    """Ask a server twice, in a process of its own to which something is done meanwhile."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(SERVERS / f"{script}.py"), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    try:
        then(process)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    return process.returncode, out, err


ONCE = ([signal.SIGINT], [signal.SIGTERM])
SIGNALS = [
    *(("hangs", numbers) for numbers in ONCE),
    *(("ignores_term", numbers) for numbers in ONCE),
    # The others end before there could be a second one.
    ("ignores_term", [signal.SIGINT] * 2),
]


@pytest.mark.parametrize(("script", "numbers"), SIGNALS)
def test_a_signal_ends_the_asking_and_all_servers(
    pids: Path, script: str, numbers: Sequence[signal.Signals]
) -> None:
    wanted = 4 if script == "ignores_term" else 2

    def interrupt(process: subprocess.Popen[str]) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if pids.exists() and len(pids.read_text("utf-8").split()) == wanted:
                break
            time.sleep(0.05)
        for number in numbers:
            process.send_signal(number)
            time.sleep(0.2)

    done = run_asking(script, pids, then=interrupt)

    assert done == (0, "interrupted\n", "")
    assert len(pids.read_text("utf-8").split()) == wanted


def test_signals_are_as_before_after_the_asking() -> None:
    before = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]

    ask([], {}, limit=LONG)

    assert [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)] == before


def test_nothing_is_written_while_servers_are_asked(pids: Path) -> None:
    done = run_asking("rubbish", pids, then=lambda _process: None)

    assert done == (0, "[None, None]\n", "")


def test_the_sdk_is_imported_when_it_is_needed_and_may_be_missing() -> None:
    program = (
        "import sys\n"
        "from cleveragents_skills.mcp import MissingSdkError, ask\n"
        "print('mcp' in sys.modules)\n"
        "sys.modules['mcp'] = None\n"
        "try:\n    ask([], {}, limit=1)\n"
        "except MissingSdkError as error:\n    print(error)\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert issubclass(MissingSdkError, ImportError)
    assert done.stdout == (
        "False\n"
        "servers are asked with version 2 of the SDK of MCP, which is not installed:"
        " `pip install 'cleveragents-skills[mcp]'`\n"
    )


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Give the address of a server on this machine."""
    command = [sys.executable, str(SERVERS / "web.py"), "Bearer hunter2!"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process, process.stdout:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        process.terminate()


ARGUMENTS = {
    "properties": {"text": {"title": "Text", "type": "string"}},
    "required": ["text"],
    "title": "echoArguments",
    "type": "object",
}
OUTPUT = {
    "properties": {"result": {"title": "Result", "type": "string"}},
    "required": ["result"],
    "title": "echoOutput",
    "type": "object",
}
WAYS: list[tuple[Transport, str]] = [("streamable-http", "mcp"), ("sse", "sse")]


@pytest.mark.parametrize(("transport", "path"), WAYS)
def test_a_server_at_an_address_tells_its_tools(
    address: str, transport: Transport, path: str
) -> None:
    server = web("web", transport, f"{address}/{path}")

    answer = answer_of(server)

    echo = tool("echo", description="Says it again.", schemas=(ARGUMENTS, OUTPUT))
    assert answer == ServerAnswer(server, learned(server, "web 2.0", echo))


@pytest.mark.parametrize(("transport", "path"), WAYS)
def test_headers_are_sent_with_the_values_of_variables(
    address: str, transport: Transport, path: str
) -> None:
    url = f"{address}/guarded/{path}"
    server = web("web", transport, url, Authorization="Bearer ${PASSWORD}")

    assert problem_of(web("web", transport, url)) == "it answered with 401 Unauthorized"
    assert problem_of(server, {"PASSWORD": "wrong"}) == "it answered with 401 Unauthorized"
    assert answer_of(server, {"PASSWORD": "hunter2!"}).problem is None


@pytest.mark.parametrize("transport", ["streamable-http", "sse"])
@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("missing", "it answered with 404 Not Found"),
        ("broken", "it answered with 500 Internal Server Error"),
        ("page", "what answers there is not MCP: it is text/html"),
        (
            "away",
            "it redirects to another address (307 Temporary Redirect), which is not followed",
        ),
    ],
)
def test_an_address_where_no_server_is_says_what_answers(
    address: str, transport: Transport, path: str, problem: str
) -> None:
    assert problem_of(web("web", transport, f"{address}/{path}")) == problem


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("huge", "it sends more than 8 MiB in one answer"),
        ("packed", "it compresses its answer, which it was not asked to"),
    ],
)
def test_what_an_address_sends_is_bounded(address: str, path: str, problem: str) -> None:
    assert problem_of(web("web", "streamable-http", f"{address}/{path}")) == problem


@pytest.mark.parametrize("transport", ["streamable-http", "sse"])
def test_an_address_that_cannot_be_reached_says_why(address: str, transport: Transport) -> None:
    def problem(url: str, **headers: str) -> str | None:
        return problem_of(web("web", transport, url, **headers))

    assert problem("http://127.0.0.1:1/mcp") == "the connection was refused"
    assert problem("http://localhost.invalid/mcp") == "its host is not known"
    assert problem("ftp://127.0.0.1/mcp") == "its URL is not one of http or https"
    assert problem("http://[/mcp") == "its URL is not one"
    assert problem(f"{address}/mcp", A="\n") == "a header cannot be sent as it is"
    assert problem(f"{address}/mcp", A="\u20ac") == "a header cannot be sent as it is"
    secure = address.replace("http:", "https:")
    assert problem(f"{secure}/mcp") == "no safe connection: wrong version number"
