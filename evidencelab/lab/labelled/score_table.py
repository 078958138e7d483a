"""What one pass over labelled pairs leaves behind: scores, veto bits, labels, kinds, groups.

Texts are gone; every threshold, policy and ablation afterwards is arithmetic on these columns. This
module holds, reads and decides; it must not know how a score came about, nor any statistic.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from evidencelab.contracts import Contract
from evidencelab.errors import InputError, SettingError
from evidencelab.evidence.match_policy import VETO_CODES, MatchPolicy, VetoCode

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Codes = NDArray[np.int32]

DECISIONS = ("accept", "uncertain", "mismatch", "too_short")
"""Decisions in the order of their codes in `decide`."""

_METADATA_KEY = b"evidencelab.scores"


class ScoreOrigin(Contract):
    """What a score table was made with; it holds for no other.

    Attributes:
        code_version: The matcher's code.
        scorer: The policy's scorer, whose score is `similarity`.
        min_tokens: The policy's minimum length, which decides what is too short.
        veto_codes: Name of each veto bit, lowest bit first.
    """

    code_version: str
    scorer: str
    min_tokens: int
    veto_codes: tuple[str, ...] = VETO_CODES


@dataclass(frozen=True)
class ScoreTable:
    """Scored pairs as columns, each of shape `(n_pairs,)`.

    Attributes:
        origin: What it was made with.
        is_faithful: The label; faithful is the positive class.
        kind_code: Index into `kinds`.
        kinds: Kinds of pair, sorted.
        group_code: Group of each pair, codes from 0.
        similarity: In [0, 100]; NaN where the excerpt is too short to compare.
        is_too_short: Whether it is; such a pair is never accepted and never a mismatch.
        vetoes: Bit `i` set where the pair has a veto of `origin.veto_codes[i]`.
        excerpt_length: Code points.
        text_length: Code points.
        text_hash: Equal where texts are equal.
        pair_hash: Equal where text, excerpt, label, kind and group are equal.
        claim_hash: Equal where text and excerpt are equal.
        plain: Plain scores by scorer, for comparison; empty where not asked for.
    """

    origin: ScoreOrigin
    is_faithful: Flags
    kind_code: Codes
    kinds: tuple[str, ...]
    group_code: Codes
    similarity: Floats
    is_too_short: Flags
    vetoes: NDArray[np.uint32]
    excerpt_length: Codes
    text_length: Codes
    text_hash: NDArray[np.int64]
    pair_hash: NDArray[np.int64]
    claim_hash: NDArray[np.int64]
    plain: Mapping[str, Floats] = field(default_factory=lambda: MappingProxyType({}))

    def __len__(self) -> int:
        return len(self.is_faithful)

    @property
    def n_groups(self) -> int:
        """Groups present."""
        return len(np.unique(self.group_code))

    @property
    def n_conflicts(self) -> int:
        """Pairs of the same text and excerpt that carry both labels: at least one label is wrong."""
        claims, codes = np.unique(self.claim_hash, return_inverse=True)
        faithful = np.bincount(codes, weights=self.is_faithful, minlength=len(claims))
        total = np.bincount(codes, minlength=len(claims))
        return int(((faithful > 0) & (faithful < total)).sum())

    @property
    def data_hash(self) -> str:
        """Hash of the pairs with their labels, kinds and groups, independent of their order."""
        return hashlib.sha256(np.sort(self.pair_hash).astype("<i8").tobytes()).hexdigest()[:16]

    def take(self, rows: NDArray[np.bool_] | NDArray[np.integer]) -> Self:
        """Keep some rows: a mask of shape `(n_pairs,)` or row numbers. Codes keep their meaning."""
        columns = {name: getattr(self, name)[rows] for name in _ROW_COLUMNS}
        plain = MappingProxyType({name: values[rows] for name, values in self.plain.items()})
        return type(self)(origin=self.origin, kinds=self.kinds, plain=plain, **columns)

    def score(self, scorer: str | None = None) -> Floats:
        """Return the scores of the matcher (None or its own scorer) or of a plain scorer.

        Raises:
            SettingError: That scorer was not scored.
        """
        if scorer is None or scorer == self.origin.scorer:
            return self.similarity
        if scorer not in self.plain:
            raise SettingError(
                "score table", scorer, "was not scored", tuple(sorted({self.origin.scorer, *self.plain}))
            )
        return self.plain[scorer]

    def is_vetoed(self, codes: Iterable[str] | None = None) -> Flags:
        """Tell which pairs have a veto among `codes` (None: any)."""
        bits = np.uint32(veto_bits(self.origin.veto_codes if codes is None else codes))
        return np.asarray((self.vetoes & bits) != 0, dtype=np.bool_)


_ROW_COLUMNS = (
    "is_faithful",
    "kind_code",
    "group_code",
    "similarity",
    "is_too_short",
    "vetoes",
    "excerpt_length",
    "text_length",
    "text_hash",
    "pair_hash",
    "claim_hash",
)


def veto_bits(codes: Iterable[str]) -> int:
    """Set one bit per veto code.

    Raises:
        SettingError: A code is not a veto code.
    """
    bits = 0
    for code in codes:
        if code not in VETO_CODES:
            raise SettingError("vetoes", code, "is not a veto code", VETO_CODES)
        bits |= 1 << VETO_CODES.index(code)
    return bits


def veto_names(bits: int) -> tuple[VetoCode, ...]:
    """Name the bits, lowest first."""
    return tuple(code for index, code in enumerate(VETO_CODES) if bits >> index & 1)


def decide(table: ScoreTable, policy: MatchPolicy) -> NDArray[np.int8]:
    """Decide every pair as the match would, as an index into `DECISIONS`, shape `(n_pairs,)`.

    A policy with a plain scorer is decided by that scorer's column; it knows no vetoes.

    Raises:
        SettingError: The table does not hold for this policy: another minimum length, or a scorer
            that was not scored.
    """
    if policy.min_tokens != table.origin.min_tokens:
        raise SettingError(
            "policy",
            "min_tokens",
            f"is {policy.min_tokens}, but the table was scored with {table.origin.min_tokens}",
        )
    score = table.score(policy.scorer)
    decisions = np.full(len(table), DECISIONS.index("uncertain"), dtype=np.int8)
    decisions[score >= policy.accept_at] = DECISIONS.index("accept")
    decisions[score < policy.reject_below] = DECISIONS.index("mismatch")
    if policy.scorer == table.origin.scorer:
        decisions[table.is_vetoed(policy.vetoes)] = DECISIONS.index("mismatch")
    decisions[table.is_too_short] = DECISIONS.index("too_short")
    return decisions


def scores_schema(plain: Iterable[str], origin: ScoreOrigin) -> pa.Schema:
    """State the Parquet columns of a score table; the origin rides in the metadata."""
    fields = [
        pa.field("id", pa.string()),
        pa.field("label", pa.string(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("group", pa.string(), nullable=False),
        pa.field("similarity", pa.float64()),
        pa.field("too_short", pa.bool_(), nullable=False),
        pa.field("vetoes", pa.uint32(), nullable=False),
        pa.field("excerpt_length", pa.int32(), nullable=False),
        pa.field("text_length", pa.int32(), nullable=False),
        pa.field("text_hash", pa.int64(), nullable=False),
        pa.field("pair_hash", pa.int64(), nullable=False),
        pa.field("claim_hash", pa.int64(), nullable=False),
        *(pa.field(name, pa.float64(), nullable=False) for name in plain),
    ]
    return pa.schema(fields, metadata={_METADATA_KEY: origin.model_dump_json().encode()})


def table_from_arrow(table: pa.Table) -> ScoreTable:
    """Take the columns of an Arrow table with `scores_schema`; ids are left behind."""
    origin = ScoreOrigin.model_validate(json.loads(table.schema.metadata[_METADATA_KEY]))
    kind_code, kinds = _encoded(table["kind"])
    order = np.argsort(np.asarray(kinds, dtype=object)) if kinds else np.empty(0, dtype=np.intp)
    rank = np.empty(len(kinds), dtype=np.int32)
    rank[order] = np.arange(len(kinds), dtype=np.int32)
    known = set(scores_schema((), origin).names)
    return ScoreTable(
        origin=origin,
        is_faithful=_encoded_equals(table["label"], "faithful"),
        kind_code=rank[kind_code],
        kinds=tuple(kinds[index] for index in order),
        group_code=_encoded(table["group"])[0],
        similarity=table["similarity"].to_numpy().astype(np.float64),
        is_too_short=table["too_short"].to_numpy(),
        plain=MappingProxyType({n: table[n].to_numpy() for n in table.column_names if n not in known}),
        **{name: table[name].to_numpy() for name in _ROW_COLUMNS[5:]},
    )


def load_scores(path: Path) -> ScoreTable:
    """Read a score table from Parquet; a million pairs take some 200 MB.

    Raises:
        InputError: The file cannot be read or is not a score table.
    """
    try:
        metadata = pq.read_schema(path).metadata or {}
        if _METADATA_KEY not in metadata:
            raise InputError(str(path), "is not a score table", "write one with `write_scores`")
        names = [name for name in pq.read_schema(path).names if name != "id"]
        return table_from_arrow(
            pq.read_table(path, columns=names, read_dictionary=["label", "kind", "group"])
        )
    except (OSError, pa.ArrowException) as error:
        raise InputError(str(path), f"cannot be read ({error})", "give a Parquet file") from error


def _encoded(column: pa.ChunkedArray) -> tuple[Codes, list[str]]:
    """Encode strings as codes from 0 and the strings they stand for."""
    encoded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    joined = pa.chunked_array(encoded.unify_dictionaries().chunks, type=encoded.type).combine_chunks()
    if isinstance(joined, pa.ChunkedArray):
        joined = joined.chunk(0)
    return joined.indices.to_numpy(zero_copy_only=False).astype(np.int32), joined.dictionary.to_pylist()


def _encoded_equals(column: pa.ChunkedArray, value: str) -> Flags:
    codes, names = _encoded(column)
    return np.asarray([name == value for name in names], dtype=np.bool_)[codes]
