"""What one step of an agent asked of tools and what it got back, however the step writes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import JsonValue

from evidencelab.traces.formats.envelopes import given
from evidencelab.traces.formats.parts import identifier, mapping, sequence
from evidencelab.traces.formats.spoken_parts import call_of

ACTIONS = ("action", "tool", "tool_name")
_INPUTS = ("action_input", "tool_input", "tool_args", "arguments", "args")
OBSERVED = ("observation", "observations", "tool_output", "action_output")


def calls_of(step: Mapping[str, JsonValue], number: int) -> list[dict[str, JsonValue]]:
    """Read the calls of the step of that number; a call without an id is known by its step."""
    listed = [mapping(call) for call in sequence(step.get("tool_calls"))]
    if listed:
        asked = [(call_of(call), mapping(call.get("result")).get("params")) for call in listed]
        return [
            {
                "id": call.call_id or f"step-{number}.{at}",
                "name": call.name,
                "arguments": given([call.arguments, others]),
            }
            for at, (call, others) in enumerate(asked, start=1)
        ]
    action = next((step[key] for key in ACTIONS if step.get(key)), None)
    if action is None:
        return []
    arguments = next((step[key] for key in _INPUTS if step.get(key) is not None), None)
    if isinstance(action, dict):
        call = call_of(action)
        name, arguments = call.name, call.arguments if call.arguments is not None else arguments
    elif arguments is None:
        command = str(action).strip()
        name, arguments = command.split()[0] if command else "", {"command": command}
    else:
        name = str(action)
    taken = given([arguments])
    return [
        {
            "id": f"step-{number}",
            "name": name,
            "arguments": {"input": taken} if isinstance(taken, str) else taken,
        }
    ]


def results_of(
    step: Mapping[str, JsonValue], calls: Sequence[Mapping[str, JsonValue]]
) -> Iterator[dict[str, JsonValue]]:
    """Read the results of a step's calls as tool messages: each with its call, or observed in one."""
    held = [mapping(call) for call in sequence(step.get("tool_calls"))]
    if any(has_result(call) for call in held):
        for call, asked in zip(held, calls, strict=False):
            outcome = _outcome(call.get("result", call.get("output")))
            yield {"role": "tool", "tool_call_id": asked["id"], **outcome}
        return
    observed = next((step[key] for key in OBSERVED if step.get(key) is not None), None)
    error = step.get("error")
    if observed is None and error is None:
        return
    text = observed if observed is not None else mapping(error).get("message", error)
    listed = [mapping(item) for item in sequence(mapping(observed).get("results"))]
    for at, item in enumerate(listed or [{"content": text, "error": error}]):
        call_id = identifier(item.get("source_call_id")) or calls[min(at, len(calls) - 1)]["id"]
        yield {**item, "role": "tool", "tool_call_id": call_id, "content": item.get("content")}


def has_result(call: Mapping[str, JsonValue]) -> bool:
    """Tell whether a call carries what came back for it."""
    return any(call.get(key) is not None for key in ("result", "output"))


def _outcome(result: JsonValue) -> dict[str, JsonValue]:
    """Give what a result held, apart from the status it stands beside."""
    fields = mapping(result)
    if "status" in fields and ("data" in fields or "error" in fields):
        content = fields["data"] if fields.get("data") is not None else fields.get("error")
        return {"content": content, "status": fields["status"], "error": fields.get("error")}
    return {"content": result}


def with_observations(steps: Sequence[Mapping[str, JsonValue]]) -> list[Mapping[str, JsonValue]]:
    """Put observations that are events of their own, each naming its cause, beside the action they follow."""
    seen = {
        identifier(step.get("cause")): step for step in steps if "observation" in step and "cause" in step
    }
    if not seen:
        return list(steps)
    joined: list[Mapping[str, JsonValue]] = []
    for step in steps:
        arguments = mapping(step.get("args"))
        said = arguments.get("content", arguments.get("final_thought"))
        after = seen.get(identifier(step.get("id")))
        if "observation" in step:
            continue
        if after is not None:
            joined.append({**step, "message": arguments.get("thought"), "observation": after.get("content")})
        elif isinstance(said, str):
            told = "system" if step.get("action") == "system" else step.get("source")
            joined.append({"source": told, "message": said})
    return joined
