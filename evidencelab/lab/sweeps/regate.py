"""One run of a cell under another policy: gated anew, then judged, settled and answered anew.

No model is asked again. The session stands as it was recorded; the gate reads it under the other
policy; the baseline reads again, and what a model said as verifier or composer is read again from
its completion. Where a model verifier was never asked (the first policy rejected) and the other
policy would ask it, there is no judgement, and that is said. It must not know a case or a table.
"""

from __future__ import annotations

from typing import NamedTuple

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.agents.chain import finish_run
from evidencelab.agents.models.answers import read_judgement, read_user_answer
from evidencelab.agents.rules.verdict import needs_verifier
from evidencelab.agents.stages import (
    Chain,
    ChainRun,
    ComposerInput,
    ComposerReply,
    StageName,
    StageRecord,
    Usage,
    VerifierReply,
)
from evidencelab.contracts import VerifierInput
from evidencelab.errors import SettingError
from evidencelab.gatekeeper.hook import prepare_verifier_input
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version

NOT_ASKED = "no model was asked under this policy"


class Regated(NamedTuple):
    """A run under another policy.

    Attributes:
        run: The run as it would have ended.
        is_judged: False where a model would have to be asked and was not: the verdict is then only
            what the code alone can say.
    """

    run: ChainRun
    is_judged: bool


class _RecordedVerifier:
    """A verifier that says what a model said about the same claims."""

    def __init__(self, record: StageRecord | None, name: str) -> None:
        self._record = record
        self.name = name

    def verify(self, verifier_input: VerifierInput) -> VerifierReply:
        if self._record is None or self._record.completion is None:
            return VerifierReply(None, Usage(error=NOT_ASKED))
        output, problem = read_judgement(self._record.completion, verifier_input)
        return VerifierReply(output, _usage(self._record, problem))


class _RecordedComposer:
    """A composer that wrote what a model wrote; the checked property is checked again."""

    def __init__(self, record: StageRecord | None, name: str) -> None:
        self._record = record
        self.name = name

    def compose(self, composer_input: ComposerInput) -> ComposerReply:
        if self._record is None or self._record.completion is None:
            return ComposerReply(None, Usage(error=NOT_ASKED))
        output, problem = read_user_answer(self._record.completion)
        return ComposerReply(output, _usage(self._record, problem))


def regate(
    run: ChainRun,
    policy: GatekeeperPolicy,
    *,
    has_baseline_verifier: bool = True,
    has_baseline_composer: bool = True,
) -> Regated:
    """Put a run under another policy; under its own, gated by the same code, it comes back as it was.

    Args:
        run: A run made without retries.
        policy: The other policy.
        has_baseline_verifier: Whether the run's chain judges without a model.
        has_baseline_composer: Whether it writes without one.

    Raises:
        SettingError: A policy that asks again was to be compared: what is said then depends on it.
    """
    is_own = policy.policy_hash == run.policy_hash
    if is_own and (run.code_version == code_version() or policy.max_retries > 0):
        return Regated(run, True)
    if policy.max_retries > 0 or run.attempts > 1:
        raise SettingError(
            "re-gating", "max_retries", "belongs to the run: with retries on, run the cells again"
        )
    baseline = baseline_chain()
    judged, wrote = _record_of(run, "verifier"), _record_of(run, "composer")
    chain = Chain(
        planner=baseline.planner,
        executor=baseline.executor,
        verifier=baseline.verifier if has_baseline_verifier else _RecordedVerifier(judged, "recorded"),
        composer=baseline.composer if has_baseline_composer else _RecordedComposer(wrote, "recorded"),
    )
    verifier_input = prepare_verifier_input(run.session, policy, run.verifier_input.retry_context)
    changed = finish_run(
        run.session,
        verifier_input,
        chain,
        policy,
        forbidden_terms=run.forbidden_terms,
        records=[record for record in run.stages if record.stage in ("planner", "executor")],
        attempts=run.attempts,
    )
    was_asked = has_baseline_verifier or (judged is not None and judged.completion is not None)
    is_judged = was_asked or not needs_verifier(verifier_input.gatekeeper_result)
    return Regated(changed, is_judged)


def _record_of(run: ChainRun, stage: StageName) -> StageRecord | None:
    return next((record for record in reversed(run.stages) if record.stage == stage), None)


def _usage(record: StageRecord, problem: str | None) -> Usage:
    return Usage(record.tokens_in, record.tokens_out, record.completion, problem or record.error, record.cost)
