"""Find the exit code that a process ended with, where another one is told.

`exit code 1` stands nowhere by having a 1 somewhere. It must not judge a code where the evidence has none.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from evidencelab.traces.evidence.setting import Setting, Sources, Verdict
from evidencelab.traces.values.value_token import ValueToken

_TOLD = re.compile(
    r"(?:\b(?:exit|return)[ _-]?(?:code|status)(?: code)?(?: of)?|\bexit(?:s|ed|ing)? with(?: an?)?(?: exit)?"
    r"(?: (?:code|status))?|\bexit(?:s|ed|ing)? (?:code|status)|退出(?:状态)?码|返回码)"
    r"(?:\s(?:is|was))?\s?(?:为|是)?[\s:=`*(]*$",
    re.IGNORECASE,
)
_HELD = re.compile(
    r"(?:exit(?:s|ed|ing)?(?: with)?(?:[ _]?(?:code|status))?|return[ _]?code|\brc|code=exited, status"
    r"|退出(?:状态)?码|返回码)[\"'\s:=()]{1,12}(\d{1,3})(?![\w.:])"
)
_LIKE = re.compile(r"(?:exit|code|status|return|\brc\b|码|信号).{0,24}$")
"""In front of a number, these may make a code of it."""
_NEAR, _MAX_BEFORE = 32, 60
_BY_SIGNAL, _LARGEST = 128, 255
"""What a shell adds to the number of the signal that ended a process, and the largest code of one."""
_SIGNAL = re.compile(r"\bsignal[ :=#]*(\d{1,2})\b")
_SIGNALS = {
    6: re.compile(r"\b(?:sigabrt|abort)"),
    9: re.compile(r"\b(?:sigkill|killed|oom)"),
    11: re.compile(r"\b(?:sigsegv|segfault|segmentation)"),
    15: re.compile(r"\b(?:sigterm|terminated)"),
}
"""How it is told that a signal ended a process."""


class _Code(NamedTuple):
    number: int
    start: int


class ExitCodes:
    """The exit codes that one set of sources has."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._pool = sources.pool

    def judge(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Give the verdict on a number that is told as an exit code; None where it may be one."""
        before = setting.statement.text[max(0, token.start - _MAX_BEFORE) : token.start]
        if token.unit is not None or setting.mood != "fact" or not token.text.isdigit():
            return None
        if _TOLD.search(before) is None:
            return None
        number = int(token.text)
        if number > _LARGEST:
            return None
        if number in {code.number for code in self._held} or self._may_be(number):
            return None
        if number - _BY_SIGNAL in self._signals:
            return Verdict("derived", reason=f"{_BY_SIGNAL} and signal {number - _BY_SIGNAL}")
        if not self._held or not self._sources.is_whole:
            return None
        place = self._pool.place_at(self._held[0].start)
        return Verdict("altered", None, place, f"the evidence has exit code {self._held[0].number}")

    @cached_property
    def _held(self) -> tuple[_Code, ...]:
        return tuple(_Code(int(found[1]), found.start(1)) for found in _HELD.finditer(self._pool.folded))

    @cached_property
    def _signals(self) -> frozenset[int]:
        """The signals that the evidence names."""
        folded = self._pool.folded
        told = (number for number, words in _SIGNALS.items() if words.search(folded))
        return frozenset((*told, *map(int, _SIGNAL.findall(folded))))

    def _may_be(self, number: int) -> bool:
        """Tell whether the evidence may have the code in other words."""
        folded = self._pool.folded
        return any(
            _LIKE.search(folded, max(0, found.start() - _NEAR), found.start())
            for found in re.finditer(rf"(?<![\w.:-]){number}(?![\w.:-]\w|\w)", folded)
        )
