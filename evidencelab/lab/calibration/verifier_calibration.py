"""The same calibration over a verifier's scores: claims labelled supported or not.

A claim stands in the place of an excerpt: supported is the positive class, taking a claim for
supported is accepting it. Scores come from a file, or from asking a verifier about claims whose
excerpts are known to stand in the evidence. It must not know a prompt or a model.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import numpy as np
from pydantic import Field, ValidationError

from evidencelab.agents.stages import Verifier
from evidencelab.contracts import (
    Claim,
    ClaimType,
    EvidenceBinding,
    EvidenceRef,
    ExecutorOutput,
    RetrievalDetails,
    Row,
    Session,
    Support,
    ToolInvocation,
)
from evidencelab.errors import InputError
from evidencelab.gatekeeper.files import read_text_file
from evidencelab.gatekeeper.hook import prepare_verifier_input
from evidencelab.gatekeeper.json_values import json_expectation
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.labelled.pairs import LabelledPair
from evidencelab.lab.labelled.score_table import ScoreOrigin, ScoreTable
from evidencelab.version import code_digest

SupportLabel = Literal["supported", "unsupported"]

SUPPORT_SCORES: dict[Support, float] = {"supported": 1.0, "unsupported": 0.5, "contradicted": 0.0}
"""What a word of a verifier is worth where it gives no number; only the order matters."""


class LabelledClaim(Row):
    """A claim, the evidence texts it cites whole, and whether it follows from them.

    Attributes:
        id: The claim's own name.
        claim_text: What is claimed.
        claim_type: As in the executor's contract.
        excerpts: Evidence texts; each is cited word for word, so the gate passes.
        label: Whether a careful auditor says it follows.
        kind: What made the claim; rates are told per kind.
        group: What claims have in common that makes them no independent evidence.
        tool_name: The tool the evidence came from.
    """

    id: str | None = None
    claim_text: str = Field(min_length=1)
    claim_type: ClaimType = "observation"
    excerpts: tuple[str, ...] = Field(min_length=1)
    label: SupportLabel
    kind: str = Field(min_length=1)
    group: str = Field(min_length=1)
    tool_name: str = "query_logs"


class VerifierScore(Row):
    """One verifier's score of one labelled claim.

    Attributes:
        id: The claim's own name.
        claim_text: What is claimed.
        score: Share in [0, 1], rising with support; None where the verifier gave no answer.
        label: Whether the claim follows from its evidence.
        kind: What made the claim.
        group: What claims have in common.
        verifier: Who scored it, with its version.
    """

    id: str | None = None
    claim_text: str = ""
    score: float | None = Field(default=None, ge=0.0, le=1.0)
    label: SupportLabel
    kind: str = Field(min_length=1)
    group: str = Field(min_length=1)
    verifier: str = Field(min_length=1)


def agents_version() -> str:
    """Hash the code and the prompts of the verifiers of this package."""
    return code_digest("agents", endings=(".py", ".md"))[:12]


def claims_from_pairs(pairs: Iterable[LabelledPair]) -> Iterator[LabelledClaim]:
    """Make a claim of each pair: it states the excerpt and cites the text.

    An unfaithful excerpt states what its text does not say, so it is not supported by it, and a
    faithful one is. This is how a user without labelled claims calibrates a verifier.
    """
    for pair in pairs:
        if pair.excerpt.strip():
            yield LabelledClaim(
                id=pair.id,
                claim_text=pair.excerpt,
                excerpts=(pair.text,),
                label="supported" if pair.label == "faithful" else "unsupported",
                kind=pair.kind,
                group=pair.group,
            )


def score_claims(
    claims: Iterable[LabelledClaim], verifier: Verifier, policy: GatekeeperPolicy = GatekeeperPolicy()
) -> Iterator[VerifierScore]:
    """Ask a verifier about each claim by itself.

    A claim whose citations do not pass the gate is asked about all the same; what the verifier
    cannot answer has no score, and is counted where the scores are read. The scores carry the
    verifier's name and the version of the code and prompts behind it.
    """
    name = f"{verifier.name}+{agents_version()}"
    for claim in claims:
        reply = verifier.verify(prepare_verifier_input(_session(claim), policy))
        support = None if reply.output is None else next((j.support for j in reply.output.claims), None)
        yield VerifierScore(
            id=claim.id,
            claim_text=claim.claim_text,
            score=None if support is None else SUPPORT_SCORES[support],
            label=claim.label,
            kind=claim.kind,
            group=claim.group,
            verifier=name,
        )


def read_verifier_scores(path: Path) -> list[VerifierScore]:
    """Read scores from JSONL, one claim a line.

    Raises:
        InputError: The file cannot be read, holds none, or a line is none.
    """
    remedy = 'write {"score", "label", "kind", "group", "verifier"} a line'
    scores = []
    for number, line in enumerate(read_text_file(path, "verifier scores").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            scores.append(VerifierScore.model_validate(json.loads(line)))
        except ValidationError as error:
            first = error.errors()[0]
            reason = f"{'.'.join(map(str, first['loc'])) or 'line'}: {json_expectation(first['msg'])}"
            raise InputError(str(path), reason, remedy, number) from error
        except (ValueError, RecursionError) as error:
            raise InputError(str(path), f"is not JSON ({error})", remedy, number) from error
    if not scores:
        raise InputError(str(path), "holds no scores", remedy)
    return scores


def verifier_table(scores: Iterable[VerifierScore]) -> ScoreTable:
    """Lay the scores of one verifier out as a score table: `similarity` is 100 times the score.

    A claim without a score is in the place of an excerpt too short to compare: taken neither for
    supported nor for unsupported, and counted. The table is bound to the verifier's name, so that a
    certificate on it is stale when that changes.

    Raises:
        InputError: The scores come from more than one verifier.
    """
    rows = list(scores)
    verifiers = sorted({row.verifier for row in rows})
    if len(verifiers) > 1:
        raise InputError(
            "verifier scores", f"come from {', '.join(verifiers)}", "calibrate one verifier at a time"
        )
    kinds = tuple(sorted({row.kind for row in rows}))
    groups = {group: code for code, group in enumerate(dict.fromkeys(row.group for row in rows))}
    is_missing = np.asarray([row.score is None for row in rows], dtype=np.bool_)
    hashes = np.asarray([_hash(row) for row in rows], dtype=np.int64)
    return ScoreTable(
        origin=ScoreOrigin(
            code_version=f"verifier {verifiers[0] if verifiers else 'none'}",
            scorer=GatekeeperPolicy().scorer,
            min_tokens=GatekeeperPolicy().min_tokens,
        ),
        is_faithful=np.asarray([row.label == "supported" for row in rows], dtype=np.bool_),
        kind_code=np.asarray([kinds.index(row.kind) for row in rows], dtype=np.int32),
        kinds=kinds,
        group_code=np.asarray([groups[row.group] for row in rows], dtype=np.int32),
        similarity=np.asarray([np.nan if row.score is None else 100.0 * row.score for row in rows]),
        is_too_short=is_missing,
        vetoes=np.zeros(len(rows), dtype=np.uint32),
        excerpt_length=np.asarray([len(row.claim_text) for row in rows], dtype=np.int32),
        text_length=np.zeros(len(rows), dtype=np.int32),
        text_hash=hashes,
        pair_hash=hashes,
        claim_hash=hashes,
        plain=MappingProxyType({}),
    )


def _session(claim: LabelledClaim) -> Session:
    """Build a session that makes this one claim on this evidence, each text cited whole."""
    refs = tuple(
        EvidenceRef(raw_path=f"$.logs[{index}]", text=text) for index, text in enumerate(claim.excerpts)
    )
    bindings = tuple(
        EvidenceBinding(
            tool_name=claim.tool_name,
            source_invocation_id=1,
            raw_path=ref.raw_path,
            evidence_excerpt=ref.text,
        )
        for ref in refs
    )
    stated = Claim(
        claim_id="claim-1",
        claim_type=claim.claim_type,
        claim_text=claim.claim_text,
        evidence_bindings=bindings,
    )
    details = RetrievalDetails(evidence_status="supported", evidence_refs=refs)
    return Session(
        session_id="verifier-calibration",
        tool_invocations=(
            ToolInvocation(invocation_id=1, tool_name=claim.tool_name, retrieval_details=details),
        ),
        executor_output=ExecutorOutput(claims=(stated,)).to_wire(),
    )


def _hash(row: VerifierScore) -> int:
    """Hash the labelled claim, not its score: the same claims are the same data."""
    key = "\0".join((row.id or "", row.claim_text, row.label, row.kind, row.group))
    digest = hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)
