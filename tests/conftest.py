"""Settings of all tests."""

from __future__ import annotations

from hypothesis import settings

# How long an example takes depends on the machine, and no test is about that.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
