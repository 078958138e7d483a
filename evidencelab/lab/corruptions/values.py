"""Dishonest edits of values: numbers, units, names, addresses, times."""

from __future__ import annotations

import re
from decimal import Decimal
from random import Random

from evidencelab.lab.corruptions.base import Corruption, Subject, pick, replace_span

_NUMBER = re.compile(r"(?<![\w.:/-])\d+(?:\.\d+)?(?![\w]*[:/-]\d)(?!\.\d)(?=\D|\Z)")
_WHOLE = r"(?<![\w.:/-])(?<!\d,)(?P<whole>\d{1,3}(?:,\d{3})+|\d+)"
_DECIMAL = re.compile(_WHOLE + r"\.(?P<part>\d+)(?!\d|\.\d)")
_INTEGER = re.compile(_WHOLE + r"(?![\w]*[:/-]\d)(?![.,]?\d)")
_UNIT = re.compile(
    r"(?<=\d)( ?)(ms|μs|ns|s|m|h|GB|MB|KB|TB|Gi|Mi|Ki|%|毫秒|秒|分钟|小时|天"
    r"|seconds|minutes|hours|days)(?![\w/])"
)
_UNIT_PAIRS = {
    "ms": "s",
    "μs": "ms",
    "ns": "ms",
    "s": "ms",
    "m": "h",
    "h": "m",
    "GB": "MB",
    "MB": "GB",
    "KB": "MB",
    "TB": "GB",
    "Gi": "Mi",
    "Mi": "Gi",
    "Ki": "Mi",
    "%": "‰",
    "毫秒": "秒",
    "秒": "分钟",
    "分钟": "小时",
    "小时": "分钟",
    "天": "小时",
    "seconds": "minutes",
    "minutes": "hours",
    "hours": "minutes",
    "days": "hours",
}
_IP = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])")
_PORT = re.compile(r"(?<=\d:)\d{2,5}(?![\d:.])|(?<=[a-z]:)\d{2,5}(?![\d:.])")
_CLOCK = re.compile(r"(?<![\d:])\d\d:\d\d(?::\d\d)?(?![\d:])")
_DATE = re.compile(r"(?<!\d)\d{4}-\d\d-\d\d(?!\d)")
_HEX_ID = re.compile(r"(?<![\w])(?=\w*\d)(?=\w*[a-f])[0-9a-f]{6,}(?![\w])")
_NAME = re.compile(r"(?<![\w.-])[a-z]{3,}(?:-[a-z0-9]{2,})+(?![\w-])")
_STATUS_CODE = re.compile(r"(?<![\w.:/-])[2345]\d\d(?![\w.:/%-])")
_CODES = ("200", "204", "301", "403", "404", "429", "500", "502", "503")
_CJK_NUMERAL = re.compile(r"[一二三四五六七八九](?=[个次条台秒分小天倍万千百])")
_SIGN = re.compile(r"(?<![\w.)%:/-])(?<!\d )[-+]?(?=\d+(?:\.\d+)?(?![\w.:/-]*[-:/]\d))(?<![\d.])")
_VERSION = re.compile(r"(?<![\w./:-])v?\d+\.\d+\.\d+(?![\w.:/-])")
_FRACTION = re.compile(r"(?<![\w./:-])(\d{1,4})(/| of | out of )(\d{1,4})(?![\w./:-])")
_ZONE = re.compile(r"(?<=\d\d:\d\d)(?P<rest>(?::\d\d(?:[.,]\d+)?)?) ?(?P<zone>Z|UTC|[+-]\d\d:?\d\d)\b")
_PATH_PART = re.compile(r"(?<=/)[A-Za-z][\w-]{2,}(?=/)")
_PATH_PARTS = ("archive", "backup", "staging", "legacy", "internal", "public")
_PAIR = re.compile(r"(?<![\w.-])([A-Za-z][\w.-]*)=([^\s,;=\"'{}\[\]()]+)")


def _other_digit(rng: Random, digit: str, first: bool) -> str:
    return rng.choice([d for d in "0123456789" if d != digit and not (first and d == "0")])


def _digit_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_NUMBER.finditer(subject.excerpt)))
    if found is None:
        return None
    digits = [i for i in range(found.start(), found.end()) if subject.excerpt[i].isdigit()]
    at = rng.choice(digits)
    first = at == found.start() and len(digits) > 1
    return replace_span(subject.excerpt, (at, at + 1), _other_digit(rng, subject.excerpt[at], first))


