"""Steps that a model wrote into the text of its messages: `Thought:`, `Action:`, `Observation:`, an answer.

Agents without an interface for tools are asked for a text of such lines; their harness runs the action and
writes what came back behind it, into the same message or the next. Here the lines become steps.

Source: the ReAct prompt (Yao et al. 2022) and the templates that frameworks made of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pydantic import JsonValue

from evidencelab.traces.formats.parts import mapping, parsed, spoken_text
from evidencelab.traces.formats.steps import step_as_chat
from evidencelab.traces.formats.written_commands import command_in, is_result

_LABEL = re.compile(
    r"^[ \t*_#]*(?P<label>Thought|Action Input|Action|Observation|Final Answer)"
    r"(?:[ \t]?\d+)?[ \t*_]*[:：][ \t*_]*",
    re.MULTILINE | re.IGNORECASE,
)
_FENCE = re.compile(r"\A\s*```[\w-]*\s*|\s*```\s*\Z")
_INLINE = re.compile(r"\A([\w .-]{1,80}?)[ ]?(?:\[(.*)\]|\((.*)\))\Z", re.DOTALL)
_ASSISTANT = ("assistant", "ai", "gpt", "model")
_SPOKEN_TO = ("user", "human", "system", "tool", "function", "observation")
_OBSERVED, _ANSWER = "observation", "final answer"
_AFTER_IT = ("thought", _ANSWER)


def written_steps_as_chat(messages: Sequence[JsonValue]) -> list[JsonValue] | None:
    """Write messages that hold steps as text as chat messages with calls; None if no step calls a tool.

    What was observed goes to the end of its message where the model's next message follows it, so that no
    line of it can pass for a step; in a text that holds the whole run it ends at the next thought or answer.
    """
    read = [mapping(message) for message in messages]
    roles = [str(fields.get("role", fields.get("from"))) for fields in read]
    if any(fields.get("tool_calls") or fields.get("function_call") for fields in read):
        return None
    texts = [_text(fields) for fields in read]
    said = [
        _steps_in(text, follows) if role in _ASSISTANT else ()
        for text, role, follows in zip(texts, roles, _following(texts, roles), strict=True)
    ]
    if not any("action" in step for steps in said for step in steps):
        return None
    return list(_chat(messages, roles, said))


def _following(texts: Sequence[str], roles: Sequence[str]) -> Iterator[str]:
    """Say of each message what follows it: more of the same speaker, an observation, or anything else."""
    for role, then, text in zip(roles, [*roles[1:], ""], [*texts[1:], ""], strict=True):
        label = _LABEL.match(text)
        observed = label is not None and label["label"].lower() == _OBSERVED
        marked = then in _SPOKEN_TO and (observed or is_result(text))
        yield "more" if role == then else _OBSERVED if marked else ""


def _text(fields: Mapping[str, JsonValue]) -> str:
    return spoken_text(fields["content"] if "content" in fields else fields.get("value"))


def _chat(
    messages: Sequence[JsonValue], roles: Sequence[str], said: Sequence[Sequence[Mapping[str, JsonValue]]]
) -> Iterator[JsonValue]:
    number, left_open = 0, dict[str, JsonValue]()
    for message, role, steps in zip(messages, roles, said, strict=True):
        if left_open and role in _SPOKEN_TO:
            yield from step_as_chat({**left_open, _OBSERVED: _observed(_text(mapping(message)))}, number)
            left_open = {}
            continue
        if left_open:
            yield from step_as_chat(left_open, number)
        *closed, last = steps or ({},)
        for step in closed:
            number += 1
            yield from step_as_chat(step, number)
        number += 1
        left_open = dict(last) if "action" in last and _OBSERVED not in last else {}
        if last and not left_open:
            yield from step_as_chat(last, number)
        elif not last:
            yield message
    if left_open:
        yield from step_as_chat(left_open, number)


def _observed(text: str) -> str:
    """Give what a message brings back, without the label in front of it."""
    label = _LABEL.match(text)
    return text[label.end() :].strip() if label is not None and label["label"].lower() == _OBSERVED else text


def _steps_in(text: str, follows: str) -> tuple[Mapping[str, JsonValue], ...]:
    """Read the steps of a text; an action without an input is one only where an observation follows."""
    steps: list[dict[str, JsonValue]] = []
    step: dict[str, JsonValue] = {}
    for label, held in _labelled(text, goes_on=follows == "more"):
        if label in step or "message" in step or (_OBSERVED in step and label != _OBSERVED):
            steps.append(step)
            step = {}
        if label == _ANSWER:
            step = {"message": held}
        elif label == "action":
            step |= _action(held)
        else:
            step[label.replace(" ", "_")] = held
    steps.append(step)
    if follows == _OBSERVED and not any("action" in step for step in steps):
        return ({"thought": text, **command},) if (command := command_in(text)) else ()
    return tuple(
        step
        for step in steps
        if "message" in step
        or ("action" in step and ("action_input" in step or _OBSERVED in step or follows == _OBSERVED))
    )


def _labelled(text: str, *, goes_on: bool) -> Iterator[tuple[str, str]]:
    """Give the labels of a text, each with what stands behind it up to the next."""
    starts: list[re.Match[str]] = []
    for match in _LABEL.finditer(text):
        is_observed = bool(starts) and starts[-1]["label"].lower() == _OBSERVED
        if not is_observed or (not goes_on and match["label"].lower() in _AFTER_IT):
            starts.append(match)
    ends = [*(match.start() for match in starts), len(text)][1:]
    for match, end in zip(starts, ends, strict=True):
        label, held = match["label"].lower(), text[match.end() : end]
        yield label, held.strip() if label in (_OBSERVED, _ANSWER) else _FENCE.sub("", held).strip()
        if label == _ANSWER:
            return


def _action(held: str) -> dict[str, JsonValue]:
    """Read what follows `Action:`: a name, a name with its input in brackets, or an object of both."""
    blob = mapping(parsed(held))
    if isinstance(blob.get("action"), str):
        return {"action": blob["action"], "action_input": blob.get("action_input")}
    inline = _INLINE.match(held)
    if inline is not None:
        return {"action": inline[1], "action_input": inline[2] if inline[2] is not None else inline[3]}
    return {"action": held} if held and "\n" not in held else {}
