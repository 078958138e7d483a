"""What a quoting hand puts around or into a quote: fences, labels, list numbers, links, groups, an article.

None of it is content. A reading without it is tried only where the excerpt as it stands is nowhere.
"""

from __future__ import annotations

import re
from itertools import filterfalse

from evidencelab.evidence.context.hyphenation import as_hyphenated, marks_first_letter, may_be_hyphenated
from evidencelab.evidence.context.regrouping import CODE, MIN_CODE, may_be_regrouped, names_speaker, regrouped
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.folding import fold
from evidencelab.evidence.text.prepared_text import PreparedText

_PROGRAM = (
    r"nginx|apache|httpd|haproxy|envoy|traefik|kubelet|systemd|sshd|postfix|kafka|redis|postgres(?:ql)?"
    r"|mysqld?"
    r"|mongod?b?|k8s|kubernetes|rabbitmq|etcd|containerd|kernel|tomcat|zookeeper|gateway|pod|container"
)
_FILE = (
    r"[\w./-]*[^\W\d]\.(?:log|out|err|txt|jsonl?|ya?ml|conf|cfg|ini|toml|csv|md|xml|html?|sh|py|go|java|js"
    r"|ts|rs|sql)"
)
_SOURCE = (
    rf"(?:(?:{_PROGRAM}|slow|main|debug|the|raw|tool|system|app|application|server|original|source|full"
    rf"|recent|matching|key|command"
    r"|api|event|audit|access|error|query|console|alert|from|per|as per|according to) ){0,3}"
    r"(?:logs?|evidence|quotes?|quotation|excerpt|source|output|text|raw|message|citation|record|snippet"
    r"|description|notes?|notice|announcement|std(?:err|out)|console|terminal|shell|response|reply|result"
    r"|returned|runbook|docs?|document(?:ation)?"
    r"|wiki|manual|ticket|journal|events?|(?:kube|system|journal)ctl|helm|docker|dmesg|syslog|psql|mysql"
    r"|curl|grep"
    r"|prometheus|alertmanager|grafana|loki|elasticsearch|kibana|splunk|datadog|jenkins|nagios|zabbix"
    r"|sentry|pagerduty|opsgenie"
    rf"|{_FILE})"
    r"(?: (?:lines?|entry|entries|excerpt|output|text|record|message|snippet|quote|says?|shows?|result))?"
)
_SOURCE_CJK = (
    r"(?:[^\W\d_不无没未非否]{0,4}(?:日志|原文|证据|引用|引文|摘录|节选|来源|出处|记录|输出|告警|指标|片段"
    r"|文档|手册|终端|控制台|命令行|工单|事件|信息|公告|通知|消息|描述|说明)"
    # who says something is no matter of presentation
    r"|(?:系统|平台|工具|接口|命令|查询|执行|服务|后端)?(?:返回|响应|回复|结果))"
    r"(?:内容|原文|摘录|片段|如下|显示|节选|输出|记录|结果|信息|称|写道)?"
)
# The look-ahead sees at once that most excerpts have no label: nothing in one is a digit or a colon.
_LABEL = re.compile(
    rf"(?=[^\d:：]*(?:8s[^\d:：]*)?[:：])\s*+[\[(<\"'*>-]*+\s*+(?:{_SOURCE}|{_SOURCE_CJK})\s*+[\])>\"'*]*+\s*+[:：]\s*+",
    re.IGNORECASE,
)
_SOURCE_BEHIND = re.compile(
    rf"[(（\[【]\s*(?:(?:source|from|via|来源|出处|摘自|引自|来自)\s*[:：]?\s*)?(?:{_SOURCE}"
    rf"|{_SOURCE_CJK})\s*[)）\]】]\s*\Z",
    re.IGNORECASE,
)
PLACE_BEHIND = re.compile(r"[(（\[【]\s*([\w./-]+:\d+)\s*[)）\]】]\s*\Z")
_OPENINGS = "(（[【"
_CLOSINGS = ")）]】"
_NUMBERED = re.compile(
    r"\s*(?-i:(?=[hlrseiHLRSEI第]))(?:(?:hop|line|row|step|entry|item|record) #?(\d{1,6})"
    r"|第\s?(\d{1,6})\s?[行条步跳项])\s*[:：]\s*",
    re.IGNORECASE,
)
_PYTHON_NONE = re.compile(r"(?<=[:=\[(,： ])None(?![\w.])")
_ORIGIN = re.compile(rf"(?:{_PROGRAM}|{_FILE})(?![\w-])")
_AROUND_LABEL = " :[]()<>*\"'-\n\t"
_FENCE = re.compile(r"\s*(?:```|~~~)[ \t]*\w*[ \t]*\n(|.*?\S)\s*+(?:```|~~~)?+\s*+\Z", re.DOTALL)
_LINK = re.compile(r"\[([^\[\]\n]+)\]\([^()\s]+\)")
_MAX_ITEM = 24
_LIST_NUMBER = re.compile(r"^([ \t]*)[(（]?\d{1,2}(?:、|[.)）](?=\s|[^\W\d]))[ \t]*", re.MULTILINE)
_ARTICLE = re.compile(r"(\W*)(?:the\s+(?=\S)|an?\s+(?=[A-Za-z]))", re.IGNORECASE)
_ATTRIBUTED = re.compile(r"(?<![\w-])(?:the|an?|its|his|her|their|our) [\w-]+ \Z", re.IGNORECASE)
_LEFT_OFF = frozenset(("the", "a", "an", "none"))
"""Words that a quote may have or not, or that Python prints."""
_MAX_ATTRIBUTE = 48
_MAX_INDENT = 8
_SPACED_GROUPS = re.compile(r"(?<![\w.,'])\d{1,3}(?:[ '_]\d{3})+(?![\d'_]|\.\d|,\d)")
_GROUP_GAP = re.compile(r"[ '_](?<=\d.)\d{3}(?!\d)")
_COMMA_GROUPS = re.compile(r"(?<![\d.])\d{1,3}(?:[,，]\d{3})+(?![\d.]|[,，]\d)")
_GROUP_COMMA = re.compile(r"[,，](?<=\d.)\d{3}(?!\d)")
_GROUP_SIGN = re.compile(r"[ ,'_](?<=\d.)\d{3}(?!\d)")

