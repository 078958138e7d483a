"""The value token: a number with its unit, a moment or a name, and where a text has it.

It must not know how tokens are found in a text.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.units import Unit

TokenKind = Literal["number", "moment", "name"]
FEAST = "节"
"""The label of a number that is the name of a day of sales: `618`."""


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
_COLON_BEFORE_CLOCK = re.compile(r"：(?=\d{1,2}:\d\d)", re.ASCII)
_NO_POINT = re.compile(r"(?<=\d)，(?=\d)|。(?=\d)", re.ASCII)
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
        "～": "~",
        "￥": "¥",
        "＄": "$",
        "￡": "£",
        "〜": "~",
        **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
        **{chr(0xFF21 + letter): chr(65 + letter) for letter in range(26)},
        **{chr(0xFF41 + letter): chr(97 + letter) for letter in range(26)},
    }
)

_FORMULA = re.compile(r"\$([^$\n]{0,200}?\\[a-z]+[^$\n]{0,200})\$")


def even(text: str) -> str:
    r"""Give the text with typographic characters replaced one for one, so that offsets hold.

    A wide colon in front of a clock with narrow ones parts the clock from its subject: `CP-05：09:47`. Wide
    commas and stops group no digits: `100，200`. The signs around a formula are no money: `$128 \times 4$`.
    """
    if "\\" in text:
        text = _FORMULA.sub(lambda found: f" {found[1]} ", text)
    return _NO_POINT.sub(";", _COLON_BEFORE_CLOCK.sub(" ", text)).translate(_EVEN)


def scale_of(token: ValueToken) -> float:
    """Give what a number's scale word multiplies it by: 1e6 for `4.2 million`, 1 for a number without one."""
    written = re.search(r"\d[\d,]*(?:\.\d+)?", token.text)
    number = float(written.group().replace(",", "")) if written else 0.0
    factor = abs(token.number or 0.0) / number if number else 1.0
    return next((s for s in (1e3, 1e4, 1e6, 1e8, 1e9, 1e12) if abs(factor - s) <= 1e-6 * s), 1.0)


def number_of_digits(token: ValueToken) -> int:
    """Count the digits a number is written with."""
    return sum(character.isdigit() for character in token.text)
