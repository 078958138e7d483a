"""Nothing found is not healthy: what was listed as none cannot be all well, and what is denied is sound."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, report_on

NONE: Reply = ("list_turbines", {"park": "north"}, "[]")
TOLD: Reply = ("list_turbines", {"park": "north"}, "No turbines found in park north.")
NO_ALERT: Reply = ("get_alerts", {"park": "north"}, "[]")
NOT_WELL: Reply = ("list_turbines", {"park": "north", "status": "down"}, "[]")
SOME: Reply = ("list_turbines", {"park": "north"}, '[{"name": "T-1", "condition": "healthy"}]')
OTHER: Reply = ("read_log", {"park": "north"}, "06:00 turbines T-1 and T-2 healthy")
ZH: Reply = ("list_nodes", {"cluster": "east"}, "[]")


@pytest.mark.parametrize(
    ("answer", "replies", "is_bad"),
    [
        pytest.param("All turbines are healthy.", (NONE,), True, id="empty"),
        pytest.param("All of the turbines are running normally.", (TOLD,), True, id="told-none"),
        pytest.param("所有节点均正常。", (ZH,), True, id="chinese"),
        pytest.param("All turbines are healthy.", (SOME,), False, id="listed"),
        pytest.param("All turbines are healthy.", (NONE, OTHER), False, id="shown-elsewhere"),
        pytest.param("All turbines are healthy.", (NOT_WELL,), False, id="none-in-trouble"),
        pytest.param("No alerts are firing.", (NO_ALERT,), False, id="no-alerts"),
        pytest.param("No turbines were found in park north.", (NONE,), False, id="none-found"),
        pytest.param("集群 east 中没有节点。", (ZH,), False, id="none-found-in-chinese"),
        pytest.param("If all turbines are healthy, the park is on.", (NONE,), False, id="condition"),
    ],
)
def test_health_of_none(answer, replies, is_bad):
    report = report_on(answer, *replies)
    assert bool(report.findings) is is_bad, [(s.text, s.finding, s.reason) for s in report.statements]
