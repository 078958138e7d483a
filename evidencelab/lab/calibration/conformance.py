"""Conformance vectors: pairs with decisions and reasons, by which another gate proves that it agrees.

A vector file is JSONL: a header with the policy, then one pair a line. An implementation in any
language reads `text` and `excerpt`, decides under the policy, and writes rows with the vector's `id`,
its `decision` and its reason codes; those are held against the vectors here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationError

from evidencelab.contracts import Contract, Row
from evidencelab.errors import InputError
from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.match_policy import Decision, MatchPolicy, VetoCode
from evidencelab.gatekeeper.files import read_text_file, write_text_file
from evidencelab.gatekeeper.json_values import json_expectation
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version
from evidencelab.lab.calibration.certificate import policy_values
from evidencelab.lab.labelled.pairs import LabelledPair, json_line, pair_keys
from evidencelab.lab.labelled.score_table import DECISIONS, ScoreTable, decide

FORMAT: Literal["evidencelab.vectors/1"] = "evidencelab.vectors/1"
RowT = TypeVar("RowT", bound=Row)

SIMILARITY_TOLERANCE = 0.05
"""Similarities further apart than this do not agree."""


class VectorHeader(Row):
    """The first line of a vector file: under what the vectors hold."""

    format: Literal["evidencelab.vectors/1"] = FORMAT
    code_version: str
    policy: GatekeeperPolicy
    n_vectors: int


class Vector(Row):
    """One pair and what the gate says of it.

    Attributes:
        id: Unique in the file.
        text: The evidence text.
        excerpt: What is said to stand in it.
        decision: accept, uncertain, mismatch or too_short.
        similarity: In [0, 100]; None where too short.
        reasons: Veto codes found, each once, sorted.
        kind: What made the pair, for reading disagreements.
    """

    id: str
    text: str
    excerpt: str
    decision: Decision
    similarity: float | None
    reasons: tuple[VetoCode, ...]
    kind: str | None = None


class Answer(Row):
    """What another implementation says of one vector; reasons as codes or as `{"code": ...}`."""

    id: str
    decision: str
    similarity: float | None = None
    reasons: tuple[str | dict[str, object], ...] | None = None

    @property
    def codes(self) -> tuple[str, ...] | None:
        """The reason codes, each once, sorted; None where it gives none."""
        if self.reasons is None:
            return None
        return tuple(sorted({r if isinstance(r, str) else str(r.get("code")) for r in self.reasons}))


class Disagreement(Contract):
    """One vector on which an implementation does not agree.

    Attributes:
        id: The vector.
        field: `decision`, `reasons`, `similarity`, or `missing` where there was no answer.
        expected: What the vector says.
        got: What the implementation says; None where it says nothing.
    """

    id: str
    field: Literal["decision", "reasons", "similarity", "missing"]
    expected: str
    got: str | None


class Conformance(Contract):
    """How far an implementation agrees.

    Attributes:
        n: Vectors.
        n_same_decision: Vectors decided alike; conformity is all of them.
        n_same_reasons: Vectors decided alike whose reason codes are the same, among `n_with_reasons`.
        n_with_reasons: Vectors for which reasons were given.
        disagreements: Every one, decisions first.
        unknown_ids: Answers to no vector.
    """

    n: int = Field(ge=0)
    n_same_decision: int
    n_same_reasons: int
    n_with_reasons: int
    disagreements: tuple[Disagreement, ...] = ()
    unknown_ids: tuple[str, ...] = ()

    @property
    def conforms(self) -> bool:
        """Whether every vector is there and is decided alike."""
        return self.n > 0 and self.n_same_decision == self.n


class VectorFile(NamedTuple):
    """A vector file as read."""

    header: VectorHeader
    vectors: tuple[Vector, ...]


def vector_rows(table: ScoreTable, policy: MatchPolicy, per_kind: int = 20) -> NDArray[np.int64]:
    """Choose rows for vectors: up to `per_kind` of every kind and decision, shape `(n_vectors,)`.

    Chosen by hash, so that the order of the pairs does not matter; pairs of the same text and
    excerpt once. Ascending.
    """
    cell = table.kind_code.astype(np.int64) * len(DECISIONS) + decide(table, policy)
    _, first = np.unique(table.claim_hash, return_index=True)
    order = first[np.lexsort((table.claim_hash[first], cell[first]))]
    cells = cell[order]
    rank = np.arange(len(order)) - np.searchsorted(cells, cells)
    return np.sort(order[rank < per_kind])


def make_vectors(
    pairs: Iterable[LabelledPair], rows: NDArray[np.integer], policy: MatchPolicy
) -> list[Vector]:
    """Fetch the pairs of some rows from their source and answer them, ordered by id.

    Args:
        pairs: The pairs the table was scored from, in the same order; gone through once.
        rows: Row numbers, as from `vector_rows`.
        policy: The policy the vectors hold under.
    """
    wanted = set(rows.tolist())
    vectors = []
    for pair in (pair for row, pair in enumerate(pairs) if row in wanted):
        match = match_excerpt(pair.excerpt, pair.text, policy)
        vectors.append(
            Vector(
                id=f"v{pair_keys(pair).claim_hash & (2**64 - 1):016x}",
                text=pair.text,
                excerpt=pair.excerpt,
                decision=match.decision,
                similarity=None if match.similarity is None else round(match.similarity, 6),
                reasons=tuple(sorted({reason.code for reason in match.reasons})),
                kind=pair.kind,
            )
        )
    return sorted(vectors, key=lambda vector: vector.id)


def write_vectors(vectors: Sequence[Vector], policy: GatekeeperPolicy, path: Path) -> None:
    """Write a vector file.

    Raises:
        OutputError: The file cannot be written.
    """
    header = VectorHeader(code_version=code_version(), policy=policy, n_vectors=len(vectors))
    values = header.model_dump(mode="json") | {"policy": policy_values(policy)}
    lines = [json_line(values), *(json_line(vector.model_dump(mode="json")) for vector in vectors)]
    write_text_file(path, "".join(lines))


def read_vectors(path: Path) -> VectorFile:
    """Read a vector file.

    Raises:
        InputError: It cannot be read, has no header, lacks vectors, or a line is none.
    """
    lines = _lines(path, "conformance vectors")
    remedy = "write one with `evidencelab calibrate --out`"
    if not lines:
        raise InputError(str(path), "holds no vectors", remedy)
    header = _parse(VectorHeader, lines[0][1], path, lines[0][0], remedy)
    vectors = tuple(_parse(Vector, line, path, number, remedy) for number, line in lines[1:])
    if len(vectors) != header.n_vectors:
        raise InputError(str(path), f"got {len(vectors)} vectors, expected {header.n_vectors}", remedy)
    return VectorFile(header, vectors)


def read_answers(path: Path) -> list[Answer]:
    """Read another implementation's answers: JSONL with `id`, `decision`, and reasons if it has them.

    Raises:
        InputError: The file cannot be read or a line is no answer.
    """
    remedy = 'write {"id", "decision", "reasons"} a line'
    return [_parse(Answer, line, path, number, remedy) for number, line in _lines(path, "answers")]


def own_answers(file: VectorFile) -> Iterator[Answer]:
    """Answer vectors with the gate that runs, under the vectors' own policy."""
    for vector in file.vectors:
        match = match_excerpt(vector.excerpt, vector.text, file.header.policy)
        yield Answer(
            id=vector.id,
            decision=match.decision,
            similarity=match.similarity,
            reasons=tuple(reason.code for reason in match.reasons),
        )


