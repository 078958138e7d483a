"""What an analyst works out of a table and tells: counts, sums, means, shares, differences, ranks, spans.

One entry a kind: the sentence in both languages, and the working as one line over its operands. A kind
applies where the table has all that its sentence speaks of.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from string import Formatter
from typing import NamedTuple

import pandas as pd

from evidencelab.lab.statements.operands import Operands
from evidencelab.lab.statements.plain_words import Title
from evidencelab.lab.statements.written_numbers import Form, plain_number

_TITLES = ("column", "beside", "group", "date")


class Working(NamedTuple):
    """One kind of working.

    Attributes:
        name: The kind.
        form: How its result is written.
        work: The working; what it gives that is None, not finite, or no greater than 0 is not told.
        english: The sentence, with the operands and the result as fields.
        chinese: The same.
        asks: Operands that the working takes and the sentence does not speak of.
        adds: Whether it adds amounts up, which not every column bears.
    """

    name: str
    form: Form
    work: Callable[[Operands], float | str | None]
    english: str
    chinese: str
    asks: tuple[str, ...] = ()
    adds: bool = False

    @property
    def needs(self) -> frozenset[str]:
        """The operands that the working takes."""
        fields = {field for _, field, _, _ in Formatter().parse(self.english) if field}
        return frozenset(fields & set(Operands._fields)) | frozenset(self.asks)

    def titles(self, operands: Operands) -> frozenset[str]:
        """The columns that the working takes of a table."""
        by = {
            "row": "name",
            "second": "name",
            "state": "group",
            "other": "group",
            "bound": "column",
            "day": "date",
        }
        taken = {by.get(need, need) for need in self.needs}
        return frozenset(getattr(operands, name) for name in taken)

    def tell(self, operands: Operands, subject: str, value: str, is_chinese: bool) -> str:
        """Say that the working comes to a value: titles as words, amounts with their unit."""
        fields = {
            name: Title.of(text).words if name in _TITLES else text
            for name in Operands._fields
            if isinstance(text := getattr(operands, name), str)
        }
        bound = "" if operands.bound is None else plain_number(operands.bound)
        unit = "" if operands.column is None else Title.of(operands.column).unit
        fields["bound"] = f"{bound} {unit}" if unit else bound
        sentence = self.chinese if is_chinese else self.english
        return sentence.format_map({**fields, "n": operands.n, "subject": subject, "value": value})


def _only(values: pd.Series, extreme: Callable[[pd.Series], float]) -> str | None:
    """Give the one name that has the extreme value; None where several have."""
    found = values[values == extreme(values)]
    return str(found.index[0]) if len(found) == 1 else None


def _ranked(values: pd.Series, place: int) -> str | None:
    """Give the name at a 1-based place from the top; None where it shares its value, or too few are there."""
    if len(values) <= place or not values.is_unique:
        return None
    return str(values.sort_values(ascending=False).index[place - 1])


def _over(part: float, whole: float) -> float | None:
    """Divide; None where there is nothing to divide by."""
    return part / whole if whole else None


def _percent(part: float, whole: float) -> float | None:
    return 100 * part / whole if whole else None


def _are_of_one_unit(operands: Operands) -> bool:
    return Title.of(operands.column or "").unit == Title.of(operands.beside or "").unit


def _days(operands: Operands) -> list[date]:
    return [date.fromisoformat(cell[:10]) for cell in operands.frame[operands.date]]


WORKINGS: tuple[Working, ...] = (
    Working(
        "quoted",
        "amount",
        lambda o: o.at(o.row),
        "{row} has a {column} of {value}.",
        "{row}的{column}为{value}。",
    ),
    Working(
        "rows", "count", lambda o: o.n, "The tool returned {value} {subject}.", "工具共返回{value}条记录。"
    ),
    Working(
        "rows_of_group",
        "count",
        lambda o: int((o.frame[o.group] == o.state).sum()),
        "{value} of the {n} {subject} have {group} {state}.",
        "{n}条记录中，{group}为{state}的有{value}条。",
    ),
    Working(
        "rows_of_others",
        "count",
        lambda o: int((o.frame[o.group] != o.state).sum()),
        "{value} {subject} have a {group} other than {state}.",
        "{group}不是{state}的记录有{value}条。",
    ),
    Working(
        "rows_above",
        "count",
        lambda o: int((o.amounts > o.bound).sum()),
        "{value} of {n} {subject} have a {column} above {bound}.",
        "{n}条记录中有{value}条的{column}高于{bound}。",
    ),
    Working(
        "rows_below",
        "count",
        lambda o: int((o.amounts < o.bound).sum()),
        "A {column} below {bound} is reported for {value} {subject}.",
        "{column}低于{bound}的记录有{value}条。",
    ),
    Working(
        "groups",
        "count",
        lambda o: int(o.frame[o.group].nunique()),
        "The {subject} fall into {value} different values of {group}.",
        "{group}共有{value}种取值。",
    ),
    Working(
        "sum",
        "amount",
        lambda o: o.amounts.sum(),
        "The total {column} over all {n} {subject} is {value}.",
        "全部{n}条记录的{column}合计为{value}。",
        adds=True,
    ),
    Working(
        "sum_of_group",
        "amount",
        lambda o: o.in_group.sum(),
        "For {group} {state} the {column} adds up to {value}.",
        "{group}为{state}的记录，{column}合计{value}。",
        adds=True,
    ),
    Working(
        "mean",
        "mean",
        lambda o: o.amounts.mean(),
        "On average the {column} is {value}.",
        "{column}的平均值为{value}。",
    ),
    Working(
        "mean_of_group",
        "mean",
        lambda o: o.in_group.mean(),
        "The average {column} of {group} {state} is {value}.",
        "{group}为{state}的平均{column}为{value}。",
    ),
    Working(
        "median",
        "mean",
        lambda o: o.amounts.median(),
        "The median {column} is {value}.",
        "{column}的中位数为{value}。",
    ),
    Working(
        "range",
        "amount",
        lambda o: o.amounts.max() - o.amounts.min(),
        "Between the highest and the lowest {column} lie {value}.",
        "{column}最高与最低相差{value}。",
    ),
    Working(
        "share_of_rows",
        "share",
        lambda o: 100 * float((o.frame[o.group] == o.state).mean()),
        "{value} of the {subject} have {group} {state}.",
        "{group}为{state}的记录占{value}。",
    ),
    Working(
        "share_above",
        "share",
        lambda o: 100 * float((o.amounts > o.bound).mean()),
        "In {value} of the {subject} the {column} exceeds {bound}.",
        "{value}的记录{column}超过{bound}。",
    ),
    Working(
        "share_of_row",
        "share",
        lambda o: _percent(o.at(o.row), o.amounts.sum()),
        "{row} accounts for {value} of the total {column}.",
        "{row}占{column}总量的{value}。",
        adds=True,
    ),
    Working(
        "share_of_group",
        "share",
        lambda o: _percent(o.in_group.sum(), o.amounts.sum()),
        "{group} {state} makes up {value} of the total {column}.",
        "{group}为{state}的部分占{column}总量的{value}。",
        adds=True,
    ),
    Working(
        "share_of_top_three",
        "share",
        lambda o: _percent(o.amounts.nlargest(3).sum(), o.amounts.sum()) if o.n > 4 else None,
        "The top three {subject} hold {value} of the {column}.",
        "{column}前三名合计占总量的{value}。",
        adds=True,
    ),
    Working(
        "difference",
        "amount",
        lambda o: o.at(o.row) - o.at(o.second),
        "The {column} of {row} is {value} higher than that of {second}.",
        "{row}的{column}比{second}高{value}。",
    ),
    Working(
        "percent_more",
        "share",
        lambda o: _percent(o.at(o.row) - o.at(o.second), o.at(o.second)),
        "{row} has a {column} {value} above that of {second}.",
        "{row}的{column}比{second}多{value}。",
    ),
    Working(
        "times",
        "ratio",
        lambda o: _over(o.at(o.row), o.at(o.second)) if o.at(o.row) > 1.2 * o.at(o.second) else None,
        "The {column} of {row} is {value} times that of {second}.",
        "{row}的{column}是{second}的{value}倍。",
    ),
    Working(
        "together",
        "amount",
        lambda o: o.at(o.row) + o.at(o.second),
        "{row} and {second} together have a {column} of {value}.",
        "{row}与{second}的{column}合计{value}。",
        adds=True,
    ),
    Working(
        "the_rest",
        "amount",
        lambda o: o.amounts.sum() - o.at(o.row),
        "Without {row} the total {column} is {value}.",
        "除{row}外，{column}合计{value}。",
        adds=True,
    ),
    Working(
        "mean_without",
        "mean",
        lambda o: (o.amounts.sum() - o.at(o.row)) / (o.n - 1),
        "Leaving out {row}, the average {column} is {value}.",
        "去掉{row}后，平均{column}为{value}。",
    ),
    Working(
        "highest",
        "text",
        lambda o: _only(o.by_name, pd.Series.max),
        "The highest {column} is that of {value}.",
        "{column}最高的是{value}。",
        ("name",),
    ),
    Working(
        "lowest",
        "text",
        lambda o: _only(o.by_name, pd.Series.min),
        "The lowest {column} is that of {value}.",
        "{column}最低的是{value}。",
        ("name",),
    ),
    Working(
        "second_highest",
        "text",
        lambda o: _ranked(o.by_name, 2),
        "Second by {column} comes {value}.",
        "{column}排名第二的是{value}。",
        ("name",),
    ),
    Working(
        "third_highest",
        "text",
        lambda o: _ranked(o.by_name, 3),
        "Third by {column} comes {value}.",
        "{column}排名第三的是{value}。",
        ("name",),
    ),
    Working(
        "maximum",
        "amount",
        lambda o: o.amounts.max(),
        "The {column} peaks at {value}.",
        "{column}最高达{value}。",
    ),
    Working(
        "minimum",
        "amount",
        lambda o: o.amounts.min(),
        "The {column} is {value} at the least.",
        "{column}最低为{value}。",
    ),
    Working(
        "maximum_of_group",
        "amount",
        lambda o: o.in_group.max(),
        "Among {group} {state} the {column} goes up to {value}.",
        "{group}为{state}的记录中，{column}最高为{value}。",
    ),
    Working(
        "largest_group",
        "text",
        lambda o: _only(o.frame[o.group].value_counts(), pd.Series.max),
        "The most common {group} is {value}.",
        "出现最多的{group}是{value}。",
    ),
    Working(
        "heaviest_group",
        "text",
        lambda o: _only(o.by_group, pd.Series.max),
        "By {group}, the total {column} is highest for {value}.",
        "按{group}统计，{column}合计最高的是{value}。",
        adds=True,
    ),
    Working(
        "groups_apart",
        "amount",
        lambda o: o.in_group.sum() - o.in_other.sum(),
        "The total {column} of {group} {state} exceeds that of {other} by {value}.",
        "{group}为{state}的{column}合计比{other}多{value}。",
        adds=True,
    ),
    Working(
        "group_means_apart",
        "mean",
        lambda o: o.in_group.mean() - o.in_other.mean(),
        "The average {column} is {value} higher for {group} {state} than for {other}.",
        "{group}为{state}的平均{column}比{other}高{value}。",
    ),
    Working(
        "above_the_mean",
        "mean",
        lambda o: o.at(o.row) - o.amounts.mean(),
        "The {column} of {row} lies {value} above the average.",
        "{row}的{column}比平均值高{value}。",
    ),
    Working(
        "rows_above_the_mean",
        "count",
        lambda o: int((o.amounts > o.amounts.mean()).sum()),
        "{value} {subject} have a {column} above the average.",
        "有{value}条记录的{column}高于平均值。",
    ),
    Working(
        "columns_apart",
        "amount",
        lambda o: o.at(o.row) - o.at(o.row, o.beside) if _are_of_one_unit(o) else None,
        "For {row} the {column} exceeds the {beside} by {value}.",
        "{row}的{column}比{beside}多{value}。",
    ),
    Working(
        "columns_ratio",
        "ratio",
        lambda o: _over(o.at(o.row), o.at(o.row, o.beside)),
        "{row} has {value} {column} per {beside}.",
        "{row}的{column}与{beside}之比为{value}。",
    ),
    Working(
        "totals_ratio",
        "ratio",
        lambda o: _over(o.amounts.sum(), o.frame[o.beside].sum()),
        "Overall that is {value} {column} per {beside}.",
        "总体上，{column}与{beside}之比为{value}。",
        adds=True,
    ),
    Working(
        "in_thousands",
        "thousands",
        lambda o: o.at(o.row) if 10000 <= o.at(o.row) < 1e6 else None,
        "The {column} of {row} is {value}.",
        "{row}的{column}约为{value}。",
    ),
    Working(
        "days_spanned",
        "count",
        lambda o: (max(_days(o)) - min(_days(o))).days,
        "From the first to the last {date} there are {value} days.",
        "{date}从最早到最晚相隔{value}天。",
    ),
    Working(
        "rows_of_day",
        "count",
        lambda o: int(o.frame[o.date].str.startswith(str(o.day)).sum()),
        "{value} {subject} have a {date} on {day}.",
        "{date}在{day}的记录有{value}条。",
    ),
    Working(
        "first_date",
        "text",
        lambda o: str(o.frame[o.date].min())[:10],
        "The earliest {date} is {value}.",
        "最早的{date}是{value}。",
    ),
    Working(
        "last_date",
        "text",
        lambda o: str(o.frame[o.date].max())[:10],
        "The latest {date} is {value}.",
        "最晚的{date}是{value}。",
    ),
)
"""Every kind there is."""
