"""The sentences of tools, word by word: each thing that can be missing, each verb that says so, each failure."""

from __future__ import annotations

import pytest

from evidencelab.evidence.extractors.phrases import says_call_failed, says_nothing_matched

LISTED = [
    "result",
    "results",
    "resource",
    "resources",
    "record",
    "records",
    "row",
    "rows",
    "entry",
    "entries",
    "match",
    "matches",
    "hit",
    "hits",
    "datapoint",
    "datapoints",
    "data_point",
    "data_points",
    "data",
    "log",
    "logs",
    "log_line",
    "log_lines",
    "log_entries",
    "log_records",
    "log_messages",
    "log_stream",
    "log_streams",
    "log_data",
    "line",
    "lines",
    "event",
    "events",
    "alert",
    "alerts",
    "alarm",
    "alarms",
    "document",
    "documents",
    "doc",
    "docs",
    "item",
    "items",
    "series",
    "metric",
    "metrics",
    "sample",
    "samples",
    "trace",
    "traces",
    "span",
    "spans",
    "evidence",
    "article",
    "articles",
    "runbook",
    "runbooks",
]
THINGS = [
    "incident",
    "incidents",
    "issue",
    "issues",
    "problem",
    "problems",
    "error",
    "errors",
    "exception",
    "exceptions",
    "warning",
    "warnings",
    "pod",
    "pods",
    "node",
    "nodes",
    "container",
    "containers",
    "deployment",
    "deployments",
    "service",
    "services",
    "job",
    "jobs",
    "target",
    "targets",
    "rule",
    "rules",
    "file",
    "files",
    "message",
    "messages",
    "object",
    "objects",
    "knowledge",
    "page",
    "pages",
    "section",
    "sections",
    "block",
    "blocks",
    "chunk",
    "chunks",
    "restart",
    "restarts",
    "failure",
    "failures",
    "anomaly",
    "anomalies",
    "output",
    "content",
]


@pytest.mark.parametrize("thing", LISTED)
def test_that_there_are_none_says_that_nothing_matched(thing):
    thing = thing.replace("_", " ")
    for sentence in (f"no {thing}", f"0 {thing}", f"there are zero recent {thing}", f"currently no {thing}"):
        assert says_nothing_matched(sentence), sentence


@pytest.mark.parametrize("thing", [*LISTED, *THINGS])
def test_that_none_were_found_says_that_nothing_matched(thing):
    thing = thing.replace("_", " ")
    for sentence in (f"no {thing} found", f"found no {thing}", f"the query returned no {thing}"):
        assert says_nothing_matched(sentence), sentence


@pytest.mark.parametrize("thing", THINGS)
def test_that_there_are_none_of_another_kind_is_a_statement(thing):
    assert not says_nothing_matched(f"no {thing}")


@pytest.mark.parametrize(
    "words",
    [
        "found",
        "match",
        "matched",
        "matches",
        "matching",
        "returned",
        "exist",
        "exists",
        "present",
        "available",
        "detected",
        "seen",
        "recorded",
        "reported",
        "retrieved",
        "selected",
        "firing",
        "active",
        "to_show",
        "to_display",
        "to_report",
        "to_return",
        "were_found",
        "was_returned",
        "is_present",
        "are_firing",
        "have_been_seen",
        "has_been_reported",
        "were_currently_found",
        "could_be_found",
    ],
)
def test_what_was_not_found_may_be_said_in_many_words(words):
    assert says_nothing_matched(f"no pods {words.replace('_', ' ')}")


@pytest.mark.parametrize(
    "where",
    [
        "in",
        "for",
        "with",
        "within",
        "that",
        "from",
        "on",
        "at",
        "during",
        "between",
        "since",
        "under",
        "of",
        "by",
        "where",
        "containing",
        "after",
        "before",
        "over",
    ],
)
def test_where_nothing_was_found_may_follow(where):
    assert says_nothing_matched(f"no pods {where} cart-edge")


