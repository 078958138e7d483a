"""Splits that never straddle: pairs of one group, or of one text, always land in the same part.

Joins groups that share a text (union-find over both), then deals whole joined groups into parts,
kind by kind, so that each part gets its share of the rare kinds. It sees labels and kinds but must
never see a score: a split that looked would spoil the certificate.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from evidencelab.errors import SettingError
from evidencelab.lab.labelled.score_table import Codes, ScoreTable


class Split(NamedTuple):
    """Which part each pair belongs to.

    Attributes:
        parts: Names of the parts.
        shares: Share of the groups each part was to get.
        part_code: Index into `parts`, shape `(n_pairs,)`.
        unit_code: The joined group of each pair, codes from 0, shape `(n_pairs,)`.
        seed: What dealt them.
        split_hash: Hash of the assignment, independent of the order of pairs.
    """

    parts: tuple[str, ...]
    shares: tuple[float, ...]
    part_code: Codes
    unit_code: Codes
    seed: int
    split_hash: str

    def rows(self, part: str) -> NDArray[np.bool_]:
        """Tell which pairs belong to a part, shape `(n_pairs,)`."""
        return np.asarray(self.part_code == self.parts.index(part), dtype=np.bool_)


def joined_groups(group_code: NDArray[np.integer], text_hash: NDArray[np.int64]) -> Codes:
    """Join groups that share a text, however long the chain.

    Args:
        group_code: Shape `(n_pairs,)`.
        text_hash: Shape `(n_pairs,)`.

    Returns:
        Codes from 0 in order of first appearance, shape `(n_pairs,)`. Two pairs with the same group
        or the same text have the same code.
    """
    if len(group_code) == 0:
        return np.empty(0, dtype=np.int32)
    groups, group = np.unique(group_code, return_inverse=True)
    texts, text = np.unique(text_hash, return_inverse=True)
    n_nodes = len(groups) + len(texts)
    edges = coo_array(
        (np.ones(len(group), dtype=np.int8), (group, text + len(groups))), shape=(n_nodes, n_nodes)
    )
    _, component = connected_components(edges, directed=False)
    of_row = component[group]
    _, first, code = np.unique(of_row, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[code].astype(np.int32)


def split_groups(table: ScoreTable, shares: Mapping[str, float], seed: int) -> Split:
    """Deal joined groups into parts by shares, the same way for the same pairs and seed.

    Groups are dealt within strata, the rarest kind a group holds, so that every part gets its share
    of every kind as far as whole groups allow. The order of the pairs does not matter.

    Args:
        table: The pairs.
        shares: Share of the groups per part, each in (0, 1], summing to 1.
        seed: Seed of the deal.

    Raises:
        SettingError: The shares do not sum to 1.
    """
    if any(not 0 < share <= 1 for share in shares.values()) or abs(sum(shares.values()) - 1) > 1e-9:
        raise SettingError("split", "shares", f"are {dict(shares)!r}, expected parts in (0, 1] summing to 1")
    unit_code = joined_groups(table.group_code, table.text_hash)
    parts = tuple(shares)
    part_of_unit = _deal(table, unit_code, np.asarray(list(shares.values())), seed)
    part_code = part_of_unit[unit_code].astype(np.int32) if len(unit_code) else unit_code
    return Split(
        parts, tuple(shares.values()), part_code, unit_code, seed, _split_hash(table, parts, part_code)
    )


def _deal(table: ScoreTable, unit_code: Codes, shares: NDArray[np.float64], seed: int) -> NDArray[np.int64]:
    n_units = int(unit_code.max()) + 1 if len(unit_code) else 0
    unit_key = np.full(n_units, np.iinfo(np.int64).max)
    np.minimum.at(unit_key, unit_code, table.pair_hash)
    kind_count = _units_per_kind(table, unit_code)
    stratum = np.full(n_units, np.iinfo(np.int64).max)
    rank = np.argsort(np.argsort(kind_count, kind="stable"), kind="stable")
    np.minimum.at(stratum, unit_code, rank[table.kind_code])
    generator = np.random.default_rng(seed)
    part_of_unit = np.empty(n_units, dtype=np.int64)
    dealt = np.zeros(len(shares))
    for value in np.unique(stratum):
        members = np.flatnonzero(stratum == value)
        members = members[np.argsort(unit_key[members])]
        for unit in generator.permutation(members):
            total = dealt.sum() + 1
            part = int(np.argmax(shares * total - dealt))
            dealt[part] += 1
            part_of_unit[unit] = part
    return part_of_unit


def _units_per_kind(table: ScoreTable, unit_code: Codes) -> NDArray[np.int64]:
    if not len(unit_code):
        return np.zeros(len(table.kinds), dtype=np.int64)
    both = np.unique(table.kind_code.astype(np.int64) * (int(unit_code.max()) + 1) + unit_code)
    return np.bincount(both // (int(unit_code.max()) + 1), minlength=len(table.kinds))


def _split_hash(table: ScoreTable, parts: tuple[str, ...], part_code: Codes) -> str:
    order = np.lexsort((part_code, table.pair_hash))
    digest = hashlib.sha256("\0".join(parts).encode())
    digest.update(table.pair_hash[order].astype("<i8").tobytes())
    digest.update(part_code[order].astype("<i4").tobytes())
    return digest.hexdigest()[:16]
