"""Judge a name: held by evidence, given, misspelt, or one that nobody could know without having read it.

A name that the trade knows (`PostgreSQL`, `kube-system`) is nobody's finding. Two kinds are: one that
differs in a letter or a digit from a name of the evidence, and one with the looks of an id that stands
nowhere though the evidence has ids of that look.
"""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network

from rapidfuzz import process
from rapidfuzz.distance import OSA

from evidencelab.traces.evidence.digit_slips import CodeSlips
from evidencelab.traces.evidence.layout import name_kind
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import (
    Setting,
    Sources,
    Verdict,
    altered,
    sound,
    told_otherwise,
    unsupported,
)
from evidencelab.traces.judges.day_slips import impossible_date
from evidencelab.traces.values.value_token import ValueToken

_PLAIN_ID = re.compile(
    r"https?://\S+|[\w.+-]+@[\w-]+\.[\w.-]+|(?:\d{1,3}\.){3}\d{1,3}(?:[:/]\d+)?"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=[a-f]*\d)[0-9a-f]{10,}"
)
_REGISTERED = re.compile(r"cve-\d{4}-\d{4,}|ghsa(?:-[a-z0-9]{4}){3}")
_ADDRESS = re.compile(r"(?:\d{1,3}\.){3}\d{1,3}")
_BLOCK = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}/\d{1,2}(?![\d.])")
_DATE = re.compile(r"(?:19|20)\d\d-\d\d-\d\d")
_KNOWN = (
    "127.0.0.1",
    "0.0.0.0",
    "255.255",
    "8.8.8.8",
    "8.8.4.4",
    "1.1.1.1",
    "10.0.0.",
    "192.168.",
    "172.16.",
)
_DIGEST = re.compile(r":[0-9a-f]{6,}", re.IGNORECASE)
"""Behind a name, the hash that was made by the method of that name."""
_NO_NAME = re.compile(
    r"\d+(?:\.\d+)?(?:st|nd|rd|th|s|x|k|d|p|xx)|\d+x\d+|\d{1,2}:\d{2}|[a-z]\d|[a-z]{1,3}\d{1,2}",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"([a-z]{2,12}-?)\d{1,3}")
_COMMON = "utf sha ipv http https gpt mp md base int float cp python py es ec ram ssd usb"
_COMMON_STEMS = frozenset(_COMMON.split())
_RAISED = str.maketrans("²³", "23")
_LONG_URL = 24
_ABSENT = re.compile(
    r"\b(?:no|not|never|without|nor|isn't|wasn't|missing|absent|lacks?|nothing)\b[^.;,:]{0,30}$"
    r"|(?:没有|未|不含|缺少|看不到|不存在)[^。；，]{0,12}$",
    re.IGNORECASE,
)
"""In front of a name, these say that the evidence does not hold it."""
_ABSENT_AFTER = re.compile(
    r"[`\"'*]*\s+(?:does not|doesn't|did not|didn't|is not|isn't|was not|wasn't|never|no longer)\s+"
    r"(?:appear|exist|show|occur|listed|found|present|in)"
    r"|[`\"'*]*\s*(?:并)?(?:不在|未出现|没有出现|不存在)",
    re.IGNORECASE,
)
_SHORT_HASH = re.compile(r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,12}")
_HASH = re.compile(r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}")
_BUILT = re.compile(r"(?P<first>[a-z]{5,})-(?P<rest>[a-z]{2,}(?:-[a-z]{2,})?)-\d{1,3}")
_PORT = re.compile(r"([a-z]+)[- ]?(\d+(?:[/.:]\d+)+)")
"""The kind of a port or a slot in letters, and where it is in numbers."""
_JOINTS = re.compile(r"[-_:@]|/(?=\w)")
_PATTERN = re.compile(r"(?:\d{1,3}\.){1,3}(?:[x*]|0/\d+)(?:\.[x*])*")
"""Addresses of one network, their last parts left open."""
_SHORTEST_HEAD = 4
_LONG_ID = 6
"""Digits of a name that nobody makes up as an example."""
_SCHEME = re.compile(
    r"https?|wss?|s?ftps?|ssh|git|file|s3|gs|jdbc:\w+|\w*sql|mongodb(?:\+srv)?|rediss?|amqps?|tcp|udp|oci"
)