@pytest.mark.parametrize(
    "sentence",
    [
        *(f"{verb} no pods" for verb in ("found", "matched", "returned", "retrieved", "got")),
        *(f"nothing {verb}" for verb in ("found", "matched", "matches", "returned", "to show", "was found")),
        *(f"none {verb}" for verb in ("found", "were returned", "is found", "has been found")),
        *(f"empty {thing}" for thing in ("set", "result", "results", "result set", "response", "list")),
        "no entries",
        "-- no entries --",
        "- no entries -",
        *(f"{name} 0" for name in ("total", "count", "matches", "hits", "result", "results", "total count")),
        "total=0",
        "results found none",
        *(
            f"the query {verb} no rows"
            for verb in (
                "returned",
                "yielded",
                "produced",
                "gave",
                "found",
                "has",
                "have",
                "had",
                "got",
                "matched",
            )
        ),
        "the query returned an empty list of rows",
        *(
            f"the query {negation} match any pods"
            for negation in (
                *("did not", "didn't", "does not", "doesn't", "could not", "couldn't", "cannot", "can't"),
            )
        ),
        *(
            f"it did not {verb} a single pod"
            for verb in ("match", "return", "find", "yield", "locate", "produce")
        ),
        *(
            f"the {noun} is empty"
            for noun in (
                "query",
                "search",
                "filter",
                "request",
                "result",
                "results",
                "result set",
                "response",
            )
        ),
        *(f"the results {verb} empty" for verb in ("are", "was", "came back")),
        "no pool-7 widgets found",
        "no pool-7 widgets were matched",
        "no widgets was returned",
        "zero widgets detected",
    ],
)
def test_a_sentence_says_that_nothing_matched(sentence):
    assert says_nothing_matched(sentence)


@pytest.mark.parametrize(
    "verb",
    [
        "找到",
        "查询到",
        "查到",
        "检索到",
        "搜索到",
        "搜到",
        "匹配",
        "命中",
        "发现",
        "获取到",
        "返回",
        "检测到",
        "出现",
        "触发",
    ],
)
@pytest.mark.parametrize("negation", ["未", "没有", "没", "尚未", "未能"])
def test_a_chinese_sentence_says_that_nothing_was_found(negation, verb):
    assert says_nothing_matched(f"{negation}{verb}")


@pytest.mark.parametrize(
    "noun",
    [
        "结果",
        "数据",
        "日志",
        "告警",
        "报警",
        "记录",
        "匹配",
        "命中",
        "资源",
        "事件",
        "证据",
        "文档",
        "知识",
        "内容",
        "指标",
        "条目",
    ],
)
@pytest.mark.parametrize("none", ["没有", "无", "暂无", "没有任何", "无相关", "暂无更多的"])
def test_a_chinese_sentence_says_that_there_is_none(none, noun):
    assert says_nothing_matched(f"{none}{noun}")


@pytest.mark.parametrize(
    "which",
    [
        "任何",
        "相关",
        "匹配",
        "符合",
        "对应",
        "满足",
        "可用",
        "更多",
        "活跃",
        "正在触发",
        "此类",
        "该类",
        "类似",
        "条件",
        "的",
        "符合条件的",
    ],
)
def test_a_chinese_sentence_may_say_which(which):
    assert says_nothing_matched(f"没有{which}资源")


@pytest.mark.parametrize(
    "sentence",
    [
        "查无",
        *(f"{noun}为空" for noun in ("结果", "返回", "列表", "数据", "响应", "结果集", "数据集")),
        "列表是空",
        "空结果",
        *(f"共 0 {unit}" for unit in "条个项行笔份"),
        "0条",
    ],
)
def test_a_chinese_sentence_says_that_it_is_empty(sentence):
    assert says_nothing_matched(sentence)


@pytest.mark.parametrize("sentence", ["共 10 条", "共 1.0 条", "无人值守", "没有问题", "没收结果"])
def test_other_chinese_sentences_say_something_else(sentence):
    assert not says_nothing_matched(sentence)


