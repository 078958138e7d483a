"""What got worse: flips, new failures, rates beyond noise, and what turns the exit code."""

from __future__ import annotations

import pytest

from evidencelab.lab.statistics.intervals import Rate
from evidencelab.reports.running.changes import Reference, compare_runs, difference_interval
from evidencelab.reports.runs.verdict import Certificate, Check, Measure, NamedRate, NotebookVerdict


def check(status="PASS", held=True, **more):
    return Check(**{"subject": "pool", "status": status, "held": held, **more})


def verdict(*checks, rates=(), measures=(), certificates=()):
    return NotebookVerdict(
        question="?",
        sentence="!",
        checks=checks,
        rates=rates,
        measures=measures,
        certificates=certificates,
    )


def compare(before, after, same_parameters=True):
    return compare_runs({"01": after}, {"01": Reference("r1", before, same_parameters)})


@pytest.mark.parametrize(
    ("before", "after", "kind", "is_regression"),
    [
        pytest.param([check()], [check("LOW_CONFID", False)], "broke", True, id="broke"),
        pytest.param(
            [check(decides=False)], [check("REJECT", False, decides=False)], "broke", False, id="a-models"
        ),
        pytest.param([check("REJECT", False)], [check("REJECT", False)], "fails", False, id="still-fails"),
        pytest.param([], [check("REJECT", False)], "fails", False, id="new-and-fails"),
        pytest.param([check("REJECT", False)], [check()], "mended", False, id="mended"),
        pytest.param([check()], [check("LOW_CONFID")], "flipped", False, id="flipped"),
        pytest.param([check(rules=("a",))], [check(rules=("b",))], "new rules", False, id="other-rules"),
        pytest.param([check()], [], "vanished", False, id="vanished"),
        pytest.param([], [check()], "appeared", False, id="appeared"),
        pytest.param([check(rules=("a", "b"))], [check(rules=("b", "a"))], None, False, id="rule-order"),
        pytest.param([check()], [check()], None, False, id="the-same"),
    ],
)
def test_a_check_is_compared_with_itself(before, after, kind, is_regression):
    changes = compare(verdict(*before), verdict(*after))
    assert [item.kind for item in changes.checks] == ([kind] if kind else [])
    assert bool(changes.regressions) == is_regression
    assert changes.n_same == (0 if kind else 1)


def test_checks_are_known_by_subject_and_variant():
    before = verdict(check(variant="a"), check("REJECT", variant="b"))
    after = verdict(check("REJECT", variant="b"), check(variant="a"))
    assert compare(before, after).checks == ()


def test_a_check_that_other_parameters_left_out_did_not_vanish():
    assert compare(verdict(check()), verdict(), same_parameters=False).checks == ()


def test_without_a_reference_only_failures_are_told():
    changes = compare_runs({"01": verdict(check(), check("REJECT", False, subject="b"))}, {})
    assert [(item.subject, item.kind) for item in changes.checks] == [("b", "fails")]
    assert changes.references == {}


def test_what_decides_stands_before_what_does_not_and_worse_before_better():
    before = verdict(*(check(subject=name, decides=name != "m") for name in "amz"))
    after = verdict(
        check("LOW_CONFID", subject="a"),
        check("REJECT", False, subject="m", decides=False),
        check("REJECT", False, subject="z", link="evidence/z.html"),
    )
    changes = compare(before, after)
    assert [item.subject for item in changes.checks] == ["z", "a", "m"]
    assert changes.checks[0].link == "01/evidence/z.html"
    assert changes.regressions == ("z (baseline)",)


def named(n_successes, n, better="higher", decides=False):
    return NamedRate.of("accepted", n_successes, n, better=better, decides=decides)


@pytest.mark.parametrize(
    ("before", "after", "moved", "worse"),
    [
        pytest.param(named(90, 100), named(60, 100), True, True, id="fell"),
        pytest.param(named(60, 100), named(90, 100), True, False, id="rose"),
        pytest.param(named(9, 10), named(7, 10), False, False, id="too-few-to-tell"),
        pytest.param(named(90, 100, "lower"), named(60, 100, "lower"), True, False, id="lower-is-better"),
        pytest.param(named(90, 100, "neither"), named(60, 100, "neither"), True, False, id="no-direction"),
        pytest.param(named(0, 0), named(60, 100), False, False, id="nothing-counted"),
    ],
)
def test_a_rate_moves_only_beyond_noise(before, after, moved, worse):
    changes = compare(verdict(rates=(before,)), verdict(rates=(after,)))
    assert [item.is_worse for item in changes.rates] == ([worse] if moved else [])


@pytest.mark.parametrize("decides", [True, False])
def test_a_worse_rate_is_a_regression_only_where_it_decides(decides):
    changes = compare(verdict(rates=(named(90, 100),)), verdict(rates=(named(60, 100, decides=decides),)))
    assert changes.regressions == (("accepted",) if decides else ())


def test_difference_interval_agrees_with_newcombes_worked_example():
    # Newcombe 1998, table II, method 10: 56/70 against 48/80 gives 0.0524 to 0.3339.
    interval = difference_interval(Rate.of(48, 80), Rate.of(56, 70))
    assert interval == pytest.approx((0.0524, 0.3339), abs=1e-4)


def test_a_cost_is_told_from_a_fifth_on_and_a_time_from_half_and_five_seconds():
    def measures(tokens, short, long):
        return (
            Measure(name="tokens", value=tokens, better="lower"),
            Measure(name="short", value=short, unit="s", better="lower"),
            Measure(name="long", value=long, unit="s", better="lower"),
        )

    def told(before, after):
        return [item.name for item in compare(verdict(measures=before), verdict(measures=after)).measures]

    assert told(measures(100, 1, 10), measures(119, 3, 14.9)) == []
    assert told(measures(100, 1, 10), measures(120, 5.9, 15)) == ["tokens", "long"]
    assert told(measures(0, 1, None), measures(1, 1, 9)) == ["tokens"]


def test_a_certificate_is_told_while_it_is_not_valid_and_violated_is_a_regression_once():
    def certified(state):
        return verdict(certificates=(Certificate(name="c", state=state, reason="policy moved"),))

    assert compare(certified("valid"), certified("valid")).certificates == ()
    stale = compare(certified("valid"), certified("stale"))
    assert [(item.certificate.state, item.before) for item in stale.certificates] == [("stale", "valid")]
    assert stale.regressions == ()
    assert compare(certified("valid"), certified("violated")).regressions == ("c",)
    assert compare(certified("violated"), certified("violated")).regressions == ()
