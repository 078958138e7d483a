"""What to know before a calibrated policy is used: thresholds the pairs do not bear on, tools it leaves out.

It reads what a calibration came to and changes nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.calibration.calibrate import Calibration
from evidencelab.lab.calibration.operating_point import OperatingPoint, Region
from evidencelab.lab.calibration.pair_source import PairSource

WIDE = 50.0
"""Points of similarity: where a region is as wide, the pairs hardly say where its threshold should stand."""
_MOST_NAMES = 8


def with_evidence_tools(policy: GatekeeperPolicy, tools: Sequence[str]) -> GatekeeperPolicy:
    """Let a policy take evidence from the tools of the evidence as well; one that takes any stays."""
    if policy.evidence_tools is None:
        return policy
    more = tuple(tool for tool in tools if tool not in policy.evidence_tools)
    return policy.model_copy(update={"evidence_tools": (*policy.evidence_tools, *more)})


def calibration_notes(calibration: Calibration, source: PairSource, is_own_policy: bool) -> tuple[str, ...]:
    """Say what a reader of the numbers could overlook, a sentence each; nothing where all is well.

    Args:
        calibration: What came out.
        source: Where the pairs came from.
        is_own_policy: Whether the user gave the policy, whose tools are then left as they are.
    """
    return (
        *threshold_notes(calibration.point),
        *_tool_notes(calibration.policy, source, is_own_policy),
    )


def threshold_notes(point: OperatingPoint) -> Iterator[str]:
    """Say which thresholds the pairs hardly bear on, and what an extreme one means."""
    regions = (
        ("accept_at", point.accept_region, point.accept_at),
        ("reject_below", point.reject_region, point.reject_below),
    )
    for name, region, taken in regions:
        if _width(region) >= WIDE:
            yield (
                f"these pairs hardly say where {name} should stand: from {region.low:g} to {region.high:g} "
                f"it costs no more within noise, and the safe end, {taken:g}, was taken; give more evidence"
            )
    if point.accept_at >= 100:
        yield "accept_at 100 accepts only what is found word for word, presentation aside"
    if point.reject_below <= 0:
        yield (
            "reject_below 0 rejects no excerpt for being unlike: only a veto (a changed value, name, "
            "negation ...) does, and all else that is not accepted stays undecided"
        )


def _width(region: Region) -> float:
    return region.high - region.low


def _tool_notes(policy: GatekeeperPolicy, source: PairSource, is_own_policy: bool) -> Iterator[str]:
    taken = policy.evidence_tools
    if taken is None:
        return
    missing = [tool for tool in source.tools if tool not in taken]
    if missing:
        yield (
            f"the policy takes no evidence from {_listed(missing)}, which your data came from: citing them "
            "fails as evidence.tool_not_allowed; add them to evidence_tools"
        )
    elif not is_own_policy and source.has_unnamed_tools:
        yield (
            f"labelled pairs and bare tool outputs name no tool: the policy takes evidence from "
            f"{_listed(taken)}; add the names of yours to its evidence_tools (null takes any)"
        )


def _listed(names: Sequence[str]) -> str:
    left = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {left} more" if left > 0 else "")
