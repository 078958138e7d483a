"""A line end that only wraps a sentence parts nothing; one that ends a record does."""

import pytest

from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.text.soft_wraps import without_wraps

REPORT = (
    "In the second week of May the crew found that the relief valve of tank four was not\n"
    "replaced, since the spare part had been sent to the wrong depot and the supplier was\n"
    "unable to deliver before June. The tank stayed in use at reduced pressure."
)
REPORT_ZH = (
    "经现场检查，二号锅炉的安全阀在本次停炉检修期间并未按照原计划\n"
    "更换，原因是备件被误发至其他仓库，供应商最早要到六月中旬才能重新\n发货。锅炉目前降压运行。"
)


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param(
            "the relief valve of tank four was not replaced … The tank stayed in use",
            REPORT,
            id="around-a-mark",
        ),
        pytest.param("the supplier was\nunable to deliver before June", REPORT, id="as-wrapped"),
        pytest.param("the spare part had been sent to the wrong depot", REPORT, id="clause"),
        pytest.param("二号锅炉的安全阀在本次停炉检修期间并未按照原计划更换", REPORT_ZH, id="zh"),
        pytest.param(
            "the survey found sediment in both intakes",
            "In the spring of last year the survey found sedi-\nment in both intakes of the northern station.",
            id="cut-word",
        ),
    ],
)
def test_a_wrapped_sentence_is_quoted_as_one_line(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param(
            "replaced, since the spare part had been sent to the wrong depot", REPORT, id="negation"
        ),
        pytest.param("the relief valve of tank four was … sent to the wrong depot", REPORT, id="two-clauses"),
        pytest.param("更换，原因是备件被误发至其他仓库", REPORT_ZH, id="zh-negation"),
    ],
)
def test_a_negation_reaches_over_a_wrap(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "pump one of the northern site runs at full load now\npump two has stopped.", id="items"
        ),
        pytest.param(
            "the lathe in hall two was repaired on monday by our crew\nthe press was sold", id="no-end"
        ),
        pytest.param(
            "name: web server of the main shop in the region north\nstatus is degraded now.", id="keys"
        ),
        pytest.param(
            "a short line of seven words in all here\nand the next one, which is longer than it.", id="room"
        ),
        pytest.param("web-1  Running  the first of two pods in namespace shop\nweb-2  Failed.", id="rows"),
        pytest.param("total = sum(values of the first ten rows in the table)\nreturn total.", id="code"),
        pytest.param("\n\n", id="blank"),
        pytest.param("", id="nothing"),
    ],
)
def test_lines_that_end_something_stay_apart(text):
    assert without_wraps(text) == text


def test_offsets_stay():
    joined = without_wraps(REPORT)
    assert "\n" not in joined
    assert [len(part) for part in joined.split(" ")] == [len(part) for part in REPORT.split()]
