"""Small score tables and labelled pairs for the tests of the statistics."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from evidencelab.gatekeeper.policy import code_version
from evidencelab.lab.labelled.pairs import LabelledPair
from evidencelab.lab.labelled.score_table import ScoreOrigin, ScoreTable, veto_bits

ORIGIN = ScoreOrigin(code_version=code_version(), scorer="located", min_tokens=2)


def table_of(rows, plain=None):
    """Build a table from `(label, kind, group, similarity | None, vetoes)` rows; None is too short."""
    labels, kinds, groups, scores, vetoes = zip(*rows, strict=True) if rows else ((),) * 5
    names = tuple(sorted(set(kinds)))
    group_names = list(dict.fromkeys(groups))
    n = len(rows)
    return ScoreTable(
        origin=ORIGIN,
        is_faithful=np.array([label == "faithful" for label in labels], dtype=bool),
        kind_code=np.array([names.index(kind) for kind in kinds], dtype=np.int32),
        kinds=names,
        group_code=np.array([group_names.index(group) for group in groups], dtype=np.int32),
        similarity=np.array([np.nan if score is None else score for score in scores], dtype=float),
        is_too_short=np.array([score is None for score in scores], dtype=bool),
        vetoes=np.array([veto_bits(codes) for codes in vetoes], dtype=np.uint32),
        excerpt_length=np.full(n, 10, dtype=np.int32),
        text_length=np.full(n, 40, dtype=np.int32),
        text_hash=np.arange(n, dtype=np.int64),
        pair_hash=np.arange(n, dtype=np.int64) * 7 - 3,
        claim_hash=np.arange(n, dtype=np.int64),
        plain=MappingProxyType(plain or {}),
    )


def random_table(n_pairs=300, n_groups=60, seed=0, kinds=("digit", "entity"), levels=21):
    """Draw a table whose unfaithful scores are lower, with many ties, vetoes and a few too short."""
    generator = np.random.default_rng(seed)
    rows = []
    for _ in range(n_pairs):
        group = int(generator.integers(n_groups))
        faithful = bool(generator.random() < 0.6)
        score = float(np.round(generator.beta(6, 1.5) if faithful else generator.beta(3, 2), 2))
        score = float(np.round(score * (levels - 1)) / (levels - 1) * 100)
        vetoes = ["value_changed"] if generator.random() < (0.02 if faithful else 0.7) else []
        kind = "exact" if faithful else kinds[int(generator.integers(len(kinds)))]
        short = generator.random() < 0.03
        label = "faithful" if faithful else "unfaithful"
        rows.append((label, kind, f"g{group}", None if short else score, () if short else vetoes))
    return table_of(rows)


def pair(text, excerpt, label="faithful", kind="exact", group="g"):
    """Build a labelled pair."""
    return LabelledPair(text=text, excerpt=excerpt, label=label, kind=kind, group=group)