def _digits_transposed(subject: Subject, rng: Random) -> str | None:
    numbers = [m for m in _NUMBER.finditer(subject.excerpt) if re.search(r"([1-9])(?!\1)[1-9]", m.group())]
    found = pick(rng, numbers)
    if found is None:
        return None
    inner = re.search(r"([1-9])(?!\1)([1-9])", found.group())
    assert inner is not None
    at = found.start() + inner.start()
    return replace_span(subject.excerpt, (at, at + 2), inner[2] + inner[1])


def _decimal_shifted(subject: Subject, rng: Random) -> str | None:
    decimals = [m for m in _DECIMAL.finditer(subject.excerpt) if m.group().strip("0.,")]
    found = pick(rng, decimals)
    if found is not None:
        whole, part = found["whole"] + found["part"][0], found["part"][1:] or "0"
        return replace_span(subject.excerpt, found.span(), f"{_grouped_as(found['whole'], whole)}.{part}")
    integers = [m for m in _INTEGER.finditer(subject.excerpt) if len(m.group()) >= 2 and m.group()[0] != "0"]
    found = pick(rng, integers)
    if found is None:
        return None
    if rng.random() < 0.5:
        value = _grouped_as(found.group(), found.group() + "0")
    else:
        value = f"{_grouped_as(found.group(), found.group()[:-1])}.{found.group()[-1]}"
    return replace_span(subject.excerpt, found.span(), value)


def _grouped_as(number: str, digits: str) -> str:
    """Write digits with the thousands separators of a number, without zeros in front."""
    bare = digits.replace(",", "").lstrip("0") or "0"
    return f"{Decimal(bare):,}" if "," in number else bare


def _numbers_swapped(subject: Subject, rng: Random) -> str | None:
    numbers = list(_NUMBER.finditer(subject.excerpt))
    options = [(a, b) for i, a in enumerate(numbers) for b in numbers[i + 1 :] if a.group() != b.group()]
    if not options:
        return None
    one, other = rng.choice(options)
    edited = replace_span(subject.excerpt, other.span(), one.group())
    return replace_span(edited, one.span(), other.group())


def _number_redrawn(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, [m for m in _NUMBER.finditer(subject.excerpt) if "." not in m.group()])
    if found is None:
        return None
    width = len(found.group())
    low, high = (10 ** (width - 1), 10**width - 1) if width > 1 else (0, 9)
    value = rng.randint(low, high)
    return None if str(value) == found.group() else replace_span(subject.excerpt, found.span(), str(value))


def _unit_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_UNIT.finditer(subject.excerpt)))
    return None if found is None else replace_span(subject.excerpt, found.span(2), _UNIT_PAIRS[found[2]])


def _percent_dropped(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(re.finditer(r"(?<=\d)%", subject.excerpt)))
    return None if found is None else replace_span(subject.excerpt, found.span(), "")


def _status_code_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_STATUS_CODE.finditer(subject.excerpt)))
    if found is None:
        return None
    return replace_span(subject.excerpt, found.span(), rng.choice([c for c in _CODES if c != found.group()]))


def _address_changed(subject: Subject, rng: Random) -> str | None:
    ports = list(_PORT.finditer(subject.excerpt))
    ips = list(_IP.finditer(subject.excerpt))
    found = pick(rng, ports + ips)
    if found is None:
        return None
    if found in ips:
        octets = found.group().split(".")
        at = rng.randrange(4)
        octets[at] = str((int(octets[at]) + rng.randint(1, 200)) % 256)
        return replace_span(subject.excerpt, found.span(), ".".join(octets))
    return replace_span(subject.excerpt, found.span(), str(int(found.group()) + rng.randint(1, 9)))


def _clock_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_CLOCK.finditer(subject.excerpt)))
    if found is None:
        return None
    hour, rest = found.group()[:2], found.group()[2:]
    return replace_span(subject.excerpt, found.span(), f"{(int(hour) + rng.randint(1, 11)) % 24:02d}{rest}")


def _date_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_DATE.finditer(subject.excerpt)))
    if found is None:
        return None
    year, month, day = found.group().split("-")
    return replace_span(subject.excerpt, found.span(), f"{year}-{month}-{int(day) % 28 + 1:02d}")


def _id_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_HEX_ID.finditer(subject.excerpt)))
    if found is None:
        return None
    at = rng.randrange(found.start() + 1, found.end())
    return replace_span(
        subject.excerpt, (at, at + 1), rng.choice([c for c in "0123456789abcdef" if c != subject.excerpt[at]])
    )


