"""Where the shared development data lies, if it is there: real outputs that stay out of the project."""

from __future__ import annotations

from pathlib import Path

import pytest

_CANDIDATE = Path(__file__).resolve().parents[2] / "shared" / "data"

SHARED_DATA: Path | None = _CANDIDATE if _CANDIDATE.is_dir() else None

needs_shared_data = pytest.mark.skipif(
    SHARED_DATA is None, reason="the shared data folder beside the checkout is absent"
)
