"""What a denial is about, what each call asked for and showed, and which call bears on it most.

It must not decide whether anything is overclaimed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.evidence.faults import Fault, failed_sections, fault_of
from evidencelab.traces.evidence.layout import flat_text
from evidencelab.traces.evidence.records import Record, lists_of, records_of
from evidencelab.traces.formats.conversation import CallRecord
from evidencelab.traces.formats.parts import mapping
from evidencelab.traces.formats.unseen import as_text
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.commands import is_command_line
from evidencelab.traces.wording.words import stem, words_of

Call = tuple[int, ToolInvocation, CallRecord | None]

_WHOLE_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]+")
_ENGLISH_FOR = (
    ("漏洞", "vuln vulnerability cve"),
    ("告警", "alert alarm"),
    ("报警", "alert alarm"),
    ("日志", "log journal journalctl"),
    ("错误", "error"),
    ("订单", "order"),
    ("重复", "duplicate"),
    ("连接", "connection connected"),
    ("数据库", "database db"),
    ("网络", "network"),
    ("磁盘", "disk"),
    ("内存", "memory"),
    ("退款", "refund"),
    ("发票", "invoice"),
    ("库存", "stock inventory"),
    ("备份", "backup"),
    ("证书", "certificate cert"),
    ("重启", "restart"),
    ("超时", "timeout timed"),
    ("失败", "fail failure"),
    ("延迟", "lag delay latency behind"),
    ("重试", "retry retries"),
    ("报错", "error"),
    ("异常", "anomaly exception"),
    ("冲突", "conflict"),
    ("丢失", "lost missing"),
    ("丢包", "loss dropped"),
    ("缺口", "gap"),
    ("逾期", "overdue"),
    ("投诉", "complaint"),
    ("安全", "security safety"),
    ("扫描", "scan scanner"),
    ("审计", "audit"),
    ("测试", "test"),
    ("覆盖率", "coverage"),
    ("部署", "deploy deployment"),
    ("回滚", "rollback"),
    ("发布", "release"),
    ("迁移", "migration"),
    ("同步", "sync replication"),
    ("复制", "replication"),
    ("恢复", "restore recovery"),
    ("演练", "drill"),
    ("快照", "snapshot"),
    ("集群", "cluster"),
    ("节点", "node"),
    ("容器", "container"),
    ("镜像", "image registry"),
    ("队列", "queue"),
    ("缓存", "cache"),
    ("域名", "domain dns"),
    ("防火墙", "firewall"),
    ("监控", "monitor monitoring metrics"),
    ("指标", "metric metrics"),
    ("温度", "temperature temp"),
    ("湿度", "humidity"),
    ("风扇", "fan"),
    ("电源", "power psu"),
    ("传感器", "sensor"),
    ("设备", "device equipment"),
    ("工单", "ticket workorder work order"),
    ("巡检", "inspection patrol"),
    ("维修", "repair maintenance"),
    ("维护", "maintenance"),
    ("保养", "maintenance service"),
    ("清洗", "cleaning wash"),
    ("校准", "calibration"),
    ("事故", "accident incident"),
    ("不良事件", "adverse event"),
    ("感染", "infection"),
    ("伤病", "injury"),
    ("受伤", "injury"),
    ("质检", "quality inspection qc"),
    ("召回", "recall"),
    ("病虫害", "pest disease scouting"),
    ("劳动", "labor labour"),
    ("争议", "dispute"),
    ("诉讼", "lawsuit litigation"),
    ("涉诉", "lawsuit litigation"),
    ("处罚", "penalty sanction"),
    ("付款", "payment"),
    ("支付", "payment"),
    ("账单", "bill billing"),
    ("对账", "reconciliation reconcile"),
    ("合同", "contract"),
    ("客户", "customer client"),
    ("供应商", "supplier vendor"),
    ("物流", "logistics shipping"),
    ("发货", "shipment shipping"),
    ("海关", "customs"),
    ("清关", "customs clearance"),
    ("考勤", "attendance"),
    ("请假", "leave"),
    ("调休", "toil"),
    ("余额", "balance"),
    ("培训", "training"),
    ("航班", "flight"),
    ("天气", "weather"),
    ("评论", "review comment"),
    ("合规", "compliance"),
    ("许可", "license licence permit"),
    ("权限", "permission"),
    ("心跳", "heartbeat"),
    ("健康检查", "healthcheck"),
)
EMPTY_WORDS = words_of(
    "healthy normal errors issues problems warnings failures exceptions anomalies alerts running state "
    "status issue detected unhealthy everything fine working stable health ready present exists seen "
    "great good sure okay perfect wonderful thank thanks glad sounds looks "
    "reported recorded logged happened occurred found final run left remaining today active returned "
    "正常 健康 错误 异常 问题 告警 状态 运行 没有 发现 其他 存在 任何 此外 除此 没有发现 未发现 任何异常 "
    "发现异常"
)


OF_ANY_TOOL = words_of(
    "get list run query exec execute bash shell tool search read fetch show describe check find lookup call"
    " api http request web browser file data info report status analysis analyze analyse command python sql"
    " open click load create update send write edit test item order user account time date service page"
)
"""Words that many tools have in their names, so that they tell none from another."""
_OF_FAILURES = words_of(
    "fail failed failure timeout timed denied access permission refused unavailable unreachable connect"
    " connection server upstream provider offline unauthorized forbidden exceeded deadline client network"
    " host code message temporarily rejected internal gateway window seconds role read answer"
    " 失败 超时 权限 查询 返回 数据 无权 访问 拒绝 连接 服务 当前 账号 账户 接口"
    " 上游 离线 设备 查看 系统 请求 记录"
)
"""Words by which any failure is told, whatever could not be read."""
_KEY_END = re.compile(r"[_-]?(?:ids?|no|nr|num|number|name|code)$|编号|名称|号码", re.IGNORECASE)
_BARE = re.compile(r"[A-Za-z]?\d{0,4}|\d{0,4}[A-Za-z]")
_UNFOUND = re.compile(
    r"\bnot[ _-]?found\b|\bno such (?!host|file|command)|\bdoes(?: not|n't) exist\b"
    r"|\bno \w+ (?:with|for|under|by)\b"
    r"|不存在|未找到|查无"
)
_SHORT = 400
_NOTHING = "evidence_status=no_evidence"


@dataclass(frozen=True, eq=False)
class Bearing:
    """A call as a claim without values looks at it.

    Attributes:
        number: The call's index in the session.
        call: The call.
        asked: The words of its name and arguments.
        shown: Those, and the words of its output.
        fault: What keeps it from showing an absence.
        lines: The lines of its output; that nothing matched what was asked for is none.
    """

    number: int
    call: ToolInvocation
    asked: frozenset[str]
    shown: frozenset[str]
    fault: Fault | None
    lines: Sequence[str]

    @cached_property
    def tool_words(self) -> frozenset[str]:
        """The words of its tool's name that tell it from any tool."""
        return words_of(self.call.tool_name.replace("_", " ")) - OF_ANY_TOOL

    @cached_property
    def asked_text(self) -> str:
        """Its name and arguments as they are written."""
        said = f"{self.call.tool_name} {flat_text(self.call.arguments)}"
        return " ".join((said, *self.asked_names))

    @cached_property
    def asked_names(self) -> tuple[str, ...]:
        """What its arguments are called with their keys, where the value alone is no name: `pump 4`."""
        found = []
        for key, value in mapping(self.call.arguments).items():
            base = _KEY_END.sub("", key)
            if isinstance(value, str | int) and base and _BARE.fullmatch(str(value)):
                found += [f"{base}{value}", f"{value}{base}"] if not base.isascii() else [f"{base} {value}"]
        return tuple(found)

    @cached_property
    def shown_text(self) -> str:
        """All that it asked and showed, as it is written."""
        return f"{self.asked_text} {as_text(self.call.output)}"

    @cached_property
    def low_text(self) -> str:
        """The same in lower case."""
        return self.shown_text.lower()

    @cached_property
    def low_output(self) -> str:
        """Its output in lower case."""
        return as_text(self.call.output).lower()

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """The records of its output."""
        return records_of(self.number, self.call)

    @cached_property
    def told_of_failure(self) -> frozenset[str]:
        """The words of a failed call's short reply, which may say what could not be read."""
        told = as_text(self.call.output)
        is_told = self.fault is not None and self.fault.kind == "failed" and len(told) <= _SHORT
        return words_of(told) - EMPTY_WORDS - _OF_FAILURES if is_told else frozenset()

    @cached_property
    def lists(self) -> tuple[Record, ...]:
        """The objects of its output that hold lists, each list as a count."""
        return lists_of(self.number, self.call)

    def answers_none_of(self, thing: frozenset[str]) -> bool:
        """Tell whether it failed for want of just that: `no booking R-5520` shows that there is none.

        The programs that a command runs name nothing more: `no helm release web`.
        """
        if not thing or not _UNFOUND.search(self.low_output[:_SHORT]):
            return False
        return thing <= self.told_of_failure | self.tool_words | self._programs

    @cached_property
    def _programs(self) -> frozenset[str]:
        """The words of the programs that its arguments run, if they are a command."""
        lines = (str(value).strip() for value in mapping(self.call.arguments).values())
        return words_of(" ".join(line.split()[0] for line in lines if is_command_line(line)))

    @cached_property
    def failed_sections(self) -> tuple[tuple[str, str], ...]:
        """The parts of its output that failed where others did not: name, and what it says."""
        return tuple(dict(failed_sections(self.call)).items())


