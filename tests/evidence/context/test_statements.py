"""What stands behind a marked gap and can stand alone, beside what would be told of something else."""

import pytest

from evidencelab.evidence.excerpts import match_excerpt

PUMP = "Batch T-9 was moved from tank A to tank B until the switch tripped; 900 l pumped, 40 l returned, 3 l lost"
TEAMS = (
    "The blue team of engineers in Oslo handles 14 tickets per week; the red team 22 incidents, 28 outages"
)
APP = (
    "INFO:shop:Opening the price list for the spring sale\n"
    "INFO:shop:Reading rows\nINFO:shop:Price list read in 0.4 seconds."
)
GROUPS = "INFO:acl:Removing alice from group admins\nINFO:acl:Removing bob\nINFO:acl:Failed with code 5 and stopped"
TRIAL = (
    "The treated group slept 22 minutes longer than the others (95% CI 9 to 35).\n"
    "Limits: all were volunteers, and sleep was self-reported."
)
ROOMS = '{"rooms": [{"use": "lab", "area": 12}, {"use": "office", "area": 40}], "roofs": [{"area": 90}]}'
PLAN = "  # pump.main will be replaced\n  ~ size = 4\n  # pump.spare will be removed\nTotal: 1 to change, 1 to remove."


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("Batch T-9 was moved from tank A to tank B … 3 l lost", PUMP, id="count-of-a-list"),
        pytest.param(
            "Parcel 9921 [...] from Lund", "Parcel 9921 weight: 2.4kg size: 12l from Lund", id="pairs"
        ),
        pytest.param(
            "INFO:shop:Opening the price list … Price list read in 0.4 seconds.",
            APP,
            id="message-of-the-same-log",
        ),
        pytest.param(
            "slept 22 minutes longer than the others … sleep was self-reported.", TRIAL, id="conjunct"
        ),
        pytest.param('"rooms": [ … "area": 40', ROOMS, id="further-on-in-a-list"),
        pytest.param("# pump.main will be replaced\n[...]\nTotal: 1 to change", PLAN, id="less-far-in"),
        pytest.param(
            "level of tank A is 40 cm … alarm level is 90 cm",
            "The level of tank A is 40 cm but the alarm level is 90 cm.",
            id="contrast-behind-an-article",
        ),
    ],
)
def test_what_can_stand_alone_may_be_quoted_behind_a_mark(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("The blue team of engineers in Oslo handles … 28 outages", TEAMS, id="verb-without-object"),
        pytest.param("The blue team of engineers in Oslo handles 14 tickets … 28 outages", TEAMS, id="other-team"),
        pytest.param("disk sda … failed at boot", "disk sda: ok sdb: failed at boot", id="value-of-a-pair"),
        pytest.param("INFO:acl:Removing alice … Failed with code 5 and stopped", GROUPS, id="state-of-another"),
        pytest.param("rose by 4 … traffic fell", "Load rose by 4 and a half while\nin May, traffic fell", id="verb"),
        pytest.param('"rooms": [ … "area": 90', ROOMS, id="of-another-list"),
        pytest.param("# pump.main will be replaced … size = 9", PLAN.replace("Total", "  size = 9\nTotal"), id="far-in"),
    ],
)  # fmt: skip
def test_what_needs_what_is_left_out_is_not_quoted_behind_a_mark(excerpt, text):
    assert match_excerpt(excerpt, text).decision != "accept"


def test_a_clause_behind_while_goes_on_what_is_broken_off():
    text = "Load rose from 4 to 19 between 10:00 and 10:20, while traffic stayed at 310 rps."
    assert match_excerpt("Load rose from 4 to 19 ... traffic stayed at 310 rps", text).decision == "accept"
    assert match_excerpt("Load rose ... at 310 rps", text).decision == "mismatch"


PUMP = "The pump was stopped at 9 and the valve was opened at 11."
FERRIES = "Rain stopped at noon, but all ferries stayed in port."


@pytest.mark.parametrize(
    ("excerpt", "text", "is_quote"),
    [
        pytest.param("The pump was stopped at 9 ... the valve was opened at 11", PUMP, True, id="with-its-subject"),
        pytest.param("The pump was stopped ... at 11", PUMP, False, id="subject-and-verb-left-out"),
        pytest.param("The pump ... was opened at 11", PUMP, False, id="subject-left-out"),
        pytest.param("Rain stopped at noon ... all ferries stayed in port", FERRIES, True, id="behind-but"),
        pytest.param("Rain stopped ... in port", FERRIES, False, id="broken-off-in-front-of-but"),
        pytest.param("The hatch ... were opened at 9", "The hatch and the two locks were opened at 9", True, id="two-subjects-of-one-verb"),
    ],
)  # fmt: skip
def test_the_rest_of_a_clause_is_told_of_its_own_subject(excerpt, text, is_quote):
    assert (match_excerpt(excerpt, text).decision == "accept") == is_quote
