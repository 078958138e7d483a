"""An answer the match fills in is the one its validating constructor would make."""

from __future__ import annotations

import copy
import pickle

import pytest
from pydantic import ValidationError

from evidencelab.evidence.match_policy import ExcerptMatch, Reason

REASON = {
    "code": "value_changed",
    "excerpt_token": "97",
    "text_token": None,
    "excerpt_span": (8, 10),
    "text_span": (55, 57),
}
FILLED = Reason.of("value_changed", "97", None, (8, 10), (55, 57))
MATCH = {
    "decision": "mismatch",
    "similarity": 96.5,
    "spans": ((1, 4), (9, 12)),
    "matched_text": None,
    "reasons": (FILLED,),
}


@pytest.mark.parametrize(
    ("filled", "validated"),
    [
        pytest.param(FILLED, Reason(**REASON), id="reason"),
        pytest.param(ExcerptMatch.of(*MATCH.values()), ExcerptMatch(**MATCH), id="match"),
    ],
)
def test_a_filled_answer_cannot_be_told_from_a_validated_one(filled, validated):
    assert filled == validated
    assert hash(filled) == hash(validated)
    assert repr(filled) == repr(validated)
    assert filled.model_fields_set == validated.model_fields_set
    assert filled.to_wire() == validated.to_wire()
    assert filled.model_dump_json() == validated.model_dump_json()
    assert type(filled).model_validate_json(filled.model_dump_json()) == validated
    assert copy.deepcopy(filled) == filled.model_copy() == pickle.loads(pickle.dumps(filled)) == validated
    with pytest.raises(ValidationError, match="frozen"):
        filled.code = "not_found"


def test_what_is_stated_of_one_answer_is_its_own():
    first, second = (Reason.of("not_found", None, None, None, None) for _ in range(2))
    first.model_fields_set.clear()
    assert second.model_fields_set == set(REASON)
