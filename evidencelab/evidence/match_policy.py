"""The settings of the excerpt match, and the shape of its answer.

Apart from the matcher so that a policy can be read, hashed and stored without loading it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Self

from pydantic import Field, model_validator

from evidencelab.contracts import Contract

new_tuple = tuple.__new__
"""Makes a named tuple of a tuple: in a third of the time that its own constructor takes."""

Decision = Literal["accept", "uncertain", "mismatch", "too_short"]

VetoCode = Literal[
    "value_changed",
    "unit_changed",
    "name_changed",
    "level_changed",
    "state_changed",
    "time_changed",
    "direction_changed",
    "polarity_changed",
    "negation_cut",
    "key_repaired",
    "out_of_order",
    "added_text",
    "not_found",
]

VETO_CODES: tuple[VetoCode, ...] = VetoCode.__args__  # type: ignore[attr-defined]

Scorer = Literal["located", "ratio", "partial_ratio", "token_set_ratio", "WRatio", "normalized_substring"]


class MatchPolicy(Contract):
    """Every tunable number of the excerpt match.

    Scores and thresholds are in [0, 100]. `similarity >= accept_at` accepts and
    `similarity < reject_below` is a mismatch; a score equal to a threshold is on its upper side.

    Attributes:
        scorer: `located` is the share of the excerpt found in order (design, section 5); the others
            are the plain string scores, kept for comparison.
        accept_at: Lowest score that is accepted.
        reject_below: Lowest score that is not a mismatch; `reject_below <= accept_at`.
        vetoes: The veto codes in force. A veto makes a mismatch of any score.
        min_tokens: Fewest tokens, after folding, that can be compared; a `key=value` always can.
    """

    scorer: Scorer = "located"
    accept_at: float = Field(default=95.0, ge=0.0, le=100.0)
    reject_below: float = Field(default=60.0, ge=0.0, le=100.0)
    vetoes: frozenset[VetoCode] = frozenset(VETO_CODES)
    min_tokens: int = Field(default=2, ge=0)

    @model_validator(mode="after")
    def _thresholds_are_ordered(self) -> Self:
        if self.reject_below > self.accept_at:
            raise ValueError(
                f"reject_below {self.reject_below} is above accept_at {self.accept_at}; "
                "lower it, or raise accept_at"
            )
        return self


class Reason(NamedTuple):
    """One difference that vetoes, or one that only lowers the score.

    Attributes:
        code: A veto code.
        excerpt_token: The token as the excerpt has it; None where only the text has one.
        text_token: The token as the text has it; None where nothing corresponds.
        excerpt_span: `[start, end)` in code points of the original excerpt.
        text_span: `[start, end)` in code points of the original text.
    """

    code: VetoCode
    excerpt_token: str | None = None
    text_token: str | None = None
    excerpt_span: tuple[int, int] | None = None
    text_span: tuple[int, int] | None = None


class ExcerptMatch(NamedTuple):
    """The answer of the match.

    Attributes:
        decision: accept, uncertain, mismatch or too_short.
        similarity: Share of the excerpt located, in [0, 100]; None when too short to compare.
        spans: `[start, end)` in code points of the original text, in excerpt order.
        matched_text: The original slices in excerpt order joined by ` … `; None unless accepted.
        reasons: Vetoes first, each with its tokens and offsets.
    """

    decision: Decision
    similarity: float | None = None
    spans: tuple[tuple[int, int], ...] = ()
    matched_text: str | None = None
    reasons: tuple[Reason, ...] = ()