SOURCES = [
    "permission",
    "permissions",
    "access",
    "credential",
    "credentials",
    "token",
    "route",
    "space",
    "connection",
    "connections",
    "host",
    "hosts",
    "datasource",
    "datasources",
    "data_source",
    "data_sources",
    "backend",
    "backends",
    "endpoint",
    "endpoints",
    "index",
    "indices",
    "shard",
    "shards",
    "command",
    "config",
    "configuration",
    "authorization",
    "api_key",
]


@pytest.mark.parametrize("source", SOURCES)
def test_a_missing_source_is_no_empty_answer(source):
    source = source.replace("_", " ")
    for said in (
        "no",
        "there is no",
        "there are no such",
        "no valid",
        "no suitable",
        "no default",
        "no cart",
    ):
        assert not says_nothing_matched(f"{said} {source} found"), said


@pytest.mark.parametrize(
    "source",
    [
        "数据源",
        "索引",
        "配置",
        "接口",
        "工具",
        "主机",
        "凭证",
        "凭据",
        "令牌",
        "token",
        "命令",
        "路径",
        "数据库",
        "权限",
        "连接",
        "端点",
    ],
)
def test_a_missing_chinese_source_is_no_empty_answer(source):
    assert not says_nothing_matched(f"未找到{source}")
    assert not says_nothing_matched(f"未找到{source}不存在")


@pytest.mark.parametrize(
    "something",
    [
        *(f"3 recent cart {word}" for word in ("results", "pods", "pending", "firing", "active", "inactive")),
        *(f"1 {word}" for word in ("resolved", "found", "matched", "alert")),
        *(f"12 {unit}" for unit in "条个项行笔份"),
    ],
)
def test_a_sentence_that_counts_something_does_not_say_that_nothing_matched(something):
    assert not says_nothing_matched(f"no alerts found, {something}")


@pytest.mark.parametrize(
    "because",
    ["because", "due to", "caused by", "since the", "but", "although", "因为", "由于", "原因", "但"],
)
def test_what_went_wrong_counts_behind_the_reason(because):
    assert says_call_failed(f"no rows found {because} shard 3 was denied")
    assert says_nothing_matched(f"no rows found {because} it is night")


TROUBLE = [
    "timeout",
    "timeouts",
    "time-out",
    "timed_out",
    "time_out",
    "timing_out",
    "deadline_exceeded",
    "fail",
    "failed",
    "failure",
    "failing",
    "fails",
    "denied",
    "forbidden",
    "refused",
    "aborted",
    "unauthorized",
    "unauthorised",
    "unauthenticated",
    "permission",
    "permissions",
    "unreachable",
    "unavailable",
    "cancelled",
    "canceled",
    "interrupted",
    "error",
    "errors",
    "not_authorized",
    "not_permitted",
    "not_allowed",
    "not_configured",
    "not_connected",
    "not_reachable",
    "not_supported",
    "not_ready",
    "not_indexed",
    "connection_refused",
    "connection_reset",
    "connection_aborted",
    "connection_error",
    "connection_closed",
    "exception",
    "exceptions",
    "could_not",
    "couldn't",
    "unable_to",
    "cannot",
    "can't",
    "incomplete",
    "partial",
    "partially",
    "truncated",
    "rate_limit",
    "rate_limited",
    "too_many_requests",
    "throttled",
    "invalid",
    "unknown",
    "down",
    "offline",
    "expired",
    "404",
    "503",
]
TROUBLE_ZH = [
    "失败",
    "超时",
    "出错",
    "错误",
    "异常",
    "权限",
    "拒绝",
    "未授权",
    "无权",
    "无法",
    "不可用",
    "不可达",
    "中断",
    "未配置",
    "未连接",
    "未登录",
    "不支持",
    "不完整",
    "截断",
    "过期",
    "离线",
    "宕机",
    "限流",
]


@pytest.mark.parametrize("trouble", [*TROUBLE, *TROUBLE_ZH])
def test_a_sentence_that_finds_nothing_and_tells_of_trouble_tells_of_a_failure(trouble):
    sentence = f"no rows found; shard 3 {trouble.replace('_', ' ')}"
    assert not says_nothing_matched(sentence)
    assert says_call_failed(sentence)


