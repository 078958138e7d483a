"""One run of a cell under another policy: gated anew, its verifier's word settled anew.

Nothing is asked again. The session stands as it was recorded; the gate reads it under the other
policy; the baseline verifier reads again, and a model's judgement is read again from its completion.
Where a model verifier was never asked (the first policy rejected) and the other policy would ask it,
there is no judgement, and that is said. It must not know a case or a table.
"""

from __future__ import annotations

from typing import NamedTuple

from evidencelab.agents.answers import read_judgement
from evidencelab.agents.baseline import baseline_chain
from evidencelab.agents.stages import ChainRun
from evidencelab.agents.verdict import needs_verifier, settle
from evidencelab.contracts import VerifierOutput
from evidencelab.errors import SettingError
from evidencelab.gatekeeper.hook import prepare_verifier_input
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version


class Regated(NamedTuple):
    """A run under another policy.

    Attributes:
        run: The run with its gate result, judgement and policy replaced; the answer is still the one
            written under the first policy.
        is_judged: False where a model would have to be asked and was not: the verdict is then only
            what the code alone can say.
    """

    run: ChainRun
    is_judged: bool


def regate(run: ChainRun, policy: GatekeeperPolicy, *, has_baseline_verifier: bool) -> Regated:
    """Put a run under another policy; under its own it comes back as it was.

    Args:
        run: A run made without retries.
        policy: The other policy.
        has_baseline_verifier: Whether the run's chain judges without a model.

    Raises:
        SettingError: A policy that asks again was to be compared: what is said then depends on it.
    """
    if policy.policy_hash == run.policy_hash:
        return Regated(run, True)
    if policy.max_retries > 0 or run.attempts > 1:
        raise SettingError(
            "re-gating", "max_retries", "belongs to the run: with retries on, run the cells again"
        )
    verifier_input = prepare_verifier_input(run.session, policy, run.verifier_input.retry_context)
    output: VerifierOutput | None = None
    is_judged = True
    if needs_verifier(verifier_input.gatekeeper_result):
        if has_baseline_verifier:
            output = baseline_chain().verifier.verify(verifier_input).output
        else:
            completion = _verifier_completion(run)
            is_judged = completion is not None
            output = read_judgement(completion, verifier_input)[0] if completion is not None else None
    changed = run.model_copy(
        update={
            "verifier_input": verifier_input,
            "verifier_output": settle(output, verifier_input, "the verifier was not asked"),
            "policy_hash": policy.policy_hash,
            "code_version": code_version(),
        }
    )
    return Regated(changed, is_judged)


def _verifier_completion(run: ChainRun) -> str | None:
    return next((record.completion for record in run.stages if record.stage == "verifier"), None)
