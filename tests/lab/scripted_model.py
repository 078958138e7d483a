"""A scripted model behind the loopback server: it quotes the evidence it was shown, or lies in a known way.

What it does follows from the question alone, so that every run of a sweep meets the same answers.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from typing import Any

from tests.loopback_lm import Received, Reply, Script, fails, hangs, says

_LONG = 60.0
"""Seconds that no test waits for."""
EVIDENCE = re.compile(r"^\{\"tool_name\".*\"text\".*\}$", re.MULTILINE)


def evidence_of(received: Received) -> list[dict[str, Any]]:
    """Read the evidence lines back from the prompt."""
    return [json.loads(line) for line in EVIDENCE.findall(received.body["messages"][-1]["content"])]


def question_of(received: Received) -> str:
    """Read the question back from the prompt."""
    return str(received.body["messages"][-1]["content"].split("\n")[1])


def answer_of(lines: list[dict[str, Any]], lie: str | None = None) -> str:
    """Write an executor answer with one claim on the first line of evidence."""
    if not lines:
        return json.dumps({"claims": [], "missing_info": [{"info_id": "m1", "description": "nothing shown"}]})
    line = lines[0]
    binding = {
        "tool_name": line["tool_name"],
        "source_invocation_id": line["source_invocation_id"],
        "raw_path": line["raw_path"],
        "evidence_excerpt": line["text"],
    }
    if lie == "altered":
        binding["evidence_excerpt"] = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), line["text"])
    if lie == "invented id":
        binding["source_invocation_id"] = 7
        binding["evidence_excerpt"] = "the disk of a service nobody asked about is full"
    claim = {
        "claim_id": "c1",
        "claim_type": "negative_observation" if line["raw_path"] == "$.no_evidence" else "observation",
        "claim_text": line["text"],
        "evidence_bindings": [binding],
    }
    return json.dumps({"claims": [claim]}, ensure_ascii=False)


def draw(text: str, n: int) -> int:
    """Draw a number below `n` from a text, the same one every time."""
    return hashlib.sha256(text.encode()).digest()[0] % n


def mixed(delay: float = 0.0, failing: bool = False) -> Script:
    """Answer two thirds of the questions honestly, lie to the rest; fail some, if told to."""

    def script(received: Received) -> Reply:
        question = question_of(received)
        if failing and draw(question + "fail", 4) == 0:
            return fails(400, message="this one is refused")
        lie = (None, None, "altered", "invented id")[draw(question, 4)]
        return says(answer_of(evidence_of(received), lie), delay=delay)

    return script


class Rationed:
    """Answers so many requests by a script, and keeps those beyond waiting.

    Attributes:
        left: How many are still answered.
    """

    def __init__(self, script: Script) -> None:
        self.left = math.inf
        self._script = script

    def __call__(self, received: Received) -> Reply:
        """Answer one request."""
        self.left -= 1
        return hangs(_LONG) if self.left < 0 else self._script(received)


def honest(received: Received) -> Reply:
    """Quote the first line of evidence."""
    return says(answer_of(evidence_of(received)))