_PLUS_MINUS = re.compile(r"\+\s?/\s?[-−](?=\s?\d)")
_RANGE = re.compile(r"(\d(?<![\w.-].)\d*(?:\.\d+)?)\s?[-‐-―~～]\s?(\d+(?:\.\d+)?)(?![\w.-]*\d)")
_RANGE_SIGN = re.compile(r"[-‐-―~～](?<=[\d\s].)\s?\d")
_LAST_TIME = re.compile(
    r"(.*?\S)(?:\s++[(（@]?|[(（@])\s*+((?:\d{4}-\d\d-\d\d[ T])?\d\d:\d\d(?::\d\d)?)[)）]?\s*", re.DOTALL
)


def is_bare(excerpt: str) -> bool:
    """Tell at a glance that neither `unwrap` nor `without_additions` would change more than numbers in it."""
    return not (
        "\n" in excerpt
        or "](" in excerpt
        or _LABEL.match(excerpt)
        or _LIST_NUMBER.match(excerpt)
        or _ARTICLE.match(excerpt)
        or "None" in excerpt
        or (excerpt[-1] in _CLOSINGS and _without_source_behind(excerpt) != excerpt)
        or _NUMBERED.match(excerpt)
        or _PLUS_MINUS.search(excerpt)
        or (_RANGE_SIGN.search(excerpt) and _RANGE.search(excerpt))
        or _ends_with_time(excerpt)
        or names_speaker(excerpt)
        or marks_first_letter(excerpt)
    )


