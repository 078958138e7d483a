"""Tell what an answer in fields says of itself: a score, a rank, its own number, when it was made.

A key that no result has anything of is the answer's own, and so is a short number or a mark under it that
stands nowhere. What a key of the evidence names must stand there.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Verdict
from evidencelab.traces.findings import BAD
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import title_of
from evidencelab.traces.wording.words import words_of

_PARTS = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])")
_ALONE = re.compile(r"[^|\w]*(?:/\s?(?:5|10|100)\W*)?(?:\|.*)?", re.DOTALL)
"""What may follow a score: nothing, or what it is out of."""
_HIGHEST_SCORE = 100.0
_HEAD = re.compile(r"[A-Za-z]{2,}(?=[-_#]?\d)")


class OwnKeys:
    """Looks for the keys of answers in one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def spared(self, token: ValueToken, setting: Setting, verdict: Verdict) -> Verdict:
        """Leave a bad value unjudged where it is the answer's own; give other verdicts as they are."""
        if not setting.statement.is_field or verdict.finding not in BAD:
            return verdict
        label = title_of(setting.statement, token.start) or setting.statement.text.partition(":")[0]
        is_own = (
            self._is_score(token, label, setting)
            if token.kind == "number"
            else (verdict.finding == "unsupported" and self._is_mark(token, label, setting))
        )
        if not is_own:
            return verdict
        return Verdict("not_checkable", reason=f"it is a value under the answer's own {label.strip()!r}")

    def _is_score(self, token: ValueToken, label: str, setting: Setting) -> bool:
        """Tell whether a bare number or share is all that a key holds whose noun no result has."""
        is_share = token.unit is not None and token.unit.dimension == "percent"
        number = abs(token.number or 0.0)
        if not (token.unit is None or is_share) or number > _HIGHEST_SCORE:
            return False
        words = [word for part in _PARTS.split(label) for word in words_of(part)]
        if not words or not _ALONE.fullmatch(setting.statement.text, token.end):
            return False
        places = [set(self.pool.places_with(word)) for word in words]
        return not places[-1] or (number <= 1 and token.step < 1 and not set.intersection(*places))

    def _is_mark(self, token: ValueToken, label: str, setting: Setting) -> bool:
        """Tell whether a name or moment stands under keys of which no result has anything, nor its like."""
        above = [title for title in setting.statement.parents[-1:] if ":" not in title]
        words = words_of(" ".join(_PARTS.split(label))) or words_of(" ".join(above))
        if any(self.pool.places_with(word) for word in words):
            return False
        head = _HEAD.match(token.text)
        return head is None or head[0].lower() not in self.pool.folded
