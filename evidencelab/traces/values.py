"""Find the value tokens of a text: numbers with their units, moments, names that no dictionary has.

A value token is what a tool must have said for a statement to be backed by it. Ordinary words are
none. It must not know what is evidence and what is claimed; both sides are read alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from evidencelab.traces.moments import Moment, moment_at
from evidencelab.traces.names import NAME, name_at
from evidencelab.traces.units import TIMES, Unit, find_unit

TokenKind = Literal["number", "moment", "name"]


class ValueToken(NamedTuple):
    """A value, where it stands, and what it is.

    Attributes:
        kind: number, moment or name.
        text: As written.
        start: First code point.
        end: One past the last.
        number: The number as written, without its unit; multipliers in words (`1.2 million`, 万) are applied.
        unit: Its unit; None if it has none that is known.
        step: The place value of the last digit written: 0.1 for `4.2`, 1000 for `12k`, 1 for `43`.
        moment: For a moment, its fields.
        folded: For a name, its comparable spelling.
        label: For a number, the word in front that makes it a label (`step`), if any.
    """

    kind: TokenKind
    text: str
    start: int
    end: int
    number: float | None = None
    unit: Unit | None = None
    step: float = 1.0
    moment: Moment | None = None
    folded: str = ""
    label: str = ""

    @property
    def digits(self) -> int:
        """Count the significant digits of a number."""
        if len(re.findall(r"\d+(?:\.\d+)?", self.text)) > 1 and not re.fullmatch(
            r"\D*[\d,. ]+\D*", self.text
        ):
            return sum(character.isdigit() for character in self.text)
        grouped = _GROUP_SPACE.sub("", self.text.lstrip("$€£¥+-~≈ "))
        digits = re.sub(r"[^\d.]", "", re.split(r"[a-zA-Z%\s]", grouped)[0])
        whole = digits.replace(".", "").lstrip("0")
        return len(whole if "." in digits else whole.rstrip("0")) or 1


_GROUP_SPACE = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")
_EVEN = str.maketrans(
    {
        **dict.fromkeys("\u00a0\u2007\u2009\u202f\u3000", " "),
        **dict.fromkeys("‐‑‒–—―−－﹣", "-"),
        **dict.fromkeys("‘’＇`´", "'"),
        **dict.fromkeys("“”「」『』＂", '"'),
        "：": ":",
        "，": ",",
        "。": ".",
        "；": ";",
        "％": "%",
        "（": "(",
        "）": ")",
        "／": "/",
        "＝": "=",
        "＋": "+",
        "．": ".",
        **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
        **{chr(0xFF21 + letter): chr(65 + letter) for letter in range(26)},
        **{chr(0xFF41 + letter): chr(97 + letter) for letter in range(26)},
    }
)
_NUMBER = re.compile(
    r"(?P<currency>[$€£¥₹]\s?|(?:US|USD|EUR|GBP|CNY|RMB)\s?\$?\s?(?=\d))?"
    r"(?P<sign>(?<![\w)\].%])[-+])?"
    r"(?P<whole>\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?P<part>\.\d+)?(?P<power>[eE][-+]?\d{1,2}(?![\w]))?",
    re.ASCII,
)
_COMMA_MONEY = re.compile(
    r"€\s?((?:\d{1,3}(?:\.\d{3})+|\d+),\d\d)(?!\d)|((?:\d{1,3}(?:\.\d{3})+|\d+),\d\d)\s?(?:€|EUR\b|Euro\b)",
    re.ASCII,
)
_ODD_CLOCK = re.compile(r"(?<![\w:.])(\d{1,3}):(\d{2})(?![\w:])", re.ASCII)
_REPEATED = re.compile(r"(?<![\w.])[x×](\d{1,6})(?![\w.])", re.ASCII)
_PURE_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_NUMBER_THEN_WORD = re.compile(
    r"\d[\d,]*(?:\.\d+)?(?:-[a-z]{2,}(?:-[a-z]{2,})*|[-–/][a-z]{2,})", re.IGNORECASE
)
_RANGE = re.compile(
    r"\d[\d,]*(?:\.\d+)?(?:[a-zA-Z%°]{0,4})(?:(?:[-/:x]|\.\.)\d[\d,]*(?:\.\d+)?)+[a-zA-Z%°]{0,4}"
)
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


def even(text: str) -> str:
    """Give the text with typographic characters replaced one for one, so that offsets hold."""
    return text.translate(_EVEN)


def value_tokens(text: str) -> tuple[ValueToken, ...]:
    """Find the value tokens of a text, in order of their place.

    Args:
        text: A statement, or the text of an evidence ref.
    """
    evened = even(text)
    tokens: list[ValueToken] = []
    taken = 0
    for start, end in _words(evened):
        if start < taken or (tokens and _UNIT_GOES_ON.fullmatch(evened[tokens[-1].end : start])):
            continue
        bare_minutes = _HOURS_MINUTES.match(evened, start)
        if bare_minutes:
            taken = bare_minutes.end()
            minutes = 60.0 * int(bare_minutes[1]) + int(bare_minutes[2])
            unit = find_unit(" min")[0]
            tokens.append(ValueToken("number", text[start:taken], start, taken, number=minutes, unit=unit))
            continue
        days = _DAYS_AND_CLOCK.match(evened, start)
        if days:
            tokens.append(_days_and_clock(days, text))
            taken = tokens[-1].end
            continue
        lasting = _LASTING.match(evened, start)
        if lasting and len(_PART_OF_LASTING.findall(lasting.group())) >= 2:
            tokens.append(_duration(lasting, text))
            taken = tokens[-1].end
            continue
        if (
            tokens
            and tokens[-1].kind == "moment"
            and tokens[-1].end == start - 1
            and evened[start - 1] == "-"
        ):
            last = _last_day(tokens[-1], evened, text, start)
            if last is not None:
                tokens.append(last)
                taken = last.end
                continue
            ranged = moment_at(evened[start : start + 40], 0)
            if ranged is not None:
                taken = start + ranged[1]
                tokens.append(ValueToken("moment", text[start:taken], start, taken, moment=ranged[0]))
                continue
        slashed = _SLASH_DAY.match(evened, start)
        if slashed and _WEEKDAY_BEFORE.search(evened[max(0, start - 6) : start]):
            taken = slashed.end()
            date = Moment(month=int(slashed[1]), day=int(slashed[2]))
            tokens.append(ValueToken("moment", text[start:taken], start, taken, moment=date))
            continue
        listed = _DAY_OF_LIST.match(evened, start)
        following = moment_at(evened, listed.end()) if listed else None
        if listed and following is not None and following[0].month and following[0].day:
            taken = start + len(listed[1])
            day = following[0]._replace(day=int(listed[1]))
            tokens.append(ValueToken("moment", text[start:taken], start, taken, moment=day))
            continue
        found_moment = moment_at(evened, start)
        if found_moment is not None:
            moment, taken = found_moment
            tokens.append(ValueToken("moment", text[start:taken], start, taken, moment=moment))
            continue
        odd = _ODD_CLOCK.match(evened, start)
        if odd:
            taken = odd.end()
            clock = Moment(hour=int(odd[1]), minute=int(odd[2]))
            tokens.append(ValueToken("moment", text[start:taken], start, taken, moment=clock))
            continue
        word = evened[start:end]
        if word[0].isdigit() or word[0] in "$€£¥₹+-.~≈" or word[:2] in ("US", "EU", "GB", "CN", "RM"):
            found = _number_at(evened, start, text)
            if found is not None:
                tokens.append(found)
                taken = found.end
                continue
        repeated = _REPEATED.match(evened, start)
        if repeated:
            taken = repeated.end()
            tokens.append(
                ValueToken("number", text[start:taken], start, taken, number=float(repeated[1]), unit=TIMES)
            )
            continue
        name, name_end = name_at(evened, start)
        if name is None:
            taken = max(taken, name_end)
            continue
        tokens.append(ValueToken("name", text[start:name_end], start, name_end, folded=name))
        taken = name_end
    return tuple(_with_half_day(_with_last_unit(tokens, evened), evened))


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


def scale_of(token: ValueToken) -> float:
    """Give what a number's scale word multiplies it by: 1e6 for `4.2 million`, 1 for a number without one."""
    written = re.search(r"\d[\d,]*(?:\.\d+)?", token.text)
    number = float(written.group().replace(",", "")) if written else 0.0
    factor = abs(token.number or 0.0) / number if number else 1.0
    return next((s for s in (1e3, 1e4, 1e6, 1e8, 1e9, 1e12) if abs(factor - s) <= 1e-6 * s), 1.0)