def may_be_grouped(excerpt: str) -> bool:
    """Tell at a glance whether `without_additions` could change how numbers are grouped."""
    return (
        _GROUP_GAP.search(excerpt) is not None
        or (("," in excerpt or "，" in excerpt) and _GROUP_COMMA.search(excerpt) is not None)
        or may_be_regrouped(excerpt)
    )


def is_content(folded: str, start: int, end: int) -> bool:
    """Tell that words at `[start, end)` of a folded line are no label, number, source or grouped digits."""
    if folded.find(":") >= start and _LABEL.match(folded):
        return False
    if start <= _MAX_INDENT and (_LIST_NUMBER.match(folded) or _NUMBERED.match(folded)):
        return False
    words = folded[start:end]
    if "]" in folded[start - 1 : end + 1] and marks_first_letter(folded):
        return False
    if words == "None" or (folded[-1] in _CLOSINGS and _without_source_behind(folded) != folded):
        return False
    if words.isalpha():
        return True
    is_long = end - start >= MIN_CODE and folded[end - 1].isdigit()
    if is_long and CODE.search(folded, start - 4 if start > 4 else 0):
        return False
    return not _GROUP_SIGN.search(folded, start - 4 if start > 4 else 0, end + 5)


def holds_other_word(excerpt: MeasuredText, text: PreparedText) -> bool:
    """Tell at a glance that a word which the text has nowhere stays, whatever may be left off around it.

    Such an excerpt has no label and no mark of elision, and neither `unwrap` nor `without_additions` makes a
    quote of it.
    """
    original = excerpt.original
    if excerpt.is_elided or "](" in original or "```" in original or "~~~" in original:
        return False
    for word in filterfalse(text.vocabulary.__contains__, excerpt.tokens):
        if word.isalpha() and word not in _LEFT_OFF:
            index = excerpt.tokens.index(word)
            return (
                is_content(excerpt.folded, excerpt.starts[index], excerpt.ends[index])
                and not _LABEL.match(original)
                and not may_be_hyphenated(original, text)
            )
    return False


def unwrap(excerpt: str, text: PreparedText) -> tuple[int, int]:
    """Return the stretch of an excerpt inside a code fence and behind a source label.

    What the text has as a key of its own is no label: `result: done` may give the key another's value.
    """
    start, end = 0, len(excerpt)
    fence = _FENCE.fullmatch(excerpt) if "```" in excerpt or "~~~" in excerpt else None
    if fence:
        start, end = fence.span(1)
    label = _LABEL.match(excerpt, start, end)
    if label and label.end() < end and not _is_of_text(label.group(), text):
        start = label.end()
    return start, end


def _is_of_text(label: str, text: PreparedText) -> bool:
    name = fold(label).strip(_AROUND_LABEL).lower()
    folded = text.folded.lower()
    origin = _ORIGIN.match(name)
    if origin and re.search(rf"(?<![\w.-]){re.escape(origin[0])}(?![\w-])", folded):
        # a file or program that the text speaks of may be another one than the quote is from
        return True
    return re.search(rf"(?<![^\W_]){re.escape(name)}[\"']?\s?[:=]", folded) is not None


