"""What a statement takes out of what it says of all is read as such, and known again by name or by word."""

from __future__ import annotations

import pytest

from evidencelab.traces.wording.exceptions import is_excepted, without_exception


@pytest.mark.parametrize(
    ("text", "excepted"),
    [
        pytest.param("Apart from W-12 and W-15, no well has an alarm.", "W-12 and W-15", id="in-front"),
        pytest.param("All pumps except P3 are fine.", "P3", id="in-the-middle"),
        pytest.param("The log is clean, with the exception of one warning.", "one warning", id="at-the-end"),
        pytest.param("Other than v1.2, the others passed.", "v1.2", id="name-with-a-point"),
        pytest.param("除 B-04 外,其余设备均无故障。", "B-04", id="zh"),
        pytest.param("No well has an alarm.", "", id="none"),
    ],
)
def test_an_exception_is_taken_out_and_offsets_stay(text, excepted):
    found = without_exception(text)
    assert found.excepted == excepted
    assert len(found.text) == len(text)
    assert not excepted or excepted not in found.text


@pytest.mark.parametrize(
    ("excepted", "told", "is_it"),
    [
        pytest.param("W-12 and W-15", '{"well": "W-15"}', True, id="name"),
        pytest.param("W-12", '{"well": "W-125"}', False, id="longer-name"),
        pytest.param("the worn pad", "ERROR brake pad worn", True, id="word"),
        pytest.param("the slow switch", "ERROR brake pad worn", False, id="other-words"),
        pytest.param("that", "ERROR brake pad worn", True, id="may-be-anything"),
        pytest.param("", "ERROR brake pad worn", False, id="nothing"),
    ],
)
def test_what_is_excepted_is_known_by_name_or_word(excepted, told, is_it):
    assert is_excepted(excepted, told) is is_it
