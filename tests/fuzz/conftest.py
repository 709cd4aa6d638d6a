"""How long a fuzzing session looks, and an environment in which nothing but the test speaks."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from command import environment
from hypothesis import HealthCheck, settings

# The session asks for this profile by its name: an ordinary run of pytest imports this module too.
settings.register_profile(
    "fuzz",
    deadline=None,
    derandomize=False,
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", "600")),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.fixture(autouse=True, scope="session")
def _plain_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        clean = environment({"HOME": str(tmp_path_factory.mktemp("home"))})
        for name in os.environ.keys() - clean.keys():
            patch.delenv(name)
        for name, value in clean.items():
            patch.setenv(name, value)
        yield
