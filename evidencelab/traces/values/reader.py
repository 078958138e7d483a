"""Find the value tokens of a text: numbers with their units, moments, names that no dictionary has.

A value token is what a tool must have said for a statement to be backed by it. Ordinary words are
none. It must not know what is evidence and what is claimed; both sides are read alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from evidencelab.traces.values.lengths import length_at
from evidencelab.traces.values.names import NAME, continued_name, name_at
from evidencelab.traces.values.units import TIMES, find_unit
from evidencelab.traces.values.value_moments import moment_token_at, with_half_day
from evidencelab.traces.values.value_token import FEAST, ValueToken, even, scale_of

_NUMBER = re.compile(
    r"(?P<currency>[$€£¥₹]\s?|(?:US|USD|EUR|GBP|CNY|RMB)\s?\$?\s?(?=\d))?"
    r"(?P<sign>(?<![\w)\].%])[-+])?"
    r"(?P<whole>\d{1,3}(?:,\d{3})+(?!\d)|\d{1,3}(?:'\d{3})+(?!\d)"
    r"|(?:(?<=₹)|(?<=₹ )|(?<=\bRs )|(?<=\bRs\. )|(?<=\bINR ))\d{1,2}(?:,\d\d){1,5},\d{3}(?!\d)"
    r"|\d+|(?<![\w.])(?=\.\d))(?P<part>\.\d+)?(?P<power>[eE][-+]?\d{1,2}(?![\w]))?",
    re.ASCII,
)
_DECIMAL_COMMA = re.compile(
    r"(?P<currency>[$€£¥₹]\s?)?(?P<sign>(?<![\w)\].%])[-+])?(?<![\d,.])"
    r"(?P<whole>[1-9]\d{0,2}(?:\.\d{3}){1,6}|\d{1,18}),(?P<part>\d{1,2})(?![\d]|[.,]\w)",
    re.ASCII,
)
"""`1.234,50`, `€ 12,50`, `12,5 %`: a comma with few digits behind it, but for the cells of a list."""
_CENTS, _SHORT_WHOLE = 2, 3
"""Digits behind the comma of an amount of money, and the most in front of it where a unit follows."""
_LONGEST = 64
"""Characters beyond which a run of digits is no number that anybody reckons with, nor a float holds."""
_ORDINAL = re.compile(r"(\d{2,4}|0|\d{1,3}\.\d{1,3})(?:st|nd|rd|th)(?![\w-])", re.ASCII)
_REPEATED = re.compile(r"(?<![\w.])[x×](\d{1,6})(?![\w.])", re.ASCII)
_PURE_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+")
_NUMBER_THEN_WORD = re.compile(
    r"\d[\d,]*(?:\.\d+)?(?:-[a-z]{2,}(?:-[a-z]{2,})*|[-–/][a-z]{2,})", re.IGNORECASE
)
_RANGE = re.compile(
    r"\d[\d,]*(?:\.\d+)?(?:[a-zA-Z%°]{0,4})(?:(?:[-+/:x~]|\.\.)\d[\d,]*(?:\.\d+)?)+[a-zA-Z%°]{0,4}"
)
_PART_OF_WHOLE = re.compile(r"(\d{1,15})/(\d{1,15})(?=\s(?:[a-z]{3,}\b|\())", re.ASCII)
"""So many of so many that are named: `184220/41877390 objects`."""
_LABEL = re.compile(
    r"(?:^|[\s(\[*_#>-])(step|option|phase|item|part|section|figure|fig|table|tier|stage|approach|method"
    r"|solution|scenario"
    r"|case|example|question|point|note|rule|task|page|level|chapter|round|attempt|problem|appendix"
    r"|priority|action"
    r"|recommendation|finding|root cause|cause|reason|strategy|plan|choice|alternative|path|goal|test"
    r"|day|week"
    r"|步骤|方案|阶段|选项|第|问题|建议|原因|图|表)\s*[#:.]?\s*$",
    re.IGNORECASE,
)
_FEAST = re.compile(r"\s?(?:当[天日]|期间|大促|年中大促|狂欢节|购物节|促销季|活动期|开门红)")
"""Behind the digits that a day of sales is called by: `618当天`, `双11期间`, `818 大促`."""
_FEAST_DAYS = ("618", "818", "1111", "1212", "520", "11", "12", "99", "55", "88")
_DOUBLED = re.compile(r"双\s?$")


def value_tokens(text: str) -> tuple[ValueToken, ...]:
    """Find the value tokens of a text, in order of their place.

    Args:
        text: A statement, or the text of an evidence ref.
    """
    evened = even(text)
    tokens: list[ValueToken] = []
    taken = 0
    for start, end in _words(evened):
        before = tokens[-1] if tokens else None
        if start < taken or (before is not None and _UNIT_GOES_ON.fullmatch(evened[before.end : start])):
            continue
        token = (
            _continued_at(evened, start, text, before)
            or length_at(evened, start, text)
            or moment_token_at(evened, start, text, before)
            or _number_or_repeat_at(evened, start, end, text)
        )
        if token is None:
            name, name_end = name_at(evened, start)
            if name is None:
                taken = max(taken, name_end)
                continue
            token = ValueToken("name", text[start:name_end], start, name_end, folded=name)
        tokens.append(token)
        taken = token.end
    return tuple(with_half_day(_with_last_unit(tokens, evened), evened))


def _continued_at(evened: str, start: int, text: str, before: ValueToken | None) -> ValueToken | None:
    """Read the last part of a name that goes on from the one in front."""
    if before is None or before.kind != "name" or evened[start] not in ".-":
        return None
    found = continued_name(before.folded, evened[before.end : start], evened, start)
    if found is None:
        return None
    return ValueToken("name", text[start : found[1]], start, found[1], folded=found[0])


def _number_or_repeat_at(evened: str, start: int, end: int, text: str) -> ValueToken | None:
    word = evened[start:end]
    if word[0].isdigit() or word[0] in "$€£¥₹+-.~≈" or word[:2] in ("US", "EU", "GB", "CN", "RM"):
        number = _number_at(evened, start, text)
        if number is not None:
            return number
    ordinal = _ORDINAL.match(evened, start)
    if ordinal is not None:
        last = ordinal.end(1)
        step = 10.0 ** -len(ordinal[1].partition(".")[2])
        return ValueToken("number", text[start:last], start, last, number=float(ordinal[1]), step=step)
    repeated = _REPEATED.match(evened, start)
    if repeated is None:
        return None
    end = repeated.end()
    return ValueToken("number", text[start:end], start, end, number=float(repeated[1]), unit=TIMES)


_UNIT_GOES_ON = re.compile(r"/[A-Za-z]{1,8}/")
"""Between a number and one that is part of its unit: `58 mL/min/1.73 m²`."""
_RANGE_MARK = re.compile(r"\s?(?:-|~|to|至|到)\s?", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s*$", re.IGNORECASE)


def _with_last_unit(tokens: list[ValueToken], text: str) -> list[ValueToken]:
    """Give the first number of a range the unit that only its last one writes: `63-79 °F`."""
    done = list(tokens)
    for at, (first, last) in enumerate(pairwise(tokens)):
        if first.kind != "number" or last.kind != "number" or text[first.end - 1].isalpha():
            continue
        gap = text[first.end : last.start]
        if not _RANGE_MARK.fullmatch(gap) and not (
            gap == " and " and _BETWEEN.search(text[max(0, first.start - 12) : first.start])
        ):
            continue
        scale = scale_of(last) if scale_of(first) == 1.0 and text[last.end - 1].isalpha() else 1.0
        if first.unit is None and last.unit is not None:
            done[at] = first._replace(unit=last.unit)
        elif last.unit is None and first.unit is not None and first.unit.dimension == "money":
            done[at + 1] = last._replace(unit=first.unit)
        if scale != 1.0:
            done[at] = done[at]._replace(number=(first.number or 0.0) * scale, step=first.step * scale)
    return done


_SPACED = re.compile(
    r"(?:(?<=\s\s)|(?<=[A-Za-z|(:-]\s))\d{1,3}(?: \d{3}){1,6}(?=\s\s|\s*\Z|\s[-|)(A-Za-z]|[,;.)](?!\d))",
    re.ASCII,
)


def spaced_numbers(text: str) -> Iterator[ValueToken]:
    """Find numbers with digits grouped by spaces, `NOK 1 350 million`: a reading beside the other one."""
    evened = even(text)
    for found in _SPACED.finditer(evened):
        start, end = found.span()
        unit, factor, length = find_unit(evened[end : end + 24])
        number = float(found.group().replace(" ", "")) * factor
        yield ValueToken(
            "number", text[start : end + length], start, end + length, number=number, unit=unit, step=factor
        )


_WORD = re.compile(
    r"https?://[^\s<>\"'|)\]}]+"
    r"|[$€£¥₹]\s?(?=\d)"
    r"|(?<![\w)\].%])[-+](?=\d)"
    r"|[A-Za-z0-9_/.@][A-Za-z0-9_./:@+#~,-]*"
    r"|[上下晚凌早中](?:午|上|晨)\s?(?=\d)"
)


def _words(text: str) -> list[tuple[int, int]]:
    """Places where a token may begin, cheapest first: runs of word characters, then what is left of them."""
    places: list[tuple[int, int]] = []
    for found in _WORD.finditer(text):
        start, end = found.span()
        places.append((start, end))
        # inside a run like key=value the run ends at `=`; inside `a:5` the value is a place of its own
        for inner in re.finditer(
            r"(?<=[:/,~(@#_+-])(?=[\d$])|(?<=[:/~])(?=[-+]\d)|(?<=\.\.)(?=\d)|(?<=[a-z]:)(?=[A-Za-z0-9])",
            found.group(),
        ):
            if inner.start():
                places.append((start + inner.start(), end))
    return places


def _decimal_comma_at(evened: str, start: int, text: str) -> ValueToken | None:
    """Read a number with a decimal comma: with grouped digits, of money with cents, or short with a unit."""
    found = _DECIMAL_COMMA.match(evened, start)
    if found is None:
        return None
    whole, part, end = found["whole"], found["part"], found.end()
    currency = (found["currency"] or "").strip()
    unit, factor, length = find_unit(evened[end : end + 24], currency=currency)
    is_money = unit is not None and unit.dimension == "money" and len(part) == _CENTS
    is_measure = unit is not None and not currency and len(whole) <= _SHORT_WHOLE
    if not (is_money or is_measure or "." in whole) or (length == 0 and evened[end : end + 1].isalpha()):
        return None
    number = float(f"{whole.replace('.', '')}.{part}") * factor
    return ValueToken(
        "number",
        text[start : end + length],
        start,
        end + length,
        number=-number if found["sign"] == "-" else number,
        unit=unit,
        step=10.0 ** -len(part) * factor,
    )


def _number_at(evened: str, start: int, text: str) -> ValueToken | None:
    comma = _decimal_comma_at(evened, start, text)
    if comma is not None:
        return comma
    found = _NUMBER.match(evened, start)
    if found is None or found.end() - start > _LONGEST:
        return None
    end = found.end()
    following = evened[end : end + 24]
    run = NAME.match(evened, start)
    if (
        found["currency"] is None
        and run is not None
        and run.end() > end
        and not _splits(evened, start, end, run.end())
    ):
        return None
    number = float(
        found["whole"].replace(",", "").replace("'", "") + (found["part"] or "") + (found["power"] or "")
    )
    if found["sign"] == "-":
        number = -number
    step = 10.0 ** -(len(found["part"]) - 1) if found["part"] else 1.0
    if found["power"]:
        step *= 10.0 ** int(found["power"][1:])
    unit, factor, length = find_unit(following, currency=(found["currency"] or "").strip())
    if unit is None and following[:1] == ")" and evened[start - 1 : start] == "(":
        unit = find_unit(following[1:])[0]
    end += length
    label = _LABEL.search(evened[max(0, start - 24) : start])
    return ValueToken(
        "number",
        text[start:end],
        start,
        end,
        number=number * factor,
        unit=unit,
        step=step * factor,
        label=label[1].lower() if label else FEAST if _names_a_feast(evened, start, end) else "",
    )


def _names_a_feast(text: str, start: int, end: int) -> bool:
    """Tell whether a number is the name of a day of sales, by what stands around it."""
    if text[start:end] not in _FEAST_DAYS:
        return False
    is_doubled = _DOUBLED.search(text[max(0, start - 2) : start]) is not None
    return is_doubled or (end - start > 2 and _FEAST.match(text, end) is not None)


def _splits(text: str, start: int, end: int, run_end: int) -> bool:
    """Tell whether a run that begins with a number is that number and something else, not one name."""
    run = text[start:run_end].rstrip(".,:")
    if _PURE_NUMBER.fullmatch(run) or _NUMBER_THEN_WORD.fullmatch(run):
        return True
    if _RANGE.fullmatch(run):
        part = _PART_OF_WHOLE.match(text, start)
        if part is not None and int(part[1]) <= int(part[2]):
            return True
        return max(len(part) for part in re.findall(r"\d+", run)) < 5 or "," in run or "~" in run
    rest = text[end:run_end]
    _, _, length = find_unit(rest)
    if length and (
        length >= len(rest.rstrip(".,:")) or (rest[length] in "/-,:~+" and not _is_code(rest[length:]))
    ):
        return True
    if re.fullmatch(r"\d{1,4}:[a-z]{3,}", run):
        return True
    return rest[:1] in "/:" and not any(c.isalpha() for c in rest[:3]) and not _is_code(run)


def _is_code(run: str) -> bool:
    """Tell whether a run has the looks of a hash or an id: letters and digits in turn."""
    return len(re.findall(r"[A-Za-z]+\d|\d+[A-Za-z]", run)) >= 2
