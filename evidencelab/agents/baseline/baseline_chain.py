"""The chain without a model: every stage reads for itself, needs no key and no network."""

from __future__ import annotations

from typing import Literal

from evidencelab.agents.baseline.composer import BaselineComposer
from evidencelab.agents.baseline.executor import BaselineExecutor
from evidencelab.agents.baseline.planner import BaselinePlanner
from evidencelab.agents.baseline.verifier import BaselineVerifier
from evidencelab.agents.stages import Chain


def baseline_chain(language: Literal["auto", "zh", "en"] = "auto") -> Chain:
    """Build the deterministic chain.

    Args:
        language: The language of claims and answers; `auto` is that of each question.
    """
    return Chain(
        planner=BaselinePlanner(),
        executor=BaselineExecutor(language),
        verifier=BaselineVerifier(),
        composer=BaselineComposer(language),
    )
