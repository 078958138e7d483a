"""What a log writes in front of its messages may be left out; what takes a message back may not."""

import pytest

from evidencelab.evidence.excerpts import match_excerpt

LOG = (
    "2025-05-01 10:00:01,120 WARN [worker-3] c.a.Pool - connection to db-1 refused, retry in 5s\n"
    "2025-05-01 10:00:02,301 ERROR [worker-4] c.a.Mail - queue full, 12 mails dropped"
)


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("10:00:01,120 WARN connection to db-1 refused", LOG, id="thread-and-logger"),
        pytest.param("WARN [worker-3] connection to db-1 refused", LOG, id="logger"),
        pytest.param("connection to db-1 refused … queue full, 12 mails dropped", LOG, id="both-heads"),
        pytest.param(
            "Mar 12 09:14:02 sshd[411]: Failed password",
            "Mar 12 09:14:02 web1 sshd[411]: Failed password",
            id="host",
        ),
    ],
)
def test_the_head_of_a_line_may_be_left_out(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("WARN queue full, 12 mails dropped", LOG, id="level-of-another"),
        pytest.param(
            "[worker-3] connection to db-1 refused … queue full", LOG, id="tag-kept-and-other-dropped"
        ),
        pytest.param("connection to db-1 … queue full, 12 mails dropped", LOG, id="broken-off"),
        pytest.param(
            "10:01:00 INFO removing volume v-3",
            "10:01:00 INFO [DRY-RUN] removing volume v-3",
            id="tried-only",
        ),
        pytest.param(
            "10:01:00 INFO valve v-3 opened", "10:01:00 INFO (simulated) valve v-3 opened", id="simulated"
        ),
    ],
)
def test_a_head_is_not_left_out_of_one_line_alone(excerpt, text):
    assert match_excerpt(excerpt, text).decision != "accept"


@pytest.mark.parametrize(
    ("excerpt", "text", "is_told"),
    [
        pytest.param("Upload failed … retry-count=3", "Upload failed: disk full, retry-count=3", True, id="pair"),
        pytest.param("出库失败 … 重试次数=3", "订单 A1 出库失败: 库存不足, 重试次数=3", True, id="zh-pair"),
        pytest.param("Upload failed … 3", "Upload failed: disk full, retry-count=3", False, id="bare-value"),
        pytest.param("web degraded", '{"name": "web", "status": "ok", "db": {"status": "degraded"}}', False, id="inner"),
        pytest.param("yields rose, costs fell. It", "yields rose [3], costs fell [4, 5]. It rained", True, id="notes"),
        pytest.param("field a = 9", "field a[1] = 3 and a[2] = 9", False, id="index"),
        pytest.param("BatteryLow firing", "Alert: BatteryLow\nState: firing\nSite: 7", True, id="name-and-state"),
        pytest.param("OPS-9: on hold", "Ticket: OPS-9\nStatus: on hold\nOwner: ines", True, id="state-of-two-words"),
        pytest.param("P-14 stopped, power=3", "PUMP  P-14\nstate: stopped\npower: 3", True, id="name-behind-kind"),
        pytest.param(
            "BatteryLow firing", "Alert: BatteryLow\nState: ok\n\nAlert: TankLow\nState: firing", False, id="other-state"
        ),
        pytest.param("made 1284500 bottles", "The site made 1 284 500 bottles", True, id="groups"),
        pytest.param("rows 3120 44 of b", "rows 3 120 44 of b", False, id="two-numbers"),
    ],
)  # fmt: skip
def test_what_is_left_out_leaves_each_value_its_key(excerpt, text, is_told):
    assert (match_excerpt(excerpt, text).decision == "accept") is is_told
