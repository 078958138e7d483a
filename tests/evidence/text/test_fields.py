"""Which token is a key, what the key is called, and where fields start and end."""

from __future__ import annotations

import pytest

from evidencelab.evidence.text import fields
from evidencelab.evidence.text.prepared_text import PreparedText


def token_at(marked: str) -> tuple[PreparedText, int]:
    """Return the text and the index of the token behind its mark `¦`."""
    place = marked.index("¦")
    text = PreparedText(marked.replace("¦", ""))
    return text, text.starts.index(place)


@pytest.mark.parametrize(
    ("marked", "is_key", "is_list_key"),
    [
        pytest.param("¦pool=5", True, True, id="equals"),
        pytest.param("¦pool = 5", True, True, id="spaced-equals"),
        pytest.param("¦pool: 5", True, True, id="colon"),
        pytest.param("¦pool: big", True, True, id="colon-and-a-word"),
        pytest.param("¦pool: big red", True, True, id="colon-and-a-sentence"),
        pytest.param('"¦pool":5', True, True, id="json"),
        pytest.param('"¦pool":"x"', True, True, id="json-text"),
        pytest.param("¦pool:x", False, True, id="glued-colon"),
        pytest.param("¦pool:5", True, True, id="glued-colon-and-a-digit"),
        pytest.param("¦pool:-5", True, True, id="glued-colon-and-a-sign"),
        pytest.param("¦pool == 5", False, False, id="comparison"),
        pytest.param("¦pool 5", False, False, id="no-sign"),
        pytest.param("¦pool", False, False, id="last"),
        pytest.param("up ¦pool=", False, False, id="last-with-its-sign"),
        pytest.param("¦7=x", False, True, id="number"),
        pytest.param("¦pool=,x", False, False, id="no-value-comma"),
        pytest.param("¦pool=;x", False, False, id="no-value-semicolon"),
        pytest.param("¦pool=\nx", False, False, id="value-on-the-next-line"),
        pytest.param("¦user= host=web", False, False, id="no-value-next-pair"),
        pytest.param("¦user= web", True, True, id="value-behind-a-space"),
        pytest.param("¦user= host: web", True, True, id="value-and-a-colon"),
        pytest.param("¦pool: -> x", False, False, id="arrow-for-a-value"),
        pytest.param("¦pool]=x", True, True, id="bracketed-key"),
        pytest.param("¦pool_=x", True, True, id="trailing-underscore"),
        pytest.param("¦内=x", True, True, id="zh-equals"),
        pytest.param("存¦内:高", False, True, id="zh-glued-colon"),
    ],
)
def test_a_key_has_its_value_right_behind_it(marked, is_key, is_list_key):
    text, index = token_at(marked)
    assert (fields.is_key(text, index), fields.is_list_key(text, index)) == (is_key, is_list_key)


@pytest.mark.parametrize(
    ("marked", "name"),
    [
        ("jvm.heap-used_¦bytes=5", "jvm.heap-used_bytes"),
        ("a b.¦c=5", "b.c"),
        ("a,¦Pool=5", "pool"),
        ("¦pool=5", "pool"),
        (f"{'x' * 100}.¦y=5", f"{'x' * 78}.y"),
    ],
)
def test_a_key_is_known_by_its_whole_dotted_name(marked, name):
    text, index = token_at(marked)
    assert fields.key_name(text, index) == name


@pytest.mark.parametrize(
    ("marked", "starts"),
    [
        pytest.param("¦up now", True, id="text"),
        pytest.param("it, ¦up", True, id="comma"),
        pytest.param("it; ¦up", True, id="semicolon"),
        pytest.param("it | ¦up", True, id="bar"),
        pytest.param("it\n¦up", True, id="line"),
        pytest.param("it\n  - ¦up", True, id="list-item"),
        pytest.param("it. ¦up", True, id="full-stop"),
        pytest.param("it.¦up", False, id="dot"),
        pytest.param("it! ¦up", True, id="exclamation"),
        pytest.param("it [¦up]", True, id="bracket"),
        pytest.param('{"¦up"', True, id="brace-and-quote"),
        pytest.param("it: ¦up", True, id="colon"),
        pytest.param("it:¦up", False, id="glued-colon"),
        pytest.param("it - ¦up", True, id="dash"),
        pytest.param("it-¦up", False, id="hyphen"),
        pytest.param("it -> ¦up", True, id="arrow"),
        pytest.param("it=>¦up", True, id="glued-arrow"),
        pytest.param("it  ¦up", True, id="two-spaces"),
        pytest.param("it ¦up", False, id="one-space"),
        pytest.param("it ¦up=5", True, id="pair"),
        pytest.param("it ¦up: 5", False, id="colon-pair-behind-a-word"),
        pytest.param("5 ¦up: 5", True, id="colon-pair-behind-a-number"),
        pytest.param("5 ms ¦up: 5", True, id="colon-pair-behind-a-unit"),
        pytest.param("it/¦up=5", False, id="pair-behind-a-slash"),
    ],
)
def test_a_field_starts_behind_what_ends_another(marked, starts):
    text, index = token_at(marked)
    assert fields.starts_field(text, index) is starts


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        pytest.param("up", True, id="text"),
        pytest.param("up, it", True, id="comma"),
        pytest.param("up; it", True, id="semicolon"),
        pytest.param("up | it", True, id="bar"),
        pytest.param("up\nit", True, id="line"),
        pytest.param("up. It", True, id="full-stop"),
        pytest.param("up.", True, id="last-full-stop"),
        pytest.param("up.it", False, id="dot"),
        pytest.param("up (it)", True, id="bracket-behind-a-space"),
        pytest.param("up(it)", False, id="bracket"),
        pytest.param("up) it", True, id="closing-bracket"),
        pytest.param('up" it', False, id="quote"),
        pytest.param('up", it', True, id="quote-and-comma"),
        pytest.param("up - it", True, id="dash"),
        pytest.param("up -> it", True, id="arrow"),
        pytest.param("up-it", False, id="hyphen"),
        pytest.param("up  it", True, id="two-spaces"),
        pytest.param("up it", False, id="one-space"),
        pytest.param("up it=5", True, id="next-pair"),
        pytest.param("up it-b.c=5", True, id="next-dotted-pair"),
        pytest.param("up 5=5", False, id="no-key"),
    ],
)
def test_a_field_ends_in_front_of_what_starts_another(text, ends):
    assert fields.ends_field(PreparedText(text), 0) is ends
