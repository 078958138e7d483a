"""Patterns that are compiled when a text first needs them.

There are hundreds, few texts need many, and to compile them all would take most of the time that the gate
takes to start. What looks for an excerpt, not what reads a text, is compiled at once, by `re.compile`.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _LatePattern:
    """Stands for a pattern until it is compiled, and hands on to it whatever it is asked."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(self.pattern, self._flags), name)
        # from here on it is found at once
        setattr(self, name, value)
        return value


def late_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return what can be used as the compiled pattern, compiled at its first use."""
    return cast("re.Pattern[str]", _LatePattern(pattern, flags))