def topic_of(text: str) -> frozenset[str]:
    """Give the words that say what a denial is about; names whole, Chinese nouns in English as well."""
    return topic_as_told(text) | (in_english(text) - EMPTY_WORDS)


def topic_as_told(text: str) -> frozenset[str]:
    """Give those words as they are told, for where each of them must be found."""
    names = {token.folded for token in value_tokens(text) if token.kind == "name"}
    return (_all_words(text) | names) - EMPTY_WORDS


def in_english(text: str) -> frozenset[str]:
    """Give the English words by which calls may have what a Chinese text speaks of."""
    return frozenset(stem(word) for noun, words in _ENGLISH_FOR if noun in text for word in words.split())


def bearings(
    calls: Sequence[Call],
    call_words: Mapping[int, frozenset[str]],
    lines_of: Mapping[int, Sequence[str]],
) -> tuple[Bearing, ...]:
    """Lay out the calls before a statement, in order.

    Args:
        calls: Index, recorded call and its record, in order.
        call_words: The words of each call's name, arguments and output, by index.
        lines_of: The lines of each call's output, by index.
    """
    laid = []
    for index, call, record in calls:
        said = f"{call.tool_name.replace('_', ' ')} {flat_text(call.arguments)}"
        asked = _all_words(said) | {token.folded for token in value_tokens(said) if token.kind == "name"}
        shown = asked | call_words.get(index, frozenset())
        lines = [line for line in lines_of.get(index, ()) if _NOTHING not in line]
        laid.append(Bearing(index, call, asked, shown, fault_of(call, record), lines))
    return tuple(laid)


def weight_of(words: frozenset[str], among: Sequence[Bearing]) -> float:
    """Give how telling some words are of a call: the fewer calls asked for one, the more it counts."""
    return sum(1.0 / max(1, sum(word in other.asked for other in among)) for word in words)


def _all_words(text: str) -> frozenset[str]:
    """Give the content words as stems, words in mixed case (`MySQL`) whole as well."""
    whole = {stem(word) for word in _WHOLE_WORD.findall(text) if words_of(word.lower())}
    return words_of(text) | frozenset(whole)