class NameJudge:
    """Judges names against one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool
        self.codes = [CodeSlips(pool) for pool in (sources.pool, sources.given, sources.arguments)]

    def judge(self, token: ValueToken, setting: Setting) -> Verdict:
        """Judge one name."""
        name = token.folded
        where = stands(self.pool, name)
        if where is not None:
            return where
        joined = name.replace("-", "")
        if joined != name and (where := stands(self.pool, joined)) is not None:
            return where
        longer = self._cut_short(name) or self._abbreviated(name)
        if longer is not None:
            return longer
        for pool, reason in (
            (self.sources.given, "the user or the system prompt said so"),
            (self.sources.arguments, "the agent chose it itself, as a tool's argument"),
        ):
            if stands(pool, name) is not None:
                return Verdict("given", reason=reason)
        block = self._block_of(name)
        if block is not None:
            return block
        sister = self._sister(name) if setting.mood == "fact" else None
        if sister is not None:
            return altered(self.pool, sister)
        if _NO_NAME.fullmatch(name):
            return Verdict("not_checkable", reason="it is no name of its own")
        if self._of_parts(name):
            return Verdict("sound", reason="its parts stand in the evidence")
        if _PATTERN.fullmatch(name):
            return Verdict("not_checkable", reason="it is a pattern")
        after = setting.statement.text[token.end : token.end + 4]
        if re.match(r"-?(?:\*(?!\*)(?=[\s`,;)]|$)|…|\.\.\.|<\w|\{|-?x{2,})", after):
            return Verdict("not_checkable", reason="it is a pattern")
        if _DIGEST.match(setting.statement.text, token.end):
            return Verdict("not_checkable", reason="it names the kind of what stands behind it")
        behind = re.sub(r"\s", "", setting.statement.text[token.end : token.end + 12]).translate(_RAISED)
        if behind and self._goes_on(name, behind.lower()):
            return Verdict("sound", reason="it stands there, written as one")
        code = self._other_code(token, setting)
        if code is not None:
            return told_otherwise(self.pool, code)
        if _DATE.match(name) and (day := impossible_date(name, self.pool)) is not None:
            return day
        if _ABSENT.search(
            setting.statement.text[max(0, token.start - 40) : token.start]
        ) or _ABSENT_AFTER.match(setting.statement.text, token.end):
            return Verdict("not_checkable", reason="it is said not to be there")
        if self._overlaps(name):
            return Verdict("sound", reason="its two halves stand there, one over the other")
        near = self._near_miss(name) or self._near_miss(re.sub(r":\d+(?::\d+)?$", "", name))
        if near is not None and not (setting.mood in ("advice", "question") and _is_version(name)):
            return altered(self.pool, near)
        if setting.mood != "fact" or not self.sources.is_whole or not self._is_read(name):
            return Verdict("not_checkable", reason=f"{token.text!r} may be a word of the trade")
        return unsupported(self.pool, setting)

    def _other_code(self, token: ValueToken, setting: Setting) -> Held | None:
        """Find the code, read or given, that one told as a fact is a slip of."""
        if setting.mood not in ("fact", "supposition"):
            return None
        found = (codes.find(token, setting) for codes in self.codes)
        return next((held for held in found if held is not None), None)

    def _block_of(self, name: str) -> Verdict | None:
        """Take an address that begins or ends a block of the evidence: `10.1.7.255` of `10.1.0.0/21`."""
        if not _ADDRESS.fullmatch(name):
            return None
        for found in _BLOCK.finditer(self.pool.folded):
            try:
                block = ip_network(found.group(), strict=False)
                edges = (block[0], block[-1], block[1], block[-2]) if block.num_addresses > 1 else (block[0],)
                if ip_address(name) in edges:
                    place = self.pool.place_at(found.start())
                    return Verdict("derived", None, place, f"an end of {found.group()}")
            except ValueError:
                continue
        return None

    def _overlaps(self, name: str) -> bool:
        """Tell whether a code is two that were read, told as one: `XQ14-02` of `XQ14` and `Q14-02`."""
        head, mark, _ = name.partition("-")
        if not mark or len(head) < _SHORTEST_HEAD or not any(c.isdigit() for c in head):
            return False
        return stands(self.pool, head) is not None and any(
            stands(self.pool, name[cut:]) is not None for cut in range(1, len(head) - 2)
        )

    def _of_parts(self, name: str) -> bool:
        """Tell whether every piece of a composed name (`namespace/pod`, `file.py:12`) stands somewhere."""
        scheme, mark, rest = name.partition("://")
        pieces = [piece for piece in re.split(r"[/:@#,()\[\]]+", rest if mark else name) if len(piece) > 1]
        if len(pieces) < 2 or (mark and not _SCHEME.fullmatch(scheme)):
            return False
        pools = (self.pool, self.sources.given, self.sources.arguments)
        return all(any(stands(pool, piece) is not None for pool in pools) for piece in pieces)

    def _cut_short(self, name: str) -> Verdict | None:
        """Find the one hash that a shortened one begins, or a name that is written with other joints."""
        if _SHORT_HASH.fullmatch(name):
            longer = {other for other in self.pool.name_list if other.startswith(name)}
            if len(longer) == 1:
                (other,) = longer
                return sound(self.pool, self.pool.names[other][0], f"{other} begins with it")
        if _JOINTS.search(name) and any(map(str.isdigit, name)):
            alike = next((o for o in self.pool.name_list if _unjointed(o) == _unjointed(name)), None)
            if alike is not None:
                return sound(self.pool, self.pool.names[alike][0], f"it stands there as {alike}")
        return None

    def _abbreviated(self, name: str) -> Verdict | None:
        """Find the one name whose letters are shortened in front of the same numbers: `Gi1/0/3`."""
        short = _PORT.fullmatch(name)
        if short is None:
            return None
        for other in (o for o in self.pool.name_list if o.endswith(short[2])):
            whole = _PORT.fullmatch(other)
            if whole and whole[2] == short[2] and _shortens(short[1], whole[1]):
                return sound(self.pool, self.pool.names[other][0], f"it stands there as {other}")
        return None

    def _goes_on(self, name: str, behind: str) -> bool:
        """Tell whether a name of the evidence is this one and what is written behind it."""
        longer = (other for other in self.pool.name_list if other.startswith(name) and other != name)
        return any(behind.startswith(other[len(name) :]) for other in longer)

    def _sister(self, name: str) -> Held | None:
        """Find the one name of the evidence that differs from a short one in its number."""
        found = _NUMBERED.fullmatch(name)
        if found is None or found[1].rstrip("-") in _COMMON_STEMS:
            return None
        sisters = self.pool.sisters.get(found[1], {})
        return next(iter(sisters.values())) if len(sisters) == 1 else None

    def _near_miss(self, name: str) -> Held | None:
        """Find the name of the evidence that this one is a misspelling of."""
        if len(name) < (4 if re.fullmatch(r"[a-z]\d{3,}", name) else 5) or not (
            any(c.isdigit() for c in name) or re.search(r"[-_./]", name)
        ):
            return None
        allowed = 1 if len(name) < 8 else 2 if len(name) < 24 else 3
        found = process.extractOne(name, self.pool.name_list, scorer=OSA.distance, score_cutoff=allowed)
        if found is None and len(name) >= 6:
            found = process.extractOne(name, self.pool.part_list, scorer=OSA.distance, score_cutoff=1)
        if found is None:
            return None
        other = str(found[0])
        if len(other) < min(5, len(name)) or (
            name_kind(other) != name_kind(name) and not re.search(r"\d", other + name)
        ):
            return None
        if other.rstrip("s") == name.rstrip("s"):
            return None
        return self.pool.names[other][0] if other in self.pool.names else self.pool.part_of(other)

    def _is_read(self, name: str) -> bool:
        """Tell whether a name is one that nobody knows without having read it."""
        if name.startswith("http"):
            return "http" in self.pool.folded and len(name) > _LONG_URL and name.count("/") > 3
        if "example" in name or name.startswith(_KNOWN):
            return False
        if _PLAIN_ID.fullmatch(name) or _REGISTERED.fullmatch(name):
            return True
        if _SHORT_HASH.fullmatch(name) and any(map(_HASH.fullmatch, self.pool.name_list)):
            return True
        digits, letters = sum(c.isdigit() for c in name), sum(c.isalpha() for c in name)
        if self._is_made_up_of(name):
            return True
        if digits >= _LONG_ID and letters and name.isascii() and re.fullmatch(r"[a-z0-9_-]+", name):
            return True
        return (
            len(name) >= 6
            and digits >= 3
            and letters >= 2
            and "/" not in name
            and name_kind(name) in self.pool.kinds
        )

    def _is_made_up_of(self, name: str) -> bool:
        """Tell whether a numbered name begins with a word that was read and goes on with one that was not.

        What only differs in its number may be counted on from the ones that were read.
        """
        found = _BUILT.fullmatch(name)
        if found is None or at_boundary(self.pool.folded, found["first"]) is None:
            return False
        base = f"{found['first']}-{found['rest']}"
        return all(at_boundary(self.pool.folded, part) is None for part in (base, found["rest"]))


def stands(pool: Pool, name: str) -> Verdict | None:
    """Give the verdict that a name stands in a pool: as a name, or inside its text at word boundaries."""
    held = pool.names.get(name)
    if held:
        return sound(pool, held[0])
    at = at_boundary(pool.folded, name)
    return None if at is None else Verdict("sound", None, pool.place_at(at), "it stands there")


def _unjointed(name: str) -> str:
    """Give a name with all its joints alike; a dot between digits is none, and two joints are not one."""
    return _JOINTS.sub("-", name)


def _shortens(short: str, whole: str) -> bool:
    """Tell whether a word begins like another one and takes some of its letters, in their order."""
    letters = iter(whole)
    return len(short) < len(whole) and short[0] == whole[0] and all(letter in letters for letter in short)


def _is_version(name: str) -> bool:
    return bool(re.fullmatch(r"(?:.*[:@-]v?)?\d+(?:\.\d+)+[\w.-]*(?:/\d+)?", name))


def at_boundary(text: str, name: str) -> int | None:
    """Find a name in a text where no letter or digit touches it."""
    at = text.find(name)
    for _ in range(64):
        if at < 0:
            return None
        before = text[at - 1] if at else " "
        end = at + len(name)
        behind = text[end] if end < len(text) else " "
        if not (before.isalnum() and name[0].isalnum()) and not (behind.isalnum() and name[-1].isalnum()):
            return at
        at = text.find(name, at + 1)
    return None
