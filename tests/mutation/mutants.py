"""The mutants of the library: mutmut says what to change, here each change becomes one whole source text.

Generated is what mutmut makes: other operators, comparisons, numbers, strings and keywords, arguments left
out or None, assignments of None, arms of a conditional that are always or never taken. Not generated is
what no test could notice, or should:

- docstrings and type annotations (mutmut's own rule), names that only stand for a type: `X = A | B`,
  `TypeVar`, a `Literal` in a module without contracts;
- `__all__`;
- what is raised, down to its message: that it is raised is the `if` around it, which is changed;
- `strict=` of a `zip`, an assertion that both sides are as long;
- a change of case alone in a pattern that ignores case;
- None for False: both are no.

A mutant is known by its file, its function and the lines it changes, never by a line number, so that a
seeded sample stays the same where the code around it moves.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import libcst as cst
from libcst import matchers as m
from libcst.metadata import (
    MetadataWrapper,
    ParentNodeProvider,
    PositionProvider,
    WhitespaceInclusivePositionProvider,
)
from mutmut.mutation.file_mutation import MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

_NO = re.compile(r"\bFalse\b")
_STRICT = re.compile(r",?\s*\bstrict=\w+|,\s*(?=\)\Z)")
_TYPE_NAME = m.Name() | m.Attribute() | m.Subscript()
_UNION = m.BinaryOperation(left=_TYPE_NAME | m.BinaryOperation(), operator=m.BitOr(), right=_TYPE_NAME)
_LITERAL = m.Subscript(value=m.Name("Literal"))
_TYPE_VARIABLE = m.Call(func=m.Name("TypeVar"))
_CALL_IGNORING_CASE = m.Call(
    args=[m.ZeroOrMore(), m.Arg(value=m.Attribute(attr=m.Name("IGNORECASE"))), m.ZeroOrMore()]
)


class Mutant(NamedTuple):
    """One small change.

    Attributes:
        path: The changed file, relative to the tree.
        function: The function or method around the change; blank for a change outside of one.
        lines: First and last line of that function; (0, 0) where the change is not in its body.
        body: First line of its body.
        statement: First and last line of the statement around the change, of a compound one its head.
        change: The changed lines, `old ⇒ new`, white space squeezed.
        twin: Counts mutants of one function that read the same, from 0.
        source: The whole changed file.
    """

    path: str
    function: str
    lines: tuple[int, int]
    body: int
    statement: tuple[int, int]
    change: str
    twin: int
    source: str

    @property
    def name(self) -> str:
        """What the mutant is known by, in lists and in the file of explained survivors."""
        where = f"{self.path}:{self.function}" if self.function else self.path
        return f"{where} | {self.change}" + (f" ({self.twin + 1})" if self.twin else "")


def list_mutants(tree: Path, folders: Sequence[str]) -> list[Mutant]:
    """List every mutant of the Python files below some folders of a tree."""
    paths = sorted(path for folder in folders for path in (tree / folder).rglob("*.py"))
    return [mutant for path in paths for mutant in _mutants_of(path, path.relative_to(tree).as_posix())]


def sample_mutants(mutants: Sequence[Mutant], n: int, seed: int) -> list[Mutant]:
    """Draw `n` mutants, each equally likely; a change of one function redraws no mutant of another."""

    def lot(mutant: Mutant) -> str:
        return hashlib.sha256(f"{seed}\0{mutant.name}".encode()).hexdigest()

    return sorted(mutants, key=lot)[:n]


def _mutants_of(path: Path, name: str) -> Iterator[Mutant]:
    source = path.read_text(encoding="utf-8")
    wrapper = MetadataWrapper(cst.parse_module(source))
    positions = wrapper.resolve(WhitespaceInclusivePositionProvider)
    exact = wrapper.resolve(PositionProvider)
    parents = wrapper.resolve(ParentNodeProvider)
    visitor = MutationVisitor(mutation_operators, IgnoredCode(set(), set(), set()))
    wrapper.visit(visitor)
    rows = source.splitlines(keepends=True)
    has_contracts = "Contract" in source or "pydantic" in source
    twins: Counter[tuple[str, str]] = Counter()
    for mutation in visitor.mutations:
        around = [mutation.original_node]
        while around[-1] in parents:
            around.append(parents[around[-1]])
        old = wrapper.module.code_for_node(mutation.original_node)
        new = wrapper.module.code_for_node(mutation.mutated_node)
        if _is_beside_the_point(around, old, new, has_contracts):
            continue
        function, lines, body = "", (0, 0), 0
        place = positions[mutation.original_node]
        holder = mutation.contained_by_top_level_function
        if isinstance(holder, cst.FunctionDef):
            function = holder.name.value
            body = exact[holder.body].start.line
            if place.start.line >= body:
                lines = (exact[holder.name].start.line, exact[holder.body].end.line)
        first, last = place.start.line - 1, place.end.line - 1
        changed = rows[first][: place.start.column] + new + rows[last][place.end.column :]
        change = f"{_squeezed(''.join(rows[first : last + 1]))} ⇒ {_squeezed(changed)}"
        twin = twins[function, change]
        twins[function, change] += 1
        whole = "".join([*rows[:first], changed, *rows[last + 1 :]])
        statement = _statement(around, lambda node: exact[node].start.line, lambda node: exact[node].end.line)
        yield Mutant(name, function, lines, body, statement, change, twin, whole)


def _is_beside_the_point(around: Sequence[cst.CSTNode], old: str, new: str, has_contracts: bool) -> bool:
    """Tell whether a change is of a kind that is not generated; `around` is its node and all around it."""
    if _STRICT.sub("", old) == _STRICT.sub("", new) or _NO.sub("None", old) == _NO.sub("None", new):
        return True
    for depth, node in enumerate(around):
        if isinstance(node, cst.Raise):
            return True
        if m.matches(node, m.Arg(keyword=m.Name("strict"))):
            return True
        is_recased = depth > 0 and old.lower() == new.lower()
        if is_recased and m.matches(node, _CALL_IGNORING_CASE):
            return True
        if m.matches(node, m.Assign(targets=[m.AssignTarget(target=m.Name("__all__"))])):
            return True
        if isinstance(node, cst.Assign) and len(around) - depth <= 3:
            value = node.value
            if m.matches(value, _UNION) and _names_types(value):
                return True
            if m.matches(value, _TYPE_VARIABLE) or (m.matches(value, _LITERAL) and not has_contracts):
                return True
    return False


def _names_types(node: cst.CSTNode) -> bool:
    """Tell a union of types from one of word lists: constants are written in capitals."""
    names = [each.value for each in m.findall(node, m.Name()) if isinstance(each, cst.Name)]
    return not any(name.isupper() and len(name) > 1 for name in names)


def _statement(
    around: Sequence[cst.CSTNode], begin: Callable[[cst.CSTNode], int], end: Callable[[cst.CSTNode], int]
) -> tuple[int, int]:
    """Return the lines of the innermost statement; of a compound one, those in front of its body."""
    for node in around:
        if isinstance(node, cst.SimpleStatementLine):
            return begin(node), end(node)
        if isinstance(node, (cst.If, cst.For, cst.While, cst.With, cst.FunctionDef, cst.ClassDef)):
            return begin(node), max(begin(node), begin(node.body) - 1)
        if isinstance(node, (cst.Try, cst.ExceptHandler, cst.Match, cst.MatchCase)):
            return begin(node), end(node)
    return 0, 0


def _squeezed(text: str) -> str:
    return " ".join(text.split())
