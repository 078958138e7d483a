"""What a text states by itself, as tests ask for it."""

from __future__ import annotations

from evidencelab.traces.stated.stated import workings_of
from evidencelab.traces.values.reader import value_tokens


def agreeing(text):
    """Give the results that a text's own arithmetic bears out, as written."""
    return [w.result.text.strip() for w in workings_of(text, value_tokens(text)) if w.agrees]


def contradicted(text):
    """Give the working of each contradiction in a text."""
    return [w.said for w in workings_of(text, value_tokens(text)) if not w.agrees]
