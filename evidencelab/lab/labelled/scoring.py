"""One pass over labelled pairs into a score table, in memory or streamed to Parquet.

The match runs once per pair with every veto on and both thresholds at 0, so that similarity and
vetoes are recorded and nothing is decided. This module must not know a threshold or a statistic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from evidencelab.errors import OutputError, SettingError
from evidencelab.evidence.excerpts import match_excerpt, prepare_text
from evidencelab.evidence.match_policy import VETO_CODES, MatchPolicy
from evidencelab.evidence.plain_scores import PLAIN_SCORERS
from evidencelab.gatekeeper.policy import code_version
from evidencelab.lab.labelled.pairs import LabelledPair, pair_keys
from evidencelab.lab.labelled.score_table import (
    ScoreOrigin,
    ScoreTable,
    scores_schema,
    table_from_arrow,
    veto_bits,
)

BATCH = 4096
"""Pairs held at a time while streaming; a row group of the Parquet file."""

ALL_PLAIN = tuple(PLAIN_SCORERS)


def score_pairs(
    pairs: Iterable[LabelledPair], policy: MatchPolicy = MatchPolicy(), plain: Sequence[str] = ALL_PLAIN
) -> ScoreTable:
    """Score pairs in memory; only the columns are kept, not the texts.

    Args:
        pairs: Any number, none included.
        policy: Its scorer and minimum length count; its thresholds and vetoes do not.
        plain: Plain scorers to score beside the match.

    Raises:
        SettingError: A plain scorer is not known.
    """
    schema = scores_schema(plain, _origin(policy, plain))
    return table_from_arrow(pa.Table.from_batches(_batches(pairs, policy, plain, schema), schema=schema))


def write_scores(
    pairs: Iterable[LabelledPair],
    path: Path,
    policy: MatchPolicy = MatchPolicy(),
    plain: Sequence[str] = ALL_PLAIN,
) -> int:
    """Score pairs into a Parquet file, `BATCH` at a time, and return how many.

    Raises:
        SettingError: A plain scorer is not known.
        OutputError: The file cannot be written; nothing is left behind.
    """
    schema = scores_schema(plain, _origin(policy, plain))
    n_pairs = 0
    partial = path.with_name(path.name + ".part")
    try:
        with pq.ParquetWriter(partial, schema, compression="zstd") as writer:
            for batch in _batches(pairs, policy, plain, schema):
                writer.write_batch(batch)
                n_pairs += batch.num_rows
        partial.replace(path)
    except OSError as error:
        raise OutputError(
            str(path), f"cannot be written ({error})", "give a file in a folder of yours"
        ) from error
    finally:
        partial.unlink(missing_ok=True)
    return n_pairs


def _origin(policy: MatchPolicy, plain: Sequence[str]) -> ScoreOrigin:
    for name in plain:
        if name not in PLAIN_SCORERS:
            raise SettingError("plain scorers", name, "is not a plain scorer", ALL_PLAIN)
    return ScoreOrigin(code_version=code_version(), scorer=policy.scorer, min_tokens=policy.min_tokens)


def _batches(
    pairs: Iterable[LabelledPair], policy: MatchPolicy, plain: Sequence[str], schema: pa.Schema
) -> Iterator[pa.RecordBatch]:
    undecided = MatchPolicy(
        scorer=policy.scorer,
        min_tokens=policy.min_tokens,
        accept_at=0.0,
        reject_below=0.0,
        vetoes=frozenset(VETO_CODES),
    )
    prepare = lru_cache(maxsize=64)(prepare_text)
    rest = iter(pairs)
    while chunk := list(islice(rest, BATCH)):
        columns: dict[str, list[object]] = {name: [] for name in schema.names}
        for pair in chunk:
            match = match_excerpt(pair.excerpt, prepare(pair.text), undecided)
            is_vetoed = match.decision == "mismatch"
            keys = pair_keys(pair)
            row: dict[str, object] = {
                "id": pair.id,
                "label": pair.label,
                "kind": pair.kind,
                "group": pair.group,
                "similarity": match.similarity,
                "too_short": match.decision == "too_short",
                "vetoes": veto_bits(reason.code for reason in match.reasons) if is_vetoed else 0,
                "excerpt_length": len(pair.excerpt),
                "text_length": len(pair.text),
                **keys._asdict(),
            }
            for name in plain:
                row[name] = PLAIN_SCORERS[name](pair.excerpt, pair.text)
            for name, value in row.items():
                columns[name].append(value)
        yield pa.RecordBatch.from_pydict(columns, schema=schema)
