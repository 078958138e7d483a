"""One question to a model and everything worth keeping about the answer; it never raises.

Retries are here and nowhere below: a time-out, a lost connection, a 429 and a 5xx are tried again
after a wait that doubles or that the server names, any other refusal is final. A server that asks
for a longer wait than is bearable has failed. This module must not know a stage or how an answer
is read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import dspy
from dspy.lm15 import RefusalPart, Response
from dspy.utils.exceptions import AdapterParseError, is_retryable_lm_error

from evidencelab.agents.models.choice import Model
from evidencelab.agents.stages import Usage

FIRST_WAIT_SECONDS = 1.0
LONGEST_WAIT_SECONDS = 30.0


class Answer(NamedTuple):
    """What came back.

    Attributes:
        completion: The model's text, byte for byte: empty where it answered with nothing, None where
            no answer arrived.
        error: Why there is no usable text, in one line; None when there is one.
        tokens_in: Tokens read; None where the model did not tell.
        tokens_out: Tokens written; None likewise.
        cost: In US dollars, where DSPy knows the price.
        seconds: Wall time, waits included.
        n_calls: Requests sent.
        messages: What the model was told; empty where nothing was sent.
    """

    completion: str | None
    error: str | None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None
    seconds: float = 0.0
    n_calls: int = 0
    messages: tuple[dict[str, Any], ...] = ()

    @property
    def usage(self) -> Usage:
        """The same for the record of a stage."""
        return Usage(self.tokens_in, self.tokens_out, self.completion, self.error, self.cost)


def ask(
    model: Model,
    predict: Callable[..., object],
    inputs: Mapping[str, Any],
    *,
    keep_trace: bool = False,
    sleep: Callable[[float], None] = time.sleep,
    **overrides: Any,
) -> Answer:
    """Ask a model once, with retries.

    Args:
        model: The model; not the baseline.
        predict: A `dspy.Predict`, or anything that takes `lm=` and the inputs.
        inputs: Input fields.
        keep_trace: Leave DSPy's trace in place, for an optimiser that reads it.
        sleep: How to wait.
        **overrides: DSPy settings for this call, `adapter` above all.
    """
    lm = model.lm.copy()
    settings = dict(overrides, disable_history=False)
    if not keep_trace:
        settings["trace"] = None
    started = time.perf_counter()
    n_calls, error = 0, None
    while True:
        n_calls += 1
        lm.history = []
        try:
            with dspy.context(**settings):
                predict(lm=lm, **inputs)
            error = None
        except AdapterParseError:
            error = None  # the model answered; whether the text is usable is judged below
        except Exception as failure:
            wait = _wait_before_retry(failure, n_calls)
            if n_calls <= model.spec.retries and wait is not None:
                sleep(wait)
                continue
            error = _one_line(failure)
        break
    return _answer(lm.history, error, time.perf_counter() - started, n_calls)


def _wait_before_retry(failure: Exception, n_calls: int) -> float | None:
    """Seconds to wait before trying again; None where trying again is no use."""
    if not is_retryable_lm_error(failure):
        return None
    named = getattr(failure, "retry_after", None)
    wait = float(named) if named is not None else FIRST_WAIT_SECONDS * 2.0 ** (n_calls - 1)
    return wait if wait <= LONGEST_WAIT_SECONDS else None


def _one_line(failure: Exception) -> str:
    text = str(failure).strip().split("\n", 1)[0].strip()
    return f"{type(failure).__name__}: {text}" if text else type(failure).__name__


def _answer(history: list[dict[str, Any]], error: str | None, seconds: float, n_calls: int) -> Answer:
    if not history:
        return Answer(None, error or "the model gave no answer", seconds=seconds, n_calls=n_calls)
    entry = history[-1]
    usage = entry.get("usage") or {}
    response = entry.get("response")
    completion, refusal = _texts(response, entry.get("outputs"))
    if error is None and refusal:
        error = f"the model refused: {refusal}"
    elif error is None and not completion:
        error = "the model answered with nothing"
    return Answer(
        completion=completion or refusal or "",
        error=error,
        tokens_in=usage.get("prompt_tokens"),
        tokens_out=usage.get("completion_tokens"),
        cost=entry.get("cost"),
        seconds=seconds,
        n_calls=n_calls,
        messages=tuple(entry.get("messages") or ()),
    )


def _texts(response: object, outputs: object) -> tuple[str, str]:
    """The completion and the refusal of a call, empty where there is none."""
    refusal = ""
    if isinstance(response, Response):
        refusal = "".join(part.text for part in response.message.parts if isinstance(part, RefusalPart))
    first = outputs[0] if isinstance(outputs, list) and outputs else None
    if isinstance(first, dict):
        first = first.get("text")
    return (first if isinstance(first, str) else ""), refusal
