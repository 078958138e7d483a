"""Where a calibration's pairs come from: labelled files, corruptions of evidence, or both.

Can be gone through again and again with the same pairs in the same order, so that nothing need be
held: once to score, once more to fetch what was missed. It must not know the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from evidencelab.contracts import Contract
from evidencelab.errors import InputError, SettingError
from evidencelab.lab.calibration.evidence_source import (
    GROUPINGS,
    Grouping,
    read_evidence,
    regroup,
    thin_evidence,
)
from evidencelab.lab.corruptions import EvidenceText, make_pairs, select_corruptions
from evidencelab.lab.labelled.pairs import LabelledPair, first_keys, holds_pairs, read_pairs
from evidencelab.tools.scenario import FIXTURES

PER_GROUP = 20
"""Texts kept of each template; more would add pairs but hardly anything new."""

FIXTURES_NAME = "fixtures"


class PairRecipe(Contract):
    """What it takes to make the same pairs again, beside the seed.

    Attributes:
        sources: Paths as they were given; `fixtures` for the fixtures.
        classes: Kinds asked for; empty for all.
        grouping: What makes evidence texts one group.
        per_group: Texts kept of each template of the evidence.
    """

    sources: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    grouping: Grouping = "template"
    per_group: int = PER_GROUP


@dataclass(frozen=True)
class PairSource:
    """Labelled files and evidence, read anew at every pass.

    Attributes:
        labelled: Files of labelled pairs.
        evidence: Files and folders of evidence, corrupted into pairs; None in it is the fixtures.
        seed: Seed of the corruptions and of the thinning.
        classes: Corruption classes to make; empty for all.
        classes_asked: All kinds asked for, those of labelled files included.
        grouping: What makes evidence texts one group.
        per_group: Texts kept of each template; 0 keeps all.
    """

    labelled: tuple[Path, ...] = ()
    evidence: tuple[Path | None, ...] = ()
    seed: int = 0
    classes: tuple[str, ...] = ()
    classes_asked: tuple[str, ...] = ()
    grouping: Grouping = "template"
    per_group: int = PER_GROUP
    _texts: list[EvidenceText] = field(default_factory=list, repr=False, compare=False)
    _tools: set[str | None] = field(default_factory=set, repr=False, compare=False)

    def __iter__(self) -> Iterator[LabelledPair]:
        return chain(chain.from_iterable(map(read_pairs, self.labelled)), self._corrupted())

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the inputs, as a certificate records them."""
        return tuple(str(path) if path else FIXTURES_NAME for path in (*self.labelled, *self.evidence))

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files and folders that are read; the fixtures, where they are, stand under their own path."""
        return tuple(path or FIXTURES / "scenarios" for path in (*self.labelled, *self.evidence))

    @property
    def recipe(self) -> PairRecipe:
        """What it takes to make the same pairs again, beside the seed."""
        return PairRecipe(
            sources=self.names, classes=self.classes_asked, grouping=self.grouping, per_group=self.per_group
        )

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools of the evidence, sorted, as a policy's `evidence_tools` would name them.

        Raises:
            InputError: The evidence cannot be read.
        """
        self._read()
        return tuple(sorted(tool for tool in self._tools if tool is not None))

    @property
    def has_unnamed_tools(self) -> bool:
        """Whether something is there whose tool nobody named: labelled pairs, or bare tool outputs."""
        self._read()
        return bool(self.labelled) or None in self._tools

    def _corrupted(self) -> Iterator[LabelledPair]:
        if not self.evidence:
            return iter(())
        self._read()
        return make_pairs(self._texts, self.seed, self.classes or None)

    def _read(self) -> None:
        """Read the evidence, once."""
        if self.evidence and not self._texts:
            texts = list(chain.from_iterable(map(read_evidence, self.evidence)))
            self._tools.update(item.tool for item in texts)
            self._texts.extend(regroup(thin_evidence(texts, self.per_group, self.seed), self.grouping))


def pair_source(
    paths: Sequence[Path],
    *,
    seed: int = 0,
    classes: Sequence[str] = (),
    grouping: str = "template",
    per_group: int = PER_GROUP,
) -> PairSource:
    """Tell labelled files from evidence by content and put them together; no path is the fixtures.

    Args:
        paths: Files and folders; the name `fixtures` stands for the fixtures.
        seed: Seed of the corruptions.
        classes: Corruption classes to make; names that are kinds of a labelled file alone are left
            to whoever selects among the pairs.
        grouping: `template` or `record`.
        per_group: Texts kept of each template of the evidence.

    Raises:
        InputError: A path does not exist.
        SettingError: The grouping is not known, or a class is none and there is no labelled file.
    """
    if grouping not in GROUPINGS:
        raise SettingError("grouping", grouping, "is not a way to group", GROUPINGS)
    labelled = tuple(path for path in paths if holds_pairs(path))
    rest = [path for path in paths if path not in labelled] or ([] if paths else [FIXTURES])
    evidence = tuple(None if is_fixtures(path) else path for path in rest)
    for path in evidence:
        if path is not None and not path.exists():
            raise InputError(str(path), "does not exist", "give labelled pairs, or evidence to make pairs of")
    return PairSource(
        labelled=labelled,
        evidence=evidence,
        seed=seed,
        classes=tuple(_known(classes, bool(labelled))),
        classes_asked=tuple(classes),
        grouping=grouping,
        per_group=per_group,
    )


def is_fixtures(path: Path) -> bool:
    """Tell the fixtures folder, or the name `fixtures` where nothing else of that name is in the way."""
    return path.resolve() == FIXTURES.resolve() or (str(path) == FIXTURES_NAME and not path.exists())


def is_verifier_scores(path: Path) -> bool:
    """Tell a file of verifier scores by its first line: an object with score, label and verifier."""
    return {"score", "label", "verifier"} <= next(first_keys(path), set())


def _known(classes: Sequence[str], has_labelled: bool) -> Iterator[str]:
    for name in classes:
        try:
            select_corruptions([name])
        except SettingError:
            if not has_labelled:
                raise
        else:
            yield name
