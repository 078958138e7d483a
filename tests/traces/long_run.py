"""A made run of any length: log lines, a table and JSON records, and an answer that grows with them."""

from __future__ import annotations

import json
import random
from typing import Any


def long_run(size: int, seed: int = 0) -> list[dict[str, Any]]:
    """Make chat messages whose tool outputs hold about `size` characters."""
    rng = random.Random(seed)
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": "What happened to the stall service today?"}
    ]
    facts: list[str] = []
    held = 0
    while held < size:
        number = len(messages)
        call = {
            "id": f"call_{number}",
            "function": {"name": "read_logs", "arguments": json.dumps({"page": number})},
        }
        lines = [
            f"2025-03-{rng.randint(1, 28):02d} {rng.randint(0, 23):02d}:{rng.randint(0, 59):02d}:{rng.randint(0, 59):02d} "
            f"{rng.choice(['INFO', 'WARN', 'ERROR'])} stall-{rng.randint(0, 15)}-{rng.getrandbits(32):08x} "
            f"order=ORD-{rng.randint(10000, 99999)} took {rng.randint(3, 9000)}ms queue_depth={rng.randint(0, 400)}"
            for _ in range(90)
        ]
        output = "\n".join(lines)
        held += len(output)
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": output})
        words = lines[7].split()
        facts.append(f"- `{words[3]}` ({words[4]}) took {words[6]} at {words[1]}")
    messages.append({"role": "assistant", "content": "Slow orders:\n" + "\n".join(facts)})
    return messages
