"""Moments that stand in names: `db-2025-03-09-01-30`, `backup_20250309_0130`, `report-20250309T013000`.

It must not judge what is said of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from evidencelab.traces.values.moments import Moment


def stands_in_name(moment: Moment, folded: str) -> int | None:
    """Find a moment with a day and a time, written in the digits of a name; None if it stands in none.

    Args:
        moment: The moment.
        folded: The evidence in lower case.

    Returns:
        Its offset in the evidence.
    """
    return next((at for way in _ways(moment) if (at := folded.find(way)) >= 0), None)


def day_in_name(moment: Moment, folded: str) -> int | None:
    """Find a whole date that is part of a name, or written in digits alone; None if it stands nowhere.

    Args:
        moment: The moment.
        folded: The text in lower case.

    Returns:
        Its offset in the text.
    """
    if moment.year is None or moment.month is None or moment.day is None or moment.hour is not None:
        return None
    for mark in ("-", "_", ""):
        day = f"{moment.year}{mark}{moment.month:02d}{mark}{moment.day:02d}"
        at = folded.find(day)
        while at >= 0:
            if not folded[at - 1 : at].isdigit() and not folded[at + len(day) : at + len(day) + 1].isdigit():
                return at
            at = folded.find(day, at + 1)
    return None


def _ways(moment: Moment) -> Iterator[str]:
    """Write a moment as names do, from the month on."""
    if moment.month is None or moment.day is None or moment.hour is None or moment.minute is None:
        return
    hour = moment.hour
    day = f"{moment.month:02d}-{moment.day:02d}", f"{moment.month:02d}_{moment.day:02d}"
    clock = (
        f"{hour:02d}-{moment.minute:02d}",
        f"{hour:02d}_{moment.minute:02d}",
        f"{hour:02d}{moment.minute:02d}",
    )
    joined = "".join(day[0].split("-"))
    year = "" if moment.year is None else f"{moment.year}"
    for mark in ("-", "_", "t", ".", ""):
        if mark:
            yield from (f"{its}{mark}{clock[2]}" for its in day)
            yield f"{day[0]}{mark}{clock[0]}"
            yield f"{day[1]}{mark}{clock[1]}"
            yield f"{year}{joined}{mark}{clock[2]}"
            yield f"{year}{joined}{mark}{clock[0]}"
        elif year:
            yield f"{year}{joined}{clock[2]}"
