"""What was tried, drilled, shown as an example, or came only later, is not quoted as what was done."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

DRY = "$ ./ship.sh --site north --dry-run\nwould restart 4 mills"
WAITED = "$ ./ship.sh --site north --wait\nrestarted 4 mills"
DRILL = "TEST ALARM - yearly drill: smoke seen in silo hall 3, floor 2 cleared at 10:40"
DASHED = "EXERCISE - smoke seen in silo hall 3, floor 2 cleared at 10:40"
REAL = "Silo hall 3: smoke seen at the dryer, floor 2 cleared at 10:40"
SAMPLE = 'Example alert text (for the manual only): "Mirror lost on silo 12, data loss likely".'
SAMPLE_ZH = "告警文案示例（仅供手册使用）：“12 号仓镜像丢失，可能丢数据”。"
LATE = "Pressure fell to 355 kPa; the low-pressure horn did not sound until 340 kPa."
NEVER = "Pressure fell to 355 kPa; the low-pressure horn did not sound on Monday."
TOLD = "(dry run, no shelf is emptied) moved 77 crates to hall 4, 3.1 t cleared; next pass at 02:00"
TOLD_LAST = "pass begins\n[no shelf is emptied: dry-run] moved 77 crates to hall 4, 3.1 t cleared"
TOLD_BEHIND = "moved 77 crates to hall 4 (simulation, no shelf is emptied), 3.1 t cleared"
TOLD_ZH = "（本次为演练，未真正停机）切断 A 路市电，蓄电池接管 42 秒，负载 71%"
PLACE = "(hall 4, north side) moved 77 crates, 3.1 t cleared"
LOADED = "(load test, 400 carts) the lift answered in 31 ms"
IF_ZH = "如明日 8 时前风速未降至 20 m/s 以下，则继续停止吊装作业；目前风速 23.6 m/s，全场待命。"
AT_ZH = "明日 8 时前风速降至 20 m/s 以下，现场继续停止吊装作业；目前风速 23.6 m/s，全场待命。"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("./ship.sh --site north", DRY, id="dry-run"),
        pytest.param("smoke seen in silo hall 3, floor 2 cleared at 10:40", DRILL, id="drill"),
        pytest.param("smoke seen in silo hall 3, floor 2 cleared at 10:40", DASHED, id="drill-behind-a-dash"),
        pytest.param("Mirror lost on silo 12, data loss likely", SAMPLE, id="example-with-a-note"),
        pytest.param("12 号仓镜像丢失，可能丢数据", SAMPLE_ZH, id="example-with-a-note-chinese"),
        pytest.param("moved 77 crates to hall 4, 3.1 t cleared", TOLD, id="dry-run-in-more-words"),
        pytest.param("moved 77 crates to hall 4, 3.1 t cleared", TOLD_LAST, id="dry-run-behind-more-words"),
        pytest.param("moved 77 crates to hall 4", TOLD_BEHIND, id="simulation-in-more-words-behind"),
        pytest.param("切断 A 路市电，蓄电池接管 42 秒", TOLD_ZH, id="drill-in-more-words-chinese"),
        pytest.param("the low-pressure horn did not sound", LATE, id="not-until"),
        pytest.param("继续停止吊装作业；目前风速 23.6 m/s", IF_ZH, id="condition-with-an-hour"),
    ],
)
def test_it_is_refused_without_what_says_so(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("./ship.sh --site north --dry-run", DRY, id="dry-run-kept"),
        pytest.param("./ship.sh --site north", WAITED, id="another-flag"),
        pytest.param("yearly drill: smoke seen in silo hall 3", DRILL, id="drill-kept"),
        pytest.param("smoke seen at the dryer, floor 2 cleared at 10:40", REAL, id="no-drill"),
        pytest.param(
            'Example alert text (for the manual only): "Mirror lost on silo 12', SAMPLE, id="example-kept"
        ),
        pytest.param("(dry run, no shelf is emptied) moved 77 crates", TOLD, id="dry-run-in-more-words-kept"),
        pytest.param("moved 77 crates, 3.1 t cleared", PLACE, id="place-in-brackets"),
        pytest.param("the lift answered in 31 ms", LOADED, id="a-load-test-is-done"),
        pytest.param(
            "（本次为演练，未真正停机）切断 A 路市电", TOLD_ZH, id="drill-in-more-words-kept-chinese"
        ),
        pytest.param("the low-pressure horn did not sound until 340 kPa", LATE, id="until-kept"),
        pytest.param("the low-pressure horn did not sound", NEVER, id="no-until"),
        pytest.param("目前风速 23.6 m/s，全场待命", IF_ZH, id="behind-the-condition"),
        pytest.param("现场继续停止吊装作业；目前风速 23.6 m/s", AT_ZH, id="an-hour-without-a-condition"),
    ],
)
def test_it_is_accepted_with_it_or_where_nothing_says_so(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"