def without_additions(excerpt: str, text: PreparedText) -> str | None:
    """Return an excerpt as the text may have it, but for marks that a quoting hand puts in or changes.

    Without link targets, list numbers, spaces that group digits, and a first article; a long code in the
    groups of the text, a range in words, and a time in front of its line.

    Its source behind it and the word for what a line's number counts are left off too, the place where it
    was found is put in front again, and what Python prints of nothing is written as in JSON. Digits are
    taken for grouped only where the text has the whole number; else a comma separates them.

    Returns:
        The changed excerpt, or None where nothing of the kind is in it.
    """
    changed = _LINK.sub(r"\1", excerpt) if "](" in excerpt else excerpt
    changed = _without_source_behind(changed)
    numbered = _NUMBERED.match(changed)
    if numbered:
        number = numbered[1] or numbered[2]
        word = re.escape(fold(changed[numbered.end() :]).split(None, 1)[0])
        if re.search(rf"^\W*{number}\b[^\n]*{word}", text.folded, re.MULTILINE):
            changed = f"{number} {changed[numbered.end() :]}"
    if "None" in changed and "null" in text.vocabulary and "none" not in text.vocabulary:
        changed = _PYTHON_NONE.sub("null", changed)
    if "\n" in changed or _LIST_NUMBER.match(changed):
        changed = _LIST_NUMBER.sub(lambda found: _without_own_number(found, text), changed)
    article = _ARTICLE.match(changed)
    if article:
        changed = article.group(1) + changed[article.end() :]
    if _GROUP_GAP.search(changed):
        changed = _SPACED_GROUPS.sub(lambda found: _whole_number(found.group(), text), changed)
    if _GROUP_COMMA.search(changed):
        changed = _COMMA_GROUPS.sub(lambda found: _single_numbers(found.group(), text), changed)
    changed = regrouped(_PLUS_MINUS.sub("±", changed), text)
    changed = as_hyphenated(changed, text)
    changed = _RANGE.sub(lambda found: _range_in_words(found, text), changed)
    last_time = _LAST_TIME.fullmatch(changed) if _ends_with_time(changed) else None
    if last_time and fold(f"{last_time.group(2)} ") in text.folded:
        # a line's time is told behind it
        changed = f"{last_time.group(2)} {last_time.group(1)}"
    return changed if changed != excerpt else None


def drops_attribute(excerpt: str, folded: str, start: int) -> bool:
    """Tell whether a first article of a folded excerpt stands in the text in front of more than is quoted.

    "the tank was flushed" is no quote of "the spare tank was flushed".
    """
    return (
        _ARTICLE.match(excerpt) is not None
        and _ATTRIBUTED.search(folded, max(0, start - _MAX_ATTRIBUTE), start) is not None
    )


def _without_own_number(found: re.Match[str], text: PreparedText) -> str:
    """Return the indent of an item without its number; unchanged where the text has it by another number."""
    words = fold(found.string[found.end() : found.end() + _MAX_ITEM].split("\n", 1)[0]).strip()
    number = re.search(r"\d+", found.group())
    if number and words:
        other = re.search(rf"^[^\w\n]*(\d{{1,2}})[.)、]\s*{re.escape(words)}", text.folded, re.MULTILINE)
        if other and other[1] != number.group():
            return found.group()
    return found.group(1)


def _range_in_words(found: re.Match[str], text: PreparedText) -> str:
    """Return a range as the text has it in words; unchanged where it has none or has it with a dash."""
    low, high = found.groups()
    if found.group() not in text.folded:
        for words in (
            f"{low} to {high}",
            f"{low}至{high}",
            f"{low}到{high}",
            f"{low} 至 {high}",
            f"{low} 到 {high}",
        ):
            if words in text.folded:
                return words
    return found.group()


def _ends_with_time(excerpt: str) -> bool:
    """Tell at a glance whether a time of the day may stand at the end of an excerpt, in brackets or not."""
    end = excerpt[-12:].rstrip().rstrip(")）")
    return end[-3:-2] == ":" and end[-2:].isdigit()


def _without_source_behind(excerpt: str) -> str:
    """Leave off the source in brackets behind an excerpt; put the place it was found at in front of it."""
    if excerpt[-1:] not in _CLOSINGS:
        return excerpt
    at = max(map(excerpt.rfind, _OPENINGS))
    place = PLACE_BEHIND.match(excerpt, max(0, at))
    if place:
        return f"{place[1]}:{excerpt[:at]}"
    return excerpt[:at] if at > 0 and _SOURCE_BEHIND.match(excerpt, at) else excerpt


def _whole_number(groups: str, text: PreparedText) -> str:
    number = re.sub("[ '_]", "", groups)
    return number if number in text.vocabulary else groups


def _single_numbers(groups: str, text: PreparedText) -> str:
    groups = groups.replace("，", ",")
    return groups if groups.replace(",", "") in text.vocabulary else groups.replace(",", ", ")