FAILURES = [
    *(f"{word}: boom" for word in ("error", "err", "fatal", "exception", "failure", "failed", "panic")),
    *(
        f"error {word} cart"
        for word in ["from server", "code", "executing", "running", "querying", "calling", "fetching", "retrieving", "getting", "while", "when", "during", "connecting", "accessing", "reading", "occurred"]
    ),
    "error",
    "error (boom)",
    "an error occurred",
    "a fatal cart exception has occurred",
    "a failure occurred",
    "network error while fetching",
    "cart exception when reading",
    "connecttimeout: boom",
    "requests.exceptions.connecterror(boom)",
    "some.readexception: x",
    *(f"{verb} to fetch rows" for verb in ("failed", "unable", "not able")),
    *(
        f"{asking} failed to load"
        for asking in ["the", "your", "a", "this", "log", "logs", "metric", "metrics", "alert", "alerts", "http", "api", "tool", "query", "request", "call", "command", "operation", "search", "connection", "read", "execution", "server", "kubectl", "prometheus", "loki", "elasticsearch", "alertmanager", "the log query"]
    ),
    *(
        f"{negation} connect"
        for negation in ("could not", "couldn't", "cannot", "can not", "can't")
    ),
    *(
        f"cannot {verb} it"
        for verb in ["connect", "reach", "fetch", "get", "list", "query", "execute", "run", "load", "retrieve", "access", "open", "read", "resolve", "authenticate", "complete", "contact"]
    ),
    *(
        f"the query {verb}"
        for verb in (
            *("timed out", "timeout", "time-out", "failed", "aborted", "canceled", "cancelled", "has timed out"),
            *("have failed", "was aborted", "were cancelled"),
        )
    ),
    "deadline exceeded",
    "context deadline exceeded",
    *(f"{noun} denied" for noun in ("permission", "access", "permission is", "access was")),
    *(
        f"{none} permission"
        for none in (
            *("you do not have", "you don't have", "no", "insufficient", "missing", "no required"),
            *("insufficient sufficient", "you do not have the"),
        )
    ),
    *(
        f"missing {noun}"
        for noun in ("permissions", "access", "privileges", "rights", "authorization", "credentials")
    ),
    *("unauthorized", "unauthorised", "unauthenticated", "forbidden", "not authorized", "login required"),
    *("authentication failed", "authentication required"),
    *(f"invalid {noun}" for noun in ("token", "credentials", "api key", "request", "query")),
    *(f"connection {verb}" for verb in ("refused", "reset", "error", "aborted", "timed out", "closed")),
    *(
        f"the {noun} is unavailable"
        for noun in (
            ["server", "service", "endpoint", "backend", "host", "tool", "api", "database", "datasource", "data source"]
        )
    ),
    *(
        f"server {verb}"
        for verb in ["unavailable", "unreachable", "not available", "not reachable", "not responding", "not found", "not configured", "down", "returned an error", "returned a error", "was down"]
    ),
    *["bad gateway", "service unavailable", "gateway timeout", "gateway time-out", "internal server error", "too many requests", "bad request", "rate limit", "quota exceeded", "method not allowed", "not implemented"],
    *("http 503", "http/1.1 404", "status 500", "status code: 401", "status=502", "http: 500"),
    *(
        f"503 {words}"
        for words in ["client error", "server error", "unauthorized", "forbidden", "not found", "internal", "bad", "service", "gateway", "too many"]
    ),
    "traceback (most recent call last)",
    *(
        f"bash: kubectl: {words}"
        for words in ["command not found", "not found", "no such file", "permission denied", "cannot go", "unable to", "error x", "unknown x", "invalid x", "connection x", "could not x", "operation not permitted"]
    ),
    *(
        f"{noun} {verb} with {code}"
        for noun in ("command", "process", "tool")
        for verb in ("exited", "terminated", "ended")
        for code in ("a non-zero x", "nonzero x", "error 1", "exit x", "status 1", "code 1")
    ),
    "command kubectl exited with code 1",
    *(f"{word} tool x" for word in ("unknown", "unsupported", "unrecognized", "no such")),
    *(
        f"unknown {noun} x"
        for noun in ["tool", "command", "function", "method", "flag", "argument", "file", "host", "index"]
    ),
]  # fmt: skip


