"""The mutants of the library: mutmut says what to change, here each change becomes one whole source text.

A mutant is known by its file, its function and the lines it changes, never by a line number, so that a
seeded sample stays the same where the code around it moves.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider, WhitespaceInclusivePositionProvider
from mutmut.mutation.file_mutation import MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode


class Mutant(NamedTuple):
    """One small change.

    Attributes:
        path: The changed file, relative to the tree.
        function: The function or method around the change; blank for a change outside of one.
        lines: First and last line of that function; (0, 0) where the change is not in its body.
        change: The changed lines, `old ⇒ new`, white space squeezed.
        twin: Counts mutants of one function that read the same, from 0.
        source: The whole changed file.
    """

    path: str
    function: str
    lines: tuple[int, int]
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
    visitor = MutationVisitor(mutation_operators, IgnoredCode(set(), set(), set()))
    wrapper.visit(visitor)
    rows = source.splitlines(keepends=True)
    twins: Counter[tuple[str, str]] = Counter()
    for mutation in visitor.mutations:
        function, lines = "", (0, 0)
        place = positions[mutation.original_node]
        around = mutation.contained_by_top_level_function
        if isinstance(around, cst.FunctionDef):
            function = around.name.value
            if place.start.line >= exact[around.body].start.line:
                lines = (exact[around.name].start.line, exact[around.body].end.line)
        first, last = place.start.line - 1, place.end.line - 1
        new = wrapper.module.code_for_node(mutation.mutated_node)
        changed = rows[first][: place.start.column] + new + rows[last][place.end.column :]
        change = f"{_squeezed(''.join(rows[first : last + 1]))} ⇒ {_squeezed(changed)}"
        twin = twins[function, change]
        twins[function, change] += 1
        whole = "".join([*rows[:first], changed, *rows[last + 1 :]])
        yield Mutant(name, function, lines, change, twin, whole)


def _squeezed(text: str) -> str:
    return " ".join(text.split())
