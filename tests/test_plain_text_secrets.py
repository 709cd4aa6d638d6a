"""Secrets in plain text: which are found, what is taken for none, and that none is ever shown."""

from __future__ import annotations

import json
import random
from pathlib import Path
from string import ascii_letters, digits

import pytest
from command import run
from hypothesis import given
from hypothesis import strategies as st
from writing import findings, load, write

from cleveragents_skills import Skill
from cleveragents_skills.masking import (
    looks_secret,
    mask_arguments,
    mask_tokens,
    mask_url,
    plain_secrets_in_url,
    secret_arguments,
)
from cleveragents_skills.rules import plain_text_secret
from cleveragents_skills.scope import Scope

BODY = "a1B2c3D4e5F6g7H8i9J0" * 3
TOKENS = {
    "GitHub": f"ghp_{BODY}",
    "GitHub, for an app": f"ghs_{BODY}",
    "GitHub, fine grained": f"github_pat_{BODY}",
    "GitLab": f"glpat-{BODY}",
    "Slack": "xoxb-1234567890-abcdefghij",
    "Slack, for an app": "xapp-1-A0123-4567-abcdef",
    "OpenAI": f"sk-{BODY}",
    "Anthropic": f"sk-ant-api03-{BODY}",
    "AWS": "AKIAABCDEFGHIJKLMNOP",
    "AWS, for a session": "ASIAABCDEFGHIJKLMNOP",
    "Google": f"AIza{BODY[:35]}",
    "Google, OAuth": f"ya29.{BODY}",
    "npm": f"npm_{BODY}",
    "PyPI": f"pypi-{BODY}",
    "Hugging Face": f"hf_{BODY}",
    "Stripe": f"sk_live_{BODY}",
    "Stripe, restricted": f"rk_test_{BODY}",
    "SendGrid": f"SG.{BODY}.{BODY}",
    "JSON Web Token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
}
PLACES = {
    "env": {"command": "run", "env": {"SETTING": "{}"}},
    "env, within": {"command": "run", "env": {"SETTING": "x={};y"}},
    "headers": {"url": "https://x.example/", "headers": {"X-Setting": "{}"}},
    "headers, behind a scheme": {"url": "https://x.example/", "headers": {"A": "Bearer {}"}},
    "args": {"command": "run", "args": ["{}"]},
    "args, behind a flag": {"command": "run", "args": ["--with", "{}"]},
    "args, in a flag": {"command": "run", "args": ["--with={}"]},
    "args, in a command line": {"command": "sh", "args": ["-c", "run --with {} now"]},
    "args, in a url": {"command": "run", "args": ["https://x.example/?with={}"]},
    "args, in a header": {"command": "run", "args": ["--header", "X-Setting: {}"]},
    "url, in the path": {"url": "https://x.example/{}/mcp"},
    "url, in the query": {"url": "https://x.example/?with={}"},
    "url, alone in the query": {"url": "https://x.example/?{}"},
    "url, as its user": {"url": "https://{}@x.example/"},
    "url, as its password": {"url": "https://me:{}@x.example/"},
    "url, behind it": {"url": "https://x.example/#{}"},
}


def filled(place: str, secret: str) -> dict[str, object]:
    """Give the data of a skill whose server holds the secret in some place."""
    server = json.loads(json.dumps(PLACES[place]).replace("{}", secret))
    return {"name": "local/a", "mcp_servers": [{"name": "s", "tools": [], **server}]}


def suspects(data: dict[str, object]) -> list[str]:
    """Give the codes of what the rule finds."""
    skill = Skill.from_config(data)
    return [each.code.id for each in plain_text_secret.check(Scope({skill.name: skill}))]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", TOKENS)
def test_a_token_is_found_wherever_it_stands(kind: str, place: str) -> None:
    expected = ["SK330"], True
    actual = suspects(filled(place, TOKENS[kind])), mask_tokens(TOKENS[kind]) == "***"
    assert expected == actual


def test_a_private_key_is_found() -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----"
    servers = [{"name": "s", "command": "run", "tools": [], "env": {"CERT": key}}]
    expected = ["SK330"]
    actual = suspects({"name": "local/a", "mcp_servers": servers})
    assert expected == actual


def randoms(length: int, alphabet: str, name: str) -> list[bool]:
    """Give of two hundred random texts whether they look like a secret; always the same."""
    chosen = random.Random(length)
    return [looks_secret("".join(chosen.choices(alphabet, k=length)), name) for _ in range(200)]


