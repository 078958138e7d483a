"""A label may be left out where the statement says itself what the label says."""

import pytest

from evidencelab.evidence.excerpts import match_excerpt


@pytest.mark.parametrize(
    ("label", "statement", "expected"),
    [
        pytest.param("退款承诺: ", "签收之日起 7 天内可无理由退货", "accept", id="promise-as-a-title"),
        pytest.param("## 安全承诺\n", "平台对密码字段加密存储", "accept", id="promise-as-a-heading"),
        pytest.param("供应商承诺: ", "周五前交付全部 40 台设备", "mismatch", id="promise-of-somebody"),
        pytest.param("网管承诺: ", "链路已恢复到 10 Gbit/s", "mismatch", id="promise-of-a-fact"),
        pytest.param("[RESOLVED] ", "queue depth of orders 9120 -> 14", "accept", id="change-that-is-over"),
        pytest.param("告警恢复: ", "冷库 B 温度 9.1°C → 2.4°C", "accept", id="zh-change-that-is-over"),
        pytest.param("[RESOLVED] ", "disk usage above 90% on db-3", "mismatch", id="state-that-is-over"),
        pytest.param("告警恢复: ", "冷库 B 温度 9.1°C, 超过阈值", "mismatch", id="zh-state-that-is-over"),
        pytest.param("[DRAFT] ", "limit 500 -> 900", "mismatch", id="change-that-is-a-draft"),
        pytest.param("[dry-run] ", "would remove 3 volumes and 14 images", "accept", id="would-be-done"),
        pytest.param("Simulation: ", "the tank would be empty by 06:00", "accept", id="would-be-so"),
        pytest.param("[dry-run] ", "removed 3 volumes and 14 images", "mismatch", id="told-as-done"),
        pytest.param("[DRAFT] ", "The firm would pay 2 EUR a share", "mismatch", id="would-in-a-draft"),
        pytest.param("[RESOLVED] ", "service cart would not start", "mismatch", id="would-not"),
        pytest.param("Simulation: ", "the tank is empty, it would be filled", "mismatch", id="other-clause"),
    ],
)
def test_a_label_is_left_out_only_of_what_says_it_as_well(label, statement, expected):
    assert match_excerpt(statement, f"{label}{statement}.").decision == expected


@pytest.mark.parametrize(
    ("label", "statement", "expected"),
    [
        pytest.param("EXERCISE EXERCISE EXERCISE - ", "ammonia cloud over shed 9, stay inside", "mismatch", id="thrice"),
        pytest.param("DRILL DRILL: ", "man overboard on the port side", "mismatch", id="twice"),
        pytest.param("演习，演习！", "二号码头油罐起火，船只撤离", "mismatch", id="zh-twice"),
        pytest.param("Exercise bike 3 is broken - ", "boiler 2 failed to light", "accept", id="once-and-as-a-thing"),
    ],
)  # fmt: skip
def test_a_word_said_over_and_over_makes_a_drill_of_what_follows(label, statement, expected):
    assert match_excerpt(statement, f"{label}{statement} until called.").decision == expected


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        pytest.param("Sample K-40 creek: ", "accept", id="numbered-thing-that-was-measured"),
        pytest.param("Sample 7: ", "accept", id="number-alone"),
        pytest.param("Sample output: ", "mismatch", id="example"),
        pytest.param("Sample of the output: ", "mismatch", id="example-of-something"),
    ],
)
def test_a_sample_with_a_number_is_no_example(label, expected):
    assert (
        match_excerpt("zinc 0.8 mg/L, iron 3.1 mg/L", f"{label}zinc 0.8 mg/L, iron 3.1 mg/L").decision
        == expected
    )
