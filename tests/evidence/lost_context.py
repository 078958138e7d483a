"""A text with slices of it that lose what they hang on, and slices that keep it."""

from __future__ import annotations

from typing import NamedTuple

from evidencelab.evidence.excerpts import match_excerpt


class Case(NamedTuple):
    """A text, slices of it that lose what they hang on, and slices that keep it."""

    kind: str
    text: str
    losing: tuple[str, ...]
    keeping: tuple[str, ...]

    def wrongly_accepted(self) -> list[str]:
        """Give the slices that lose something and are taken for quotes."""
        return [excerpt for excerpt in self.losing if self._is_quote(excerpt)]

    def wrongly_refused(self) -> list[str]:
        """Give the slices that keep all and are not taken for quotes."""
        return [excerpt for excerpt in self.keeping if not self._is_quote(excerpt)]

    def _is_quote(self, excerpt: str) -> bool:
        return match_excerpt(excerpt, self.text).decision == "accept"
