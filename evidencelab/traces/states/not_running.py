"""Said to be running, where every row of the last listing that has it shows another state.

Rows are lines of cells; the thing is named, whole or as what a longer name begins with (`mill-api` of
`mill-api-7f9c-x2k`). Silent after any call that may have changed it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.traces.evidence.bearing import Bearing
from evidencelab.traces.evidence.later_calls import only_reads
from evidencelab.traces.evidence.layout import cells_of

_RUNS = re.compile(
    r"\b(?:is|are|has been|have been)\s+(?:now |already |currently |back |again )*(?:up and )?running"
    r"(?=\s*(?:$|[.,;:)]|(?:on|in|again|normally|fine|there)\b))"
    r"|(?:已经?|正)在[^，。,；]{1,30}上(?:正常)?运行|(?:已经?|均|都)(?:正常)?运行|正在运行|运行中",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:if|once|when|until|unless|should|would|could|will|may|might|not|never|no longer|was|were|before"
    r"|after|except|but|expected|intended|one of|only)\b|n['’]t\b|如果|未|没|曾|应|将|可能|仅|只有|但|除",
    re.IGNORECASE,
)
_OTHER_STATE = re.compile(
    r"(?:Pending|ContainerCreating|CrashLoopBackOff|ImagePullBackOff|ErrImagePull|Terminating|Terminated|Error"
    r"|Evicted|Failed|OOMKilled|Unknown|NotReady|Exited|Stopped|Dead|Created|Init:\S+|Completed|inactive"
    r"|stopped|exited|failed|pending|dead)(?:\s*\(.*\))?"
)
_RUNNING = re.compile(r"\b(?:running|up|active|started|healthy|ready)\b|运行", re.IGNORECASE)
_NAME = re.compile(r"`([A-Za-z][\w./-]{3,60})`|(?<![\w`-])([a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?![\w`-])")
_OF_OTHERS = re.compile(
    r"\b(?!(?:pods?|containers?|replicas?|replacements?|tasks?|copy|copies|instances?)\b)[a-z]+"
    r"\s(?:of|for|behind|in|on|under|at|from|with)\s(?:the\s)?[`*]*[A-Za-z]"
    r"|['’]s\s(?!(?:\w+\s)?(?:pods?|containers?|replicas?|replacements?|tasks?|instances?)\b)"
    r"|的(?!(?:新|替代|替换|其他|另一个)?\s?(?:Pod|pod|副本|容器|实例|任务))",
    re.IGNORECASE,
)
"""In front of the claim, these make it one on something else of the thing: its node, its volume."""
_FEWEST_CELLS = 3


def not_running(text: str, laid: Sequence[Bearing]) -> tuple[int, str] | None:
    """Give the call and the line that show a thing in another state than running; None if none does.

    Args:
        text: The statement.
        laid: The calls before it.
    """
    claim = _RUNS.search(text)
    if claim is None or _UNSURE.search(text):
        return None
    if _OF_OTHERS.search(text, 0, claim.start()):
        return None
    names = [(found[1] or found[2]).lower() for found in _NAME.finditer(text, 0, claim.start())]
    if len(set(names)) != 1:
        return None
    spelled = re.compile(rf"(?<![\w./-]){re.escape(names[0])}(?![A-Za-z0-9_.])", re.IGNORECASE)
    for at in range(len(laid) - 1, -1, -1):
        states = [line for line in laid[at].lines if spelled.search(line) and _state_of(line) is not None]
        if not states:
            continue
        others = [line for line in laid[at].lines if spelled.search(line) and _RUNNING.search(line)]
        if others or any(not only_reads(later.call) for later in laid[at + 1 :]):
            return None
        return laid[at].number, states[-1]
    return None


def _state_of(line: str) -> str | None:
    """Give the cell of a line that is a state other than running."""
    cells = cells_of(line)
    if len(cells) < _FEWEST_CELLS:
        return None
    return next((cell for cell in cells if _OTHER_STATE.fullmatch(cell)), None)
