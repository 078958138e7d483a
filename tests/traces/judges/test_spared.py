"""What an honest answer may hold and no tool output does: ends of blocks, schedules, lapses, families, absences."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

RULES = (
    "rule=app-subnets cidr=10.4.32.0/21 port=5432 action=allow\n"
    'cronjob=nightly-export schedule="25 3 * * *" timezone=Europe/Oslo\n'
    "2025-05-06 04:10:05 WARN oldest message sent\n"
    "node        used_percent  role  name\n"
    "10.4.40.9   81.4 d         store-1\n"
    "10.4.40.10  83.0 d         store-2\n"
    "pod=mill-7 memory_limit=300Mi restarts=14\n"
)


def statements(answer: str, output: str = RULES):
    question = "What is wrong at the mill? It is 2025-05-06 12:32:46 now."
    return report_on(answer, ("read_rules", {"site": "mill"}, output), question=question).statements


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("10.4.32.0/21 ends at 10.4.39.255, so 10.4.40.9 falls outside it.", "derived", id="end-of-a-block"),
        pytest.param("10.4.32.0/21 ends at 10.4.38.255.", "unsupported", id="no-end-of-it"),
        pytest.param("The export starts at 03:25 in Oslo.", "derived", id="schedule"),
        pytest.param("The export starts at 04:25 in Oslo.", "unsupported", id="another-hour"),
        pytest.param("The oldest message was sent 8 h 22 min 41 s before now.", "derived", id="lapse-in-three-parts"),
        pytest.param("store-1 uses 81.4% and store-2 83.0% of the disk.", "sound", id="letter-of-the-next-cell"),
        pytest.param("There is no sign of store-3 in the list.", "not_checkable", id="name-said-to-be-absent"),
        pytest.param("列表中没有看到 store-3。", "not_checkable", id="zh-name-said-to-be-absent"),
        pytest.param("Widen the rule to `10.4.32.0/20` and re-apply.", "not_checkable", id="imperative"),
        pytest.param("mill-7 has a memory limit of 3000Mi.", "altered", id="decimal-shift-of-a-short-measure"),
        pytest.param("mill-7 has restarted 41 times.", "altered", id="two-digits-exchanged"),
        pytest.param("The work order is WO20260311-0457.", "unsupported", id="long-id-from-nowhere"),
    ],
)  # fmt: skip
def test_statement_is_classed(answer, finding):
    (statement,) = statements(answer)
    assert statement.finding == finding, statement.reason


def test_several_numbers_of_one_kind_in_one_statement_seem_worked_out():
    output = "log: session a opened and closed, session b opened and closed, session c opened and closed, took 4217 ms"
    (alone,) = statements("The first session ended after 88,314 ms.", output)
    (family,) = statements("The three ended after 88,314, 71,902 and 93,577 ms.", output)

    assert (alone.finding, family.finding) == ("unsupported", "not_checkable")


def test_a_family_of_a_list_is_many_of_its_numbers():
    output = (
        "shop    sold\nnorth   4217\nsouth   3906\neast    5128\nwest    2753\nquay    6614\nhill    1835\n"
    )
    told = "- north sold 4217\n- south sold 3906\n- east sold 5128\n- west sold {}\n- quay sold {}\n- hill sold 1835\n"

    few = [s.finding for s in statements(told.format("7,391", "9,846"), output)]
    (mistyped,) = statements("The west sold 8.4,391 pieces.", output)

    assert few == ["sound", "sound", "sound", "unsupported", "unsupported", "sound"]
    assert mistyped.finding == "unsupported"


def test_a_change_between_rounded_amounts_may_be_that_of_the_amounts_before_rounding():
    output = "quarter=Q1 revenue=4263518.20\nquarter=Q2 revenue=4698210.75"
    (statement,) = statements("Revenue rose from $4.26M to $4.70M, i.e. by 10.2%.", output)
    (too_far,) = statements("Revenue rose from $4.26M to $4.70M, i.e. by 12.9%.", output)

    assert statement.finding == "derived"
    assert too_far.finding != "derived"


LIMITS = (
    "queue=north limit_bytes=48213 depth=17\nqueue=south limit_bytes=31977 depth=23\nrate=87.14% of 3906\n"
)


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("The depth of both is about 40.", False, id="about-a-sum"),
        pytest.param("The rate is about 87%.", False, id="about-what-was-read"),
        pytest.param("The rate is ≈ 87.94%.", True, id="about-with-every-digit-is-no-rounding"),
        pytest.param("The message exceeds 48213 bytes.", False, id="a-bound-that-was-read"),
        pytest.param("The message exceeds 76514 bytes.", True, id="an-exact-bound-from-nowhere"),
        pytest.param("The queue north logged 391 entries.", True, id="a-product-nobody-speaks-of"),
    ],
)
def test_more_digits_leave_less_to_chance(answer, is_bad):
    (statement,) = statements(answer, LIMITS)
    assert statement.is_bad is is_bad, statement.reason