@pytest.mark.parametrize(
    ("length", "alphabet", "name"),
    [
        (24, ascii_letters + digits, ""),
        (32, ascii_letters + digits, ""),
        (43, ascii_letters + digits + "-_", ""),
        (40, ascii_letters + digits + "+/", "SETTING"),
        (40, ascii_letters + digits + "+/", "AWS_SECRET_ACCESS_KEY"),
        (32, "0123456789abcdef", "API_KEY"),
        (12, ascii_letters + digits, "DB_PASSWORD"),
        (16, ascii_letters + digits + "!#$%^&*()[]{};,.", "password"),
    ],
)
def test_most_of_what_is_random_is_found(length: int, alphabet: str, name: str) -> None:
    found = randoms(length, alphabet, name)
    assert sum(found) >= 0.75 * len(found)


SECRETS = [
    ("SETTING", "8f3kQ0zLw72PxVb9TyRm"),
    ("DB_PASSWORD", "hunter22"),
    ("API_KEY", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"),
    ("SECRET_ID", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"),
    ("Authorization", "Basic bWU6aHVudGVyMjI="),
    ("DATABASE_URL", "postgresql://me:hunter@db.example/app"),
    ("JDBC", "jdbc:postgresql://me:hunter@db.example/app"),
    ("CONNECTION", "Server=db;User=me;Password=hunter22;"),
    ("OPTIONS", "--region eu --api-key k3y-1234"),
    ("HEADERS", "X-Api-Key: k3y-12345"),
]


@pytest.mark.parametrize(("name", "value"), SECRETS)
def test_a_secret_that_its_name_gives_away_is_found(name: str, value: str) -> None:
    servers = [{"name": "s", "command": "run", "tools": [], "env": {name: value}}]
    expected = ["SK330"]
    actual = suspects({"name": "local/a", "mcp_servers": servers})
    assert expected == actual


HARMLESS = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/bin",
    "HOME": "/home/user1",
    "LANG": "en_US.UTF-8",
    "LC_TIME": "de_DE.UTF-8@euro",
    "TZ": "America/Argentina/Buenos_Aires",
    "NODE_OPTIONS": "--max-old-space-size=4096 --experimental-vm-modules",
    "JAVA_OPTS": "-Xmx2048m -XX:+UseG1GC -Dfile.encoding=UTF-8",
    "DATABASE_URL": "postgresql://${DB_USER}:${DB_PASS}@db.example.com:5432/App1",
    "REDIS_URL": "redis://redis-master.prod.svc.cluster.local:6379/0",
    "AWS_ROLE_ARN": "arn:aws:iam::123456789012:role/MyServiceRole",
    "BUCKET": "my-Company-Artifacts-2024-eu-west-1",
    "ACCOUNT": "my-service@my-project-123456.iam.gserviceaccount.com",
    "TENANT_ID": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "CLIENT_ID": "3F2504E0-4F89-41D3-9A0C-0305E82C3301",
    "COMMIT": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "IMAGE": "ghcr.io/org/Image@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c",
    "NODE_IMAGE": "node:20@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c",
    "INTEGRITY": "sha512-z5Q0qX9y2mPzZr3S1aVb7Uu8N4k6LwHc==",
    "DATE": "2024-01-15T10:30:00Z",
    "STAMP": "20240115T103000Z-Backup-Full-v2",
    "VERSION": "v1.2.3-beta.4+build.567",
    "MODEL": "claude-3-5-sonnet-20241022",
    "HF_MODEL": "Qwen/Qwen2.5-Coder-32B-Instruct-AWQ",
    "EMBEDDING": "sentence-transformers/all-MiniLM-L6-v2",
    "GREETING": "Hello World, this is Version 2 of the Service",
    "CONFIG": '{"mode":"fast","maxRetries":3,"Region":"us-east-1"}',
    "AGENT": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
    "POD": "my-Deployment-7d9f8b6c5d-x2v4q",
    "CLASS": "com.example.MyService2Impl$InnerClass",
    "FLAG": "enableExperimentalFeatureV2ForAllUsers",
    "CIPHERS": "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384:ECDHE-RSA-AES256-GCM-SHA384",
    "STORE": "/nix/store/9krlzvny65gdc8s7kpb6lkx8cd02c25b-Glibc-2.38/lib",
    "WINDOWS": "C:\\Users\\Me\\AppData\\Local\\Programs\\Tool1",
    "ADDRESS": "2001:0db8:85a3:0000:0000:8a2e:0370:7334",
    "PAGE": "https://www.notion.so/My-Page-1a2b3c4d5e6f7890abcdef1234567890",
    "BETA": "mcp-client-2025-04-04,Fine-grained-tool-streaming-2025-05-14",
    "PUBLIC_KEY": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1aB",
    "PUBLISHABLE_KEY": "pk_live_51H8abcABC1234567890",
    "TOKENIZER": "cl100k_base",
    "MAX_TOKENS": "4096",
    "TOKEN_FILE": "/run/secrets/api_token1",
    "TOKEN_URL": "https://login.example.com/common/oauth2/v2.0/token",
    "TOKEN_TYPE": "Bearer1x",
    "TOKEN_TTL": "3600s",
    "API_KEY_NAME": "my-service-key-1",
    "ACCESS_KEY_HEADER": "X-Api-Key-V1",
    "PASSWORD_POLICY": "min8chars1upper",
    "SECRETS_BACKEND": "aws-ssm-v2",
    "SECRET_NAME": "prod/MyApp/Database1",
    "SECRET_ARN": "arn:aws:secretsmanager:us-east-1:123456789012:secret:MySecret-a1b2c3",
    "CREDENTIAL_HELPER": "osxkeychain2",
    "API_KEY": "${API_KEY_1}",
    "A_API_KEY": "your-api-key-here1",
    "B_API_KEY": "<API_KEY_1>",
    "C_API_KEY": "changeme123",
    "D_API_KEY": "$API_KEY_1",
    "E_API_KEY": "%API_KEY_1%",
    "F_API_KEY": "{{ secrets.API_KEY1 }}",
    "G_API_KEY": "op://vault1/item/api_key",
    "H_API_KEY": "env:API_KEY_1",
    "I_API_KEY": "$(cat /run/secret1)",
    "J_API_KEY": "MY_API_KEY_1",
    "K_API_KEY": "test",
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_no_secret_is_not_taken_for_one(name: str) -> None:
    servers = [{"name": "s", "command": "run", "tools": [], "env": {name: HARMLESS[name]}}]
    expected: list[str] = []
    actual = suspects({"name": "local/a", "mcp_servers": servers})
    assert expected == actual


HARMLESS_ARGUMENTS = [
    ["-y", "@modelcontextprotocol/server-filesystem@2025.7.1", "/Users/me/Documents"],
    ["-y", "npm:server-filesystem@2025.7.1"],
    ["run", "--mount", "type=bind,src=/Users/Me/Data1,dst=/projects/Data1", "mcp/filesystem"],
    ["run", "-i", "mcp/filesystem@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c"],
    ["run", "node:20@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c"],
    ["-e", "GITHUB_TOKEN", "ghcr.io/github/github-mcp-server:v0.5.0"],
    ["-e", "GITHUB_PERSONAL_ACCESS_TOKEN=${GITHUB_TOKEN}"],
    ["--from", "git+https://github.com/org/Repo@9f86d081884c7d659a2feaa0c55ad015a3bf4f1b#egg=P1"],
    ["git+ssh://git@github.com/Org1/repo.git"],
    ["--config", '{"mode":"fast","Retries":3,"endpoint":"https://x.example/V1"}'],
    ["--header", "Authorization: Bearer ${TOKEN}"],
    ["--header", "X-Api-Version: 2024-10-01"],
    ["--header", "Content-Type: application/vnd.api+json; version=1"],
    ["-c", "cd /opt/App1 && ./run.sh --port 8080 --Mode=Fast"],
    ["--max-tokens", "4096"],
    ["--tokenizer", "cl100k_base1"],
    ["--key-file", "/etc/keys/Key1.pem"],
    ["--api-key-env", "MY_API_KEY_1"],
    ["--secret-name", "prod-db-secret1"],
    ["--name", "My-Long-Container-Name-2024-Prod"],
    ["--label=com.example.Owner=TeamA1-Platform-Services"],
    ["--id", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"],
    ["--allowedTools", "mcp__GitHub__createIssue2,Read"],
    ["Tool-1.2.3-py3-none-manylinux_2_17_x86_64.whl"],
    ["tests/test_x.py::TestClass::test_Method_With_Long_Name2"],
    ["--ref=refs/heads/Feature/ABC-1234-Add-New-Thing"],
    ["--since=2024-01-01T00:00:00+02:00", "--locale=pt_BR.UTF-8", "--tz=Europe/Berlin"],
]


@pytest.mark.parametrize("arguments", HARMLESS_ARGUMENTS, ids=" ".join)
def test_arguments_that_hold_no_secret_are_not_taken_for_any(arguments: list[str]) -> None:
    expected: list[tuple[int, str]] = []
    actual = list(secret_arguments(arguments))
    assert expected == actual


SECRET_ARGUMENTS = [
    (["--api-key", "k3y-1234"], [(1, "api-key")]),
    (["--api-key=k3y-1234"], [(0, "api-key")]),
    (["--env", "API_KEY=k3y-1234"], [(1, "API_KEY")]),
    (["--env=API_KEY=k3y-1234"], [(0, "env")]),
    (["-H", "X-Api-Key: k3y-1234"], [(1, "H")]),
    (["-c", "run --api-key k3y-1234"], [(1, "c")]),
    (["-c", "API_KEY=k3y-1234 run"], [(1, "API_KEY")]),
    (["--url", "https://me:hunter@x.example/"], [(1, "url")]),
    (["8f3kQ0zLw72PxVb9TyRm"], [(0, "")]),
    (["8f3kQ0zLw72PxVb9TyRm=="], [(0, "")]),
    (["-8f3kQ0zLw72PxVb9TyRm", "x"], [(0, "")]),
]


@pytest.mark.parametrize(("arguments", "found"), SECRET_ARGUMENTS)
def test_arguments_that_hold_a_secret_are_told_by_their_flag(
    arguments: list[str], found: list[tuple[int, str]]
) -> None:
    expected = found
    actual = list(secret_arguments(arguments))
    assert expected == actual


URLS = {
    "https://mcp.example.com/v1/sse": (),
    "https://x.example/mcp?version=2024-10-01&mode=Fast1": (),
    "https://x.example/mcp?profile=3f2504e0-4f89-41d3-9a0c-0305e82c3301": (),
    "https://${USER}:${PASS}@x.example/?token=${TOKEN}": (),
    "https://server.example.ai/@Owner1/Server-Name/mcp": (),
    "http://[::1]:8080/": (),
    "https://user@x.example/": (),
    "${BASE_URL}/mcp": (),
    "https://me:hunter@x.example/": ("password",),
    "https://me:${A}hunter@x.example/": ("password",),
    "https://x.example/?api_key=k3y-1234": ("api_key",),
    "https://x.example/?a=b&token=k3y-1234&c=d": ("token",),
    "https://x.example/?8f3kQ0zLw72PxVb9TyRm": ("query",),
    "https://x.example/?8f3kQ0zLw72PxVb9TyRm=1": ("query",),
}


@pytest.mark.parametrize("url", URLS)
def test_what_is_a_secret_in_a_url_is_told_by_its_name(url: str) -> None:
    expected = URLS[url]
    actual = plain_secrets_in_url(url)
    assert expected == actual


# What is found is never shown.

PIECES = st.sampled_from(
    [
        *["--token", "--api-key", "-H", "-e", "-c", "--", "--url", "=", " ", ":", ": ", "@", "/"],
        *["//", "https://", "?", "&", "#", "API_KEY", "X-Api-Key", "Bearer ", "${TOKEN}", "plain"],
        *["hunter22", "8f3kQ0zLw72PxVb9TyRm", "k3y-1234", "'", '"', ",", "run ", "me", *BODY[:3]],
        *list(TOKENS.values())[:3],
    ]
)
ARGUMENTS = st.lists(st.lists(PIECES, min_size=1, max_size=5).map("".join), max_size=4)


@given(ARGUMENTS)
def test_an_argument_that_is_told_is_masked(arguments: list[str]) -> None:
    masked = mask_arguments(arguments)
    told = [index for index, _ in secret_arguments(arguments)]
    expected: list[str] = []
    actual = [arguments[i] for i in told if mask_tokens(masked[i]) == arguments[i]]
    assert expected == actual


@given(ARGUMENTS)
def test_the_name_by_which_an_argument_is_told_is_no_secret(arguments: list[str]) -> None:
    expected: list[str] = []
    actual = [name for _, name in secret_arguments(arguments) if looks_secret(name)]
    assert expected == actual


@given(st.lists(PIECES, max_size=8).map("".join))
def test_a_url_that_is_told_is_masked_and_its_names_are_no_secrets(url: str) -> None:
    told = plain_secrets_in_url(url)
    expected: tuple[bool, list[str]] = (bool(told), [])
    actual = (
        bool(told) and mask_tokens(mask_url(url)) != url,
        [name for name in told if looks_secret(name)],
    )
    assert expected == actual


HUSH = "hush8f3kQ0zLw72PxVb9TyRm"
SERVERS = f"""
    name: local/a
    mcp_servers:
      - name: one
        command: run
        tools: []
        env: {{API_KEY: {HUSH}1, OTHER: "x {HUSH}2"}}  # before: {HUSH}3
        args:
          - --api-key
          - {HUSH}4
          - --api-key={HUSH}5
          - {HUSH}6
          - {HUSH}7=
          - -c
          - run --key {HUSH}8 API_KEY={HUSH}9
          - -H
          - "X-Api-Key: {HUSH}0"
      - name: two
        url: https://me:{HUSH}1@x.example/?token={HUSH}2&{HUSH}3&{HUSH}4=1
        tools: []
        headers:
          Authorization: Bearer {HUSH}5
"""


@pytest.mark.parametrize(
    "arguments",
    [
        *([["--format", each] for each in ("text", "json", "concise", "markdown", "names")]),
        *([["--format", each] for each in ("github", "sarif", "gitlab", "junit")]),
        *[["--statistics"], ["-v"], ["--debug"], ["-q"], ["--select", "SK330", "--strict"]],
    ],
    ids=" ".join,
)
def test_no_answer_shows_a_secret_that_is_told(tmp_path: Path, arguments: list[str]) -> None:
    write(tmp_path / "catalogs", {"a.yaml": SERVERS})
    done = run("check", *arguments, "--color", "always", cwd=tmp_path)
    expected = False, 0
    actual = done.out == "", (done.out + done.err).count("hush")
    assert expected == actual


def test_neither_a_baseline_nor_a_file_of_another_format_holds_a_secret(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"a.yaml": SERVERS})
    run("check", "--baseline", "b.json", "--write-baseline", cwd=tmp_path)
    formats = ["sarif", "gitlab", "junit", "json", "markdown", "text"]
    outputs = [each for name in formats for each in ("--output", f"{name}:out.{name}")]
    run("check", *outputs, cwd=tmp_path)
    files = [tmp_path / "b.json", *(tmp_path / f"out.{name}" for name in formats)]
    texts = [file.read_text() for file in files]
    expected = [0] * len(files), True
    actual = [text.count("hush") for text in texts], all("SK330" in text for text in texts)
    assert expected == actual


@pytest.mark.parametrize("command", ["show", "resolve"])
@pytest.mark.parametrize("format_", ["text", "json"])
def test_a_secret_that_is_told_is_not_shown_with_its_skill_either(
    tmp_path: Path, command: str, format_: str
) -> None:
    write(tmp_path / "catalogs", {"a.yaml": SERVERS})
    done = run(command, "local/a", "--format", format_, cwd=tmp_path)
    expected = 0, 0
    actual = done.code, (done.out + done.err).count("hush")
    assert expected == actual


EXCERPTS = {
    "a comment behind env": "env:  # was hush\n      A: 1\n",
    "a comment behind a value": "env:\n      A: 1  # was hush\n",
    "a comment behind a list of arguments": "args: [--token, hush, 1]  # was hush\n",
    "a variable with its value as key": "env:\n      ? API_KEY=hush\n      : 1\n",
    "a header as key": 'headers: {"X-Key: hush": 1}\n',
}


@pytest.mark.parametrize("case", EXCERPTS)
def test_no_excerpt_shows_a_secret_beside_a_value(tmp_path: Path, case: str) -> None:
    text = f"name: local/a\nmcp_servers:\n  - name: s\n    command: run\n    {EXCERPTS[case]}"
    catalog = load(tmp_path, {"a.yaml": text})
    shown = [catalog.excerpt(each.location) for each in catalog.diagnostics if each.location]
    expected = True, 0
    actual = bool(shown), sum(each.text.count("hush") for each in shown if each)
    assert expected == actual


def test_what_looks_like_a_place_in_a_message_is_shown_as_it_is_written(tmp_path: Path) -> None:
    text = "name: local/a\n'{path}': 1\ntools:\n  - {name: 'x {path}'}\ndescription: 5\n"
    expected = [
        "a.yaml:2:1 SK104 unknown field `{path}` in the skill",
        "a.yaml:5:14 SK106 `description`: expected text, found a number",
    ]
    actual = findings(load(tmp_path, {"a.yaml": text}))
    assert expected == [each for each in actual if "SK107" not in each]
