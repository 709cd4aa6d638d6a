"""What is shown of secrets: nothing; and of what is none: all."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cleveragents_skills.masking import (
    mask_arguments,
    mask_tokens,
    mask_url,
    mask_value,
    masked,
)
from cleveragents_skills.masking.parts import _TOKENS


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("hunter2", "***"),
        ("${TOKEN}", "${TOKEN}"),
        ("Bearer ${TOKEN}", "Bearer ${TOKEN}"),
        ("Bearer abc.def", "Bearer ***"),
        ("bearer abc", "bearer ***"),
        ("pre${A}mid ${B}", "***${A}*** ${B}"),
        ("Bearerabc", "***"),
        ("two words", "***"),
        ("", ""),
        ("line\nbreak", "***"),
    ],
)
def test_a_value_shows_variables_and_its_scheme_only(value: str, shown: str) -> None:
    assert mask_value(value) == shown


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://example.com/mcp", "https://example.com/mcp"),
        ("https://user:pw@example.com/mcp", "https://***@example.com/mcp"),
        ("https://${USER}@example.com/", "https://${USER}@example.com/"),
        ("https://example.com/mcp?key=abc&on=${ON}", "https://example.com/mcp?key=***&on=${ON}"),
        ("https://example.com/?abc#part", "https://example.com/?***#part"),
        ("${BASE}/mcp?token=abc", "${BASE}/mcp?token=***"),
        ("//user:pw@host/x", "//***@host/x"),
        ("https://a@b@example.com/", "https://***@example.com/"),
        ("jdbc:postgresql://u:p@h/db", "jdbc:postgresql://***@h/db"),
        (" https://u:p@h/", " https://***@h/"),
    ],
)
def test_a_url_shows_neither_user_nor_query_values(url: str, shown: str) -> None:
    assert mask_url(url) == shown


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["-y", "server"], ("-y", "server")),
        (["--token", "abc"], ("--token", "***")),
        (["--token", "-abc"], ("--token", "***")),
        (["--api-key", "--verbose"], ("--api-key", "--verbose")),
        (["--api_key=abc", "x"], ("--api_key=***", "x")),
        (["PASSWORD=abc"], ("PASSWORD=***",)),
        (["--secret=${S}"], ("--secret=${S}",)),
        (["-H", "https://u:p@h/?q=1"], ("-H", "https://***@h/?q=***")),
        (["a?b=c"], ("a?b=c",)),
        (["--header", "X-Api-Key: abc"], ("--header", "***")),
        (["-c", "tool --api-key abc run"], ("-c", "tool --api-key *** run")),
        (["--registry=https://u:p@h"], ("--registry=https://***@h",)),
    ],
)
def test_arguments_show_no_value_of_a_secret_flag(
    arguments: list[str], shown: tuple[str, ...]
) -> None:
    assert mask_arguments(arguments) == shown


TOKENS = [
    "ghp_" + "a1B2" * 9,
    "github_pat_" + "a1B2_" * 5,
    "glpat-" + "a1B2" * 5,
    "xoxb-" + "1234567890-abc",
    "sk-" + "a1B2" * 8,
    "AKIA" + "ABCD1234EFGH5678",
    "AIza" + "a1B2c" * 7,
    "npm_" + "a1B2" * 9,
    "pypi-" + "a1B2" * 9,
    "hf_" + "a1B2" * 6,
    "sk_live_" + "a1B2" * 5,
    "eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0",
    "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----",
    *(f"gh{kind}_" + "a1B2" * 9 for kind in "ousr"),
    *(f"xox{kind}-" + "1234567890-abc" for kind in "aeoprs"),
    "xapp-" + "1234567890-abc",
    "ASIA" + "ABCD1234EFGH5678",
    "ya29." + "a1B2" * 6,
    *(f"{kind}_{mode}_" + "a1B2" * 5 for kind in ("sk", "rk") for mode in ("live", "test")),
    "SG." + "a1B2" * 4 + "." + "a1B2" * 4,
]


@pytest.mark.parametrize("token", TOKENS)
def test_the_shape_of_a_token_is_never_shown(token: str) -> None:
    assert mask_tokens(f"before {token} after") == "before *** after"


@given(st.lists(st.sampled_from((*TOKENS, *"a- \\n\n/", "\\n", "xox", "sk-", "-----")), max_size=8))
def test_tokens_are_found_wherever_the_pattern_alone_would_find_them(parts: list[str]) -> None:
    text = "".join(parts)
    assert mask_tokens(text) == re.sub(_TOKENS, "***", text)


def test_words_that_only_begin_like_a_token_are_shown() -> None:
    text = "sk-short, npm_package, ghp_, task-runner, risk-assessment-of-the-whole-project"

    assert mask_tokens(text) == text


def test_data_of_a_skill_is_masked_wherever_the_fields_stand() -> None:
    data = {
        "name": "local/a",
        "mcp_servers": [
            {
                "command": "run",
                "args": ["--token", "abc", "https://h/?q=1"],
                "env": {"A": "x", "LIST": ["y"], "N": 3},
                "url": "https://u:p@h/",
                "headers": {"Authorization": "Bearer z"},
            }
        ],
    }

    assert masked(data) == {
        "name": "local/a",
        "mcp_servers": [
            {
                "command": "run",
                "args": ["--token", "***", "https://h/?q=***"],
                "env": {"A": "***", "LIST": ["***"], "N": "***"},
                "url": "https://***@h/",
                "headers": {"Authorization": "Bearer ***"},
            }
        ],
    }
