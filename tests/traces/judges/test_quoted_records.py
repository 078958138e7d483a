"""A statement that quotes a record is held to the record, however unlike the number is that it gives."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

BARGES = "\n".join(
    f"barge={name} berth={berth} cargo_crates={crates} fee={fee}"
    for name, berth, crates, fee in (
        ("Heron-14", "N3", 2417, 861.45),
        ("Plover-22", "S1", 1986, 702.35),
        ("Curlew-31", "E7", 3152, 948.65),
        ("Dunlin-46", "W2", 1278, 533.85),
        ("Avocet-57", "N8", 4093, 317.25),
        ("Godwit-63", "S5", 2764, 654.15),
    )
)


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("Heron-14 at N3 carries 2,417 crates.", False, id="as-read"),
        pytest.param("Heron-14 at N3 carries 9,580 crates.", True, id="redrawn"),
        pytest.param("Plover-22 paid a fee of $720.35.", True, id="digits-exchanged"),
        pytest.param("On average the barges carry 9,583.5 crates.", False, id="worked-out"),
    ],
)
def test_a_number_of_a_quoted_record_is_the_one_that_it_holds(answer, is_bad):
    (statement,) = statements_on(answer, BARGES)
    assert statement.is_bad == is_bad, statement.reason