def _name_swapped(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_NAME.finditer(subject.excerpt)))
    others = {m.group() for text in subject.neighbours for m in _NAME.finditer(text)}
    if found is None:
        return None
    options = sorted(others - {m.group() for m in _NAME.finditer(subject.text)}) or [found.group() + "-v2"]
    return replace_span(subject.excerpt, found.span(), rng.choice(options))


def _pairs_exchanged(subject: Subject, rng: Random) -> str | None:
    pairs = list(_PAIR.finditer(subject.excerpt))
    options = [(a, b) for i, a in enumerate(pairs) for b in pairs[i + 1 :] if a[2] != b[2] and a[1] != b[1]]
    if not options:
        return None
    one, other = rng.choice(options)
    edited = replace_span(subject.excerpt, other.span(2), one[2])
    return replace_span(edited, one.span(2), other[2])


def _numeral_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_CJK_NUMERAL.finditer(subject.excerpt)))
    if found is None:
        return None
    return replace_span(
        subject.excerpt, found.span(), rng.choice([c for c in "一二三四五六七八九" if c != found.group()])
    )


def _sign_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_SIGN.finditer(subject.excerpt)))
    if found is None:
        return None
    return replace_span(subject.excerpt, found.span(), "" if found.group() == "-" else "-")


def _version_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_VERSION.finditer(subject.excerpt)))
    if found is None:
        return None
    parts = found.group().split(".")
    at = rng.choice((1, 2))
    parts[at] = str(int(parts[at]) + rng.randint(1, 4))
    return replace_span(subject.excerpt, found.span(), ".".join(parts))


def _fraction_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, [m for m in _FRACTION.finditer(subject.excerpt) if m[1] != m[3] or m[3] != "0"])
    if found is None:
        return None
    part, whole = int(found[1]), int(found[3])
    value = rng.choice([n for n in range(max(whole, part) + 2) if n != part])
    return replace_span(subject.excerpt, found.span(1), str(value))


def _zone_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_ZONE.finditer(subject.excerpt)))
    if found is None:
        return None
    zone = found["zone"]
    turned = {"+": "-", "-": "+"}
    other = "+08:00" if zone in ("Z", "UTC") or int(zone[1:3]) == 0 else turned[zone[0]] + zone[1:]
    return replace_span(subject.excerpt, found.span("zone"), other)


def _path_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_PATH_PART.finditer(subject.excerpt)))
    if found is None:
        return None
    return replace_span(
        subject.excerpt, found.span(), rng.choice([part for part in _PATH_PARTS if part != found.group()])
    )


VALUE_EDITS: tuple[Corruption, ...] = (
    Corruption("digit_changed", "unfaithful", "One digit of a number.", _digit_changed),
    Corruption(
        "digits_transposed", "unfaithful", "Two digits of a number change places.", _digits_transposed
    ),
    Corruption("decimal_shifted", "unfaithful", "A decimal point moves by one.", _decimal_shifted),
    Corruption("numbers_swapped", "unfaithful", "Two different numbers change places.", _numbers_swapped),
    Corruption("number_redrawn", "unfaithful", "A number becomes another of its magnitude.", _number_redrawn),
    Corruption("unit_changed", "unfaithful", "A unit becomes another.", _unit_changed),
    Corruption("percent_dropped", "unfaithful", "A percent sign is left out.", _percent_dropped),
    Corruption("status_code_changed", "unfaithful", "A status code becomes another.", _status_code_changed),
    Corruption("address_changed", "unfaithful", "An IP address or a port.", _address_changed),
    Corruption("clock_changed", "unfaithful", "The hour of a time.", _clock_changed),
    Corruption("date_changed", "unfaithful", "The day of a date.", _date_changed),
    Corruption("id_changed", "unfaithful", "One character of an identifier.", _id_changed),
    Corruption("name_swapped", "unfaithful", "A name becomes one of another record.", _name_swapped),
    Corruption("pairs_exchanged", "unfaithful", "Two keys exchange their values.", _pairs_exchanged),
    Corruption("sign_changed", "unfaithful", "A number gains or loses its minus.", _sign_changed),
    Corruption("version_changed", "unfaithful", "A version becomes a later one.", _version_changed),
    Corruption("fraction_changed", "unfaithful", "How many of how many.", _fraction_changed),
    Corruption("zone_changed", "unfaithful", "The time zone of a time.", _zone_changed),
    Corruption("path_changed", "unfaithful", "A part of a path becomes another.", _path_changed),
    Corruption("numeral_changed", "unfaithful", "A Chinese numeral becomes another.", _numeral_changed),
)
"""Classes that change one value and leave the rest as it stands."""