@pytest.mark.parametrize("sentence", FAILURES)
def test_a_sentence_says_that_the_call_failed(sentence):
    assert says_call_failed(sentence)
    assert not says_nothing_matched(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        *(f"{word}:boom" for word in ("错误", "出错", "失败", "异常", "报错", "超时")),
        *("错误", "对不起,权限不足", "抱歉当前用户权限不足", "您没有此项权限", "账号无此项权限", "账户无权", "你未授权"),
        *("未登录", "拒绝访问", "访问被拒绝", "禁止访问"),
        *(
            f"{noun}{verb}失败"
            for noun in ("本次", "日志", "指标", "告警", "知识", "知识库", "数据", "工具", "远程", "后端", "监控", "系统")
            for verb in ("查询",)
        ),
        *(
            f"{verb}cart失败"
            for verb in ["查询", "检索", "请求", "调用", "连接", "访问", "执行", "获取", "读取", "接口", "工具", "响应", "加载"]
        ),
        *(f"查询{verb}" for verb in ["失败", "超时", "出错", "错误", "异常", "被拒绝", "不可用", "中断"]),
        *(f"{none}连接" for none in ("无法", "不能", "暂时无法", "当前不能")),
        *(f"无法{verb}" for verb in ["连接", "访问", "获取", "查询", "读取", "执行", "完成", "解析"]),
        *(f"{noun}不可用" for noun in ["服务", "系统", "接口", "网关", "后端", "数据源", "数据库"]),
        *(f"服务{verb}" for verb in ["不可用", "不可达", "异常", "繁忙", "未配置", "内部错误", "错误", "暂时不可用", "暂不可用", "当前不可用"]),
    ],
)  # fmt: skip
def test_a_chinese_sentence_says_that_the_call_failed(sentence):
    assert says_call_failed(sentence)
    assert not says_nothing_matched(sentence)


@pytest.mark.parametrize(
    "label",
    [
        "result",
        "results",
        "output",
        "info",
        "note",
        "message",
        "stdout",
        "response",
        "status",
        "ok",
        "success",
        "warning",
        "提示",
        "结果",
        "信息",
        "说明",
        "消息",
    ],
)
def test_a_label_in_front_is_no_part_of_the_sentence(label):
    assert says_nothing_matched(f"{label}: no rows")
    assert says_call_failed(f"{label}: deadline exceeded")


@pytest.mark.parametrize("marks", ["''", '""', "``", "“”", "「」", "『』", "{}"])
def test_what_is_quoted_is_no_verdict(marks):
    assert says_nothing_matched(f"no rows found; {marks[0]}connection failed{marks[1]}")
    assert not says_nothing_matched("no rows found; <connection failed>")


@pytest.mark.parametrize(
    "end",
    ["; ", ": ", "! ", "? ", "。", "\n", " (", ") ", " [", "] ", " | ", ". ", ", ", " - ", " – ", " — "],
)
def test_a_clause_ends(end):
    # "it is night" does not begin a sentence that says so, unless the clause ended
    assert says_nothing_matched(f"it is night{end}empty set")


@pytest.mark.parametrize("end", ["-", ".", ",", " "])
def test_a_clause_goes_on(end):
    assert not says_nothing_matched(f"night{end}empty set")


@pytest.mark.parametrize(
    "page", ["<!doctype html><title>", "<html><head><title>", "<head><h1 class='x'>", " <html>\n<h1>"]
)
def test_an_error_page_speaks_by_its_title(page):
    assert says_call_failed(f"{page} 503 Service Unavailable </title>")
    assert not says_call_failed(f"{page} Pool of node-7 </title>")
