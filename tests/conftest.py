"""Settings that all tests share."""

from __future__ import annotations

from hypothesis import settings

# How long an example takes depends on what else the machine does; speed is shown in benchmarks, not in tests.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
