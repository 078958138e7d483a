"""Seeded, labelled edits of recorded evidence: how a user without labels calibrates."""

from evidencelab.lab.corruptions.base import Corruption, EvidenceText
from evidencelab.lab.corruptions.generate import (
    CORRUPTIONS,
    corruption_names,
    make_pairs,
    select_corruptions,
    with_neighbours,
)

__all__ = [
    "CORRUPTIONS",
    "Corruption",
    "EvidenceText",
    "corruption_names",
    "make_pairs",
    "select_corruptions",
    "with_neighbours",
]
