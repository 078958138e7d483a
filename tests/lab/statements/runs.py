"""Made runs for trials: one question, tools that returned something, an answer."""

from __future__ import annotations

import json

from evidencelab.traces.formats.conversation import ImportedTrace
from evidencelab.traces.formats.load import import_value

ENGLISH = "How are the stations doing, and which of them are busy?"
CHINESE = "请问各个站点的乘车次数和等待时间分别是多少？请帮我统计一下各个分区的情况。"
STATIONS = [
    {"station": "Alder", "zone": "north", "rides": 120, "wait_ms": 3.25, "opened": "2031-04-01"},
    {"station": "Birch", "zone": "south", "rides": 240, "wait_ms": 8.5, "opened": "2031-04-09"},
    {"station": "Cedar", "zone": "north", "rides": 60, "wait_ms": 12.0, "opened": "2031-05-02"},
    {"station": "Dogwood", "zone": "east", "rides": 35, "wait_ms": 0.75, "opened": "2031-05-02"},
    {"station": "Elm", "zone": "north", "rides": 150, "wait_ms": 4.5, "opened": "2031-06-11"},
    {"station": "Fir", "zone": "south", "rides": 15, "wait_ms": 9.0, "opened": "2031-07-30"},
]


def run_of(*outputs: object, question: str = ENGLISH, answer: str = "I have looked.") -> ImportedTrace:
    """Give a run whose tools returned these outputs, texts or anything that JSON holds."""
    messages: list[dict[str, object]] = [{"role": "user", "content": question}]
    for number, output in enumerate(outputs):
        call = {"id": f"c{number}", "function": {"name": "list_stations", "arguments": "{}"}}
        text = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
        messages.append({"role": "assistant", "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": text})
    (trace,) = import_value([*messages, {"role": "assistant", "content": answer}], "auto")
    return trace
