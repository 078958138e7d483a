from __future__ import annotations

import pytest

from evidencelab.agents.language.repair import gathers_evidence, repair_step

REPAIRS = [
    "Restart the pod",
    "restart order-service and check the logs",
    "Check the heap dump, then restart the service",
    "Check and restart the service",
    "scale out the workers",
    "Roll back the release",
    "Roll order-service back to the version before",
    "Scale the workers of cart-api out to 8 replicas",
    "Turn the feature flag off",
    "Take the node out of rotation",
    "kill the session",
    "delete old logs",
    "Check the logs and delete old files",
    "Increase the pool size",
    "Raise max connections to 100",
    "You should free disk space on /data",
    "Consider increasing the heap",
    "Please run kubectl delete pod x",
    "kubectl rollout undo deployment/x",
    "Add an index on created_at",
    "Verify the theory by restarting one replica",
    "Ask the platform team to restart the service",
    "查看日志并重启服务",
    "重启 order-service",
    "重启后观察指标",
    "先收集日志，再扩容",
    "将连接池 max 调大到 100",
    "删除历史日志",
    "清理磁盘",
    "续期证书",
    "临时关闭该功能",
    "联系 DBA 重启数据库",
    "通过重启来验证",
    "建议回滚到上一版本",
    "杀掉慢查询会话",
]
GATHERINGS = [
    "Check the GC logs of order-service",
    "Look at restarts and rollbacks",
    "Check the restart count and deploy events",
    "Collect a heap dump and object allocation statistics",
    "Compare the metrics before and after the deploy",
    "Extend the time range of the query",
    "Review the rollback history",
    "Do not restart; collect a thread dump",
    "Check whether the certificate was renewed",
    "查看重启次数",
    "查看最近一次回滚记录",
    "检查是否发生过重启",
    "收集重启后的日志",
    "继续查看 order-service 的 GC 日志、堆 dump 或对象分配统计。",
    "扩大日志查询时间范围",
    "对比发布前后的错误率",
    "向值班人员确认最近的变更",
    "不要重启，先抓取线程栈",
]


@pytest.mark.parametrize("text", REPAIRS)
def test_repair_step_quotes_what_changes_the_system(text: str) -> None:
    assert repair_step(text) is not None


@pytest.mark.parametrize("text", GATHERINGS)
def test_repair_step_lets_steps_pass_that_only_gather(text: str) -> None:
    assert repair_step(text) is None
    assert gathers_evidence(text)


@pytest.mark.parametrize("text", ["Notify the on-call channel", "写一份总结"])
def test_gathers_evidence_is_not_merely_the_absence_of_a_repair(text: str) -> None:
    assert repair_step(text) is None
    assert not gathers_evidence(text)