def check_conformance(vectors: Sequence[Vector], answers: Iterable[Answer]) -> Conformance:
    """Hold answers against vectors; of two answers to one vector the last counts."""
    by_id = {answer.id: answer for answer in answers}
    found: list[Disagreement] = []
    n_same = n_reasons = n_with = 0
    for vector in vectors:
        answer = by_id.pop(vector.id, None)
        if answer is None:
            found.append(Disagreement(id=vector.id, field="missing", expected=vector.decision, got=None))
            continue
        if answer.decision != vector.decision:
            found.append(
                Disagreement(id=vector.id, field="decision", expected=vector.decision, got=answer.decision)
            )
            continue
        n_same += 1
        n_with += answer.codes is not None
        n_reasons += answer.codes == vector.reasons
        found += _finer(vector, answer)
    order = ("missing", "decision", "reasons", "similarity")
    return Conformance(
        n=len(vectors),
        n_same_decision=n_same,
        n_same_reasons=n_reasons,
        n_with_reasons=n_with,
        disagreements=tuple(sorted(found, key=lambda d: (order.index(d.field), d.id))),
        unknown_ids=tuple(by_id),
    )


def _finer(vector: Vector, answer: Answer) -> Iterator[Disagreement]:
    """Differences that leave the decision alone."""
    if answer.codes is not None and answer.codes != vector.reasons:
        expected, got = " ".join(vector.reasons), " ".join(answer.codes)
        yield Disagreement(id=vector.id, field="reasons", expected=expected, got=got)
    one, two = vector.similarity, answer.similarity
    if one is not None and two is not None and abs(one - two) > SIMILARITY_TOLERANCE:
        yield Disagreement(id=vector.id, field="similarity", expected=f"{one:g}", got=f"{two:g}")


def _lines(path: Path, kind: str) -> list[tuple[int, str]]:
    text = read_text_file(path, kind)
    return [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]


def _parse(contract: type[RowT], line: str, path: Path, number: int, remedy: str) -> RowT:
    try:
        value = json.loads(line)
        if isinstance(value, dict) and isinstance(value.get("id"), int):
            value["id"] = str(value["id"])
        return contract.model_validate(value)
    except (ValueError, RecursionError) as error:
        if isinstance(error, ValidationError):
            first = error.errors()[0]
            reason = f"{'.'.join(map(str, first['loc'])) or 'line'}: {json_expectation(first['msg'])}"
        else:
            reason = f"is not JSON ({error})"
        raise InputError(str(path), reason, remedy, number) from error