def _last_day(first: ValueToken, evened: str, text: str, start: int) -> ValueToken | None:
    """Read the 13 of `October 10-13` as a day of the same month."""
    day = _DAY.match(evened, start)
    if day is None or first.moment is None or first.moment.day is None or first.moment.hour is not None:
        return None
    if first.moment.month is None or not first.moment.day < int(day[1]) <= 31 or first.text[:4].isdigit():
        return None
    moment = first.moment._replace(day=int(day[1]), year=int(day[2]) if day[2] else first.moment.year)
    return ValueToken("moment", text[start : day.end()], start, day.end(), moment=moment)


def _with_half_day(tokens: list[ValueToken], text: str) -> Iterator[ValueToken]:
    """Give the first time of a range the half day that only its last one writes: `2:00-2:30 PM`."""
    for token, following in zip(tokens, [*tokens[1:], None], strict=False):
        first, last = token.moment, following.moment if following is not None else None
        if (
            first is not None
            and last is not None
            and following is not None
            and last.half_day
            and not first.half_day
            and first.hour is not None
            and last.hour is not None
            and first.hour <= 12
            and re.fullmatch(r"\s*(?:-|to|until|and)\s*", text[token.end : following.start])
        ):
            late = last.hour >= 12 and (first.hour % 12) <= (last.hour % 12)
            token = token._replace(
                moment=first._replace(hour=first.hour % 12 + (12 if late else 0), half_day=True)
            )
        yield token


