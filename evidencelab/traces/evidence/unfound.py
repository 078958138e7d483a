"""Whether a call failed only because what it was asked for was not found, as `KeyError: no such user` says.

Such a reply is an answer, told as an error. It must not know what was said of the call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import JsonValue

from evidencelab.contracts import ToolInvocation
from evidencelab.evidence.extractors.phrases import says_nothing_matched
from evidencelab.evidence.extractors.wording import TROUBLE
from evidencelab.traces.formats.parts import mapping, parsed, sequence

_LONGEST = 400
_LABEL = re.compile(
    r"[\s\W]*(?:(?:[\w.]*(?:error|exception)|err|fail(?:ed|ure)?)\b(?: code)?[\s:(\[-]*\d{0,4}[)\]]?"
    r"|(?:错误|异常|报错|失败)(?=\W)|(?:https?[\s/]*[\d.]*\s*|status(?: code)?[\s:=]*)?404"
    r"|not[ _]?found(?=\s*[:：-])|no[ _]results?(?=\s*[:：-]))[\s:：,-]*",
    re.IGNORECASE,
)
"""What stands in front of the sentence: the kind of the error, an HTTP code."""
_NOT_THERE = re.compile(
    r"\bnot[ _-]?found\b|\bno such \w+|\b(?:does|did|do)(?: not|n['’]t) exist\b"
    r"|\bno \w+ (?:with|for|under|by|named|called|matching)\b"
    r"|(?:未|没有?|无法|不能)(?:能)?(?:找到|查到|查询到|搜索到|检索到|匹配)|不存在|查无|无(?:匹配|相关|符合)",
    re.IGNORECASE,
)
_OF_THE_CALL = re.compile(
    r"\b(?:tools?|functions?|methods?|commands?|modules?|packages?|plugins?|hosts?|servers?|endpoints?"
    r"|routes?|urls?|paths?|director(?:y|ies)|index|indices|tables?|columns?|relations?|schemas?|databases?"
    r"|data ?sources?|arguments?|parameters?|attributes?|options?|fields?|keys?|credentials?|tokens?"
    r"|configs?|configuration|permissions?|drivers?|clusters?|contexts?|namespaces?|api"
    r"|resource types?)\b(?! (?:that|with|for))"
    r"|工具|函数|方法|命令|模块|主机|接口|路径|目录|索引|数据表|表名|字段|参数|数据库|数据源|配置|凭证|令牌"
    r"|权限|命名空间",
    re.IGNORECASE,
)
"""What a call needs to look at all: where one of these is missing, nothing was looked for."""
_NOT_ASKED = re.compile(
    r"\b(?:required|missing|unexpected|expected|invalid|must|argument|parse|unknown|unsupported)\b", re.I
)
_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|`[^`\n]*`|“[^”\n]*”|「[^」\n]*」")


def says_unfound(call: ToolInvocation) -> bool:
    """Tell whether a reply says that what was asked for is not there, and nothing of a failure to look."""
    told = [text.strip() for text in texts_in(parsed(call.output)) if text.strip()]
    sentences = [rest for rest in map(_without_label, told) if rest]
    return bool(told) and len(" ".join(told)) <= _LONGEST and _all_unfound(sentences, _asked(call))


def _all_unfound(sentences: list[str], asked: list[str]) -> bool:
    """Tell whether some sentence says so, and none tells of anything else that went wrong."""
    is_said = False
    for sentence in sentences:
        plain = _QUOTED.sub(" ", sentence)
        for term in asked:
            plain = plain.replace(term, " ")
        if TROUBLE.search(plain.casefold()) or _NOT_ASKED.search(plain):
            return False
        found = _NOT_THERE.search(plain)
        if found is not None and _OF_THE_CALL.search(plain):
            return False
        is_said = is_said or found is not None or says_nothing_matched(sentence, asked)
    return is_said


def _without_label(text: str) -> str:
    """Cut off the kinds of errors and codes in front of a sentence; empty where it is nothing else."""
    while (found := _LABEL.match(text)) is not None and found.end():
        text = text[found.end() :]
    return text.strip()


def texts_in(value: JsonValue) -> Iterator[str]:
    """Give the texts that a value holds, in order."""
    if isinstance(value, str):
        yield value
    for item in (*mapping(value).values(), *sequence(value)):
        yield from texts_in(item)


def _asked(call: ToolInvocation) -> list[str]:
    return sorted((text for text in texts_in(call.arguments) if len(text) > 2), key=len, reverse=True)
