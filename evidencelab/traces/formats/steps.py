"""Lists of an agent's steps, each an action and what was observed after it, written as chat messages.

ReAct loops, trajectories of coding agents and the memories of step-wise frameworks: a step names a tool, or
several, and carries their results. A step without either is no step; a step that only speaks is a message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import JsonValue

from evidencelab.traces.formats.parts import mapping, sequence, spoken_text
from evidencelab.traces.formats.step_calls import (
    ACTIONS,
    OBSERVED,
    calls_of,
    has_result,
    results_of,
    with_observations,
)

_LISTS = ("steps", "trajectory", "intermediate_steps", "traj", "history", "memory")
_QUESTIONS = ("question", "task", "input", "query", "prompt", "goal")
_ANSWERS = ("final_answer", "answer", "output", "result")
_FINISHING = {"finish", "final_answer", "final answer", "submit", "answer"}


def steps_as_chat(value: JsonValue) -> list[JsonValue] | None:
    """Write a run of steps as chat messages; None if a value holds none.

    Args:
        value: A list of steps, or an object that holds one beside its question and its final answer.
    """
    fields = mapping(value)
    lists = [value] if isinstance(value, list) else [fields.get(key) for key in _LISTS]
    if any(has_result(mapping(call)) for call in sequence(fields.get("tool_calls"))) and "role" not in fields:
        lists.append([{"tool_calls": fields["tool_calls"], "observation": ""}])
    for listed in lists:
        steps = with_observations([_pair(step) for step in sequence(listed)])
        if any(_is_step(step) for step in steps):
            return list(_messages(steps, fields))
    return None


def _pair(step: JsonValue) -> Mapping[str, JsonValue]:
    """Give a step that is written as a pair of an action and its observation as one object."""
    if isinstance(step, list) and len(step) == 2 and isinstance(step[0], dict):
        return {**step[0], "observation": step[1]}
    return mapping(step)


def _is_step(step: Mapping[str, JsonValue]) -> bool:
    acts = bool(sequence(step.get("tool_calls"))) or any(
        isinstance(step.get(key), str | dict) and step.get(key) for key in ACTIONS
    )
    return "role" not in step and acts and any(step.get(key) is not None for key in OBSERVED)


def _question(around: Mapping[str, JsonValue]) -> JsonValue:
    asked = next((around[key] for key in _QUESTIONS if isinstance(around.get(key), str)), None)
    told = (mapping(said) for key in ("messages", "history") for said in sequence(around.get(key)))
    said = next((message.get("content") for message in told if message.get("role") == "user"), None)
    return asked if asked is not None else spoken_text(said) or None


def _messages(
    steps: Sequence[Mapping[str, JsonValue]], around: Mapping[str, JsonValue]
) -> Iterator[JsonValue]:
    question = _question(around)
    if question is not None:
        yield {"role": "user", "content": question}
    last: JsonValue = None
    for number, step in enumerate(steps, start=1):
        for message in step_as_chat(step, number):
            last = mapping(message).get("content") if mapping(message).get("role") == "assistant" else last
            yield message
    answer = next((around[key] for key in _ANSWERS if isinstance(around.get(key), str)), None)
    if answer is not None and answer != last:
        yield {"role": "assistant", "content": answer}


def step_as_chat(step: Mapping[str, JsonValue], number: int) -> Iterator[JsonValue]:
    """Write the step of that number as chat messages: what it says, its calls, their results."""
    task = step.get("task")
    source = step.get("source")
    if isinstance(task, str) and not _is_step(step):
        yield {"role": "user", "content": task}
        return
    spoken = spoken_text(step.get("message", step.get("thought", step.get("model_output"))))
    if source in ("user", "system"):
        yield {"role": str(source), "content": spoken}
        return
    calls = calls_of(step, number)
    final = [call for call in calls if str(call["name"]).lower() in _FINISHING]
    calls = [call for call in calls if call not in final]
    if calls:
        yield {"role": "assistant", "content": spoken, "tool_calls": [dict(call) for call in calls]}
        yield from results_of(step, calls)
    elif spoken and not final:
        yield {"role": "assistant", "content": spoken}
    for call in final:
        values = mapping(call["arguments"]).values()
        texts = [text for text in values if isinstance(text, str) and text != call["name"]]
        yield {"role": "assistant", "content": "\n".join(texts) or spoken}