def _duration(found: re.Match[str], text: str) -> ValueToken:
    """Read `1h30m`, `2 hours and 45 minutes`, `2小时45分钟` as one number in its smallest unit."""
    seconds, smallest = 0.0, 1.0
    for number, letter in _PART_OF_LASTING.findall(found.group()):
        smallest = _SECONDS[letter[0].lower()]
        seconds += float(number) * smallest
    unit = find_unit({1.0: "s", 60.0: " min", 3600.0: "h", 86400.0: "d"}[smallest])[0]
    end = found.start() + len(found.group().rstrip(" ,"))
    return ValueToken(
        "number", text[found.start() : end], found.start(), end, number=seconds / smallest, unit=unit
    )


def _days_and_clock(found: re.Match[str], text: str) -> ValueToken:
    """Read `1 day 10:03:12` as seconds."""
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    number = 86400.0 * days + 3600.0 * hours + 60.0 * minutes + seconds
    start, end = found.span()
    return ValueToken("number", text[start:end], start, end, number=number, unit=find_unit("s")[0])


_SPACED = re.compile(
    r"(?:(?<=\s\s)|(?<=[A-Za-z|(:-]\s))\d{1,3}(?: \d{3})+(?=\s\s|\s*\Z|\s[-|)(A-Za-z]|[,;.)](?!\d))", re.ASCII
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


_DAYS_AND_CLOCK = re.compile(
    r"(?<![\w.])(\d{1,4}) days?,? (\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(?![\w:])", re.ASCII
)
_SECONDS = {
    "d": 86400.0,
    "天": 86400.0,
    "h": 3600.0,
    "小": 3600.0,
    "m": 60.0,
    "分": 60.0,
    "s": 1.0,
    "秒": 1.0,
}
_PART_OF_LASTING = re.compile(r"(\d+)\s?(d|h|m(?!s)|s|天|小时|分钟?|秒)", re.IGNORECASE)
_SLASH_DAY = re.compile(r"(1[0-2]|0?[1-9])/(3[01]|[12]\d|0?[1-9])(?![\d/.])", re.ASCII)
_WEEKDAY_BEFORE = re.compile(r"(?:周|星期)[一二三四五六日天]\s?$|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?\s$")
_DAY_OF_LIST = re.compile(
    r"([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?\s?(?:and|&|or|to|-|,)\s?(?=(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?\s[A-Z][a-z]{2})",
    re.ASCII,
)
"""The first day of several before one month: the 22 of `22 and 23 April`."""
_DAY = re.compile(r"([1-9]|[12]\d|3[01])(?:,?\s([12]\d{3}))?(?!\w|[:.,%/-]\w|%)", re.ASCII)
_HOURS_MINUTES = re.compile(
    r"(?<![\w.])(\d{1,3})\s?h\s?([0-5]\d)(?![\w%:]|\.\d|\s?(?:m|s|分)(?!\w*/))", re.ASCII
)
_LASTING = re.compile(
    r"(?<![\w.])(?=\d)(?:\d{1,4}\s?(?:days?|d)(?![a-z])[\s,]*(?:and\s+)?)?(?:\d{1,3}\s?(?:hours?|hrs?"
    r"|h)(?![a-z])[\s,]*(?:and\s+)?)?"
    r"(?:\d{1,3}\s?(?:minutes?|mins?|m)(?![a-z])[\s,]*(?:and\s+)?)?(?:\d{1,3}\s?(?:seconds?|secs?"
    r"|s))?(?![\w])"
    r"|(?:\d+\s?天\s?)?(?:\d+\s?小时\s?)?(?:\d+\s?分钟?\s?)?(?:\d+\s?秒)?",
    re.IGNORECASE | re.ASCII,
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
            r"(?<=[:/,~(@#_-])(?=[\d$])|(?<=\.\.)(?=\d)|(?<=[a-z]:)(?=[A-Za-z0-9])", found.group()
        ):
            if inner.start():
                places.append((start + inner.start(), end))
    return places


def _comma_money_at(evened: str, start: int, text: str) -> ValueToken | None:
    """Read an amount with a decimal comma: `€ 1.234,50`, `12,50 EUR`."""
    found = _COMMA_MONEY.match(evened, start)
    if found is None:
        return None
    amount = next(group for group in found.groups() if group).replace(".", "").replace(",", ".")
    return ValueToken(
        "number",
        text[start : found.end()],
        start,
        found.end(),
        number=float(amount),
        unit=find_unit("", currency="€")[0],
        step=0.01,
    )


def _number_at(evened: str, start: int, text: str) -> ValueToken | None:
    comma = _comma_money_at(evened, start, text)
    if comma is not None:
        return comma
    found = _NUMBER.match(evened, start)
    if found is None:
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
    number = float(found["whole"].replace(",", "") + (found["part"] or "") + (found["power"] or ""))
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
        label=label[1].lower() if label else "",
    )


def _splits(text: str, start: int, end: int, run_end: int) -> bool:
    """Tell whether a run that begins with a number is that number and something else, not one name."""
    run = text[start:run_end].rstrip(".,:")
    if _PURE_NUMBER.fullmatch(run) or _NUMBER_THEN_WORD.fullmatch(run):
        return True
    if _RANGE.fullmatch(run):
        return max(len(part) for part in re.findall(r"\d+", run)) < 5 or "," in run
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
