"""A person told beside one whom the evidence names is held against all that was read and said."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on

CHANGE: Reply = (
    "get_change",
    {"id": 88},
    {
        "id": 88,
        "author": "Ola Berge",
        "approved_by": ["Mira Castell", "Piet van Dalen"],
        "site": ["North Harbour", "South Quay"],
    },
)
ROTA: Reply = ("get_rota", {}, "week,engineer,room\nw1,Ana Petrov,North Hall\nw2,Tom Reyes,South Hall")


@pytest.mark.parametrize(
    ("answer", "reply", "is_found"),
    [
        pytest.param("It was approved by Mira Castell and Jonas Weber.", CHANGE, True, id="one-of-two"),
        pytest.param("It was approved by Mira Castell and Piet van Dalen.", CHANGE, False, id="both-read"),
        pytest.param("Reviewers: Piet van Dalen, Mira Castell and Lena Hofmann.", CHANGE, True, id="one-of-three"),
        pytest.param("On duty are Ana Petrov and Igor Lund.", ROTA, True, id="of-a-table"),
        pytest.param("On duty are Ana Petrov and Tom Reyes.", ROTA, False, id="of-a-table-read"),
        pytest.param("It concerns North Harbour and Green Point.", CHANGE, False, id="no-people"),
        pytest.param("It was approved by Mira Castell and Piet Dalen.", CHANGE, False, id="told-shorter"),
        pytest.param("Ask Mira Castell or Jonas Weber to approve it.", CHANGE, False, id="advice"),
        pytest.param("Mira Castell may have asked Jonas Weber and Lena Hofmann.", CHANGE, False, id="supposed"),
        pytest.param("Ola Berge approved it. Jonas Weber and Lena Hofmann did too.", CHANGE, False, id="no-sister"),
    ],
)  # fmt: skip
def test_a_person_that_nothing_names_is_found_beside_one_it_does(answer, reply, is_found):
    found = findings_on(answer, reply)
    assert ("unsupported" in found) is is_found, found


def test_a_person_whom_the_user_names_may_be_told():
    answer = "It was approved by Mira Castell and Jonas Weber."
    asked = ("search", {"who": "jonas.weber"}, "2 results: change 88, change 91")
    assert findings_on(answer, CHANGE, asked) != ["unsupported"]
