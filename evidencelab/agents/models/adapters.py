"""How a signature becomes messages and a completion becomes a prediction, without altering a quote.

Neither adapter makes a second call behind the caller's back or fails on what a model said: the
completion stays in the call's history byte for byte, whatever could be read from it. The frame is
short and in the variant's language: the answer is shown as a shape, and its full schema goes to
models that decode by schema. This module must not know a stage or how a text is judged.
"""

from __future__ import annotations

from typing import Any

import dspy

from evidencelab.agents.models.signatures import JsonSchema, answer_schema, sketch
from evidencelab.agents.models.variants import Language, PromptVariant

COMPLETION = "completion"
Fields = dict[str, Any]  # as DSPy passes them: the name of a field and its value

FRAMES: dict[Language, dict[str, str]] = {
    "en": {
        "given": "You are given:",
        "answer": "Answer with one JSON object of exactly this shape and nothing else:",
        "reminder": "Answer with the JSON object alone.",
    },
    "zh": {
        "given": "你会得到：",
        "answer": "只输出一个 JSON 对象，结构必须如下，不要输出其他内容：",
        "reminder": "只输出这个 JSON 对象。",
    },
}


class _Exact:
    """What both frames share: plain messages, completions handed on, no failure on what a model said."""

    def format(self, signature: Any, demos: list[Fields], inputs: Fields) -> list[Fields]:
        """Build the messages; no mark inside an input is expanded into anything."""
        frame: Any = self
        question = frame.format_user_message_content(signature, inputs, main_request=True)
        return [
            {"role": "system", "content": frame.format_system_message(signature)},
            *frame.format_demos(signature, demos),
            {"role": "user", "content": question},
        ]

    def format_demos(self, signature: Any, demos: list[Fields]) -> list[Fields]:
        """Show worked examples; a recorded answer is shown byte for byte."""
        frame: Any = self
        messages: list[Fields] = []
        for demo in demos:
            if COMPLETION not in demo:
                messages.extend(super().format_demos(signature, [demo]))  # type: ignore[misc]
                continue
            question = frame.format_user_message_content(signature, demo, main_request=True)
            messages.append({"role": "user", "content": question})
            messages.append({"role": "assistant", "content": demo[COMPLETION]})
        return messages

    def parse(self, signature: Any, completion: str) -> Fields:
        """Read what can be read; the fields are None where the completion does not hold the contract."""
        try:
            fields = dict(super().parse(signature, completion))  # type: ignore[misc]
        except Exception:  # whatever a model said, it is an answer and not a failure of the program
            fields = dict.fromkeys(signature.output_fields)
        return fields


class JsonFrame(_Exact, dspy.JSONAdapter):  # type: ignore[misc]
    """Ask for one JSON object.

    Attributes:
        language: The language of the frame around the instruction.
        output_schema: `strict`, `object` or `free`, as in a variant.
    """

    def __init__(self, language: Language = "en", output_schema: str = "strict") -> None:
        super().__init__(use_native_function_calling=False)
        self.language: Language = language
        self.output_schema = output_schema

    def __call__(
        self,
        lm: Any,
        lm_kwargs: Fields,
        signature: Any,
        demos: list[Fields],
        inputs: Fields,
    ) -> list[Fields]:
        """Ask once. The schema goes along where the variant wants it and the model takes one."""
        wanted = response_format(self.output_schema, answer_schema(signature))
        if wanted is not None and "response_format" in lm.supported_params:
            if not lm.supports_response_schema:
                wanted = {"type": "json_object"}
            lm_kwargs = {**lm_kwargs, "response_format": wanted}
        predictions: list[Fields] = dspy.ChatAdapter.__call__(self, lm, lm_kwargs, signature, demos, inputs)
        return predictions

    def format_system_message(self, signature: Any) -> str:
        """Write the instruction, then what is given, then the shape of the answer."""
        frame = FRAMES[self.language]
        notes = [f"- {name}: {_note(field)}" for name, field in signature.input_fields.items()]
        shape = sketch(answer_schema(signature))
        return "\n".join([signature.instructions, "", frame["given"], *notes, "", frame["answer"], shape])

    def user_message_output_requirements(self, signature: Any) -> str:
        """Remind of the form at the end of the question."""
        return FRAMES[self.language]["reminder"]


class ChatFrame(_Exact, dspy.ChatAdapter):  # type: ignore[misc]
    """Ask for sections under field markers, as DSPy does by default."""

    def __init__(self) -> None:
        super().__init__(use_native_function_calling=False, use_json_adapter_fallback=False)


def adapter_for(variant: PromptVariant) -> JsonFrame | ChatFrame:
    """Build the adapter a variant asks for."""
    if variant.adapter == "chat":
        return ChatFrame()
    return JsonFrame(variant.language, variant.output_schema)


def response_format(output_schema: str, schema: JsonSchema) -> dict[str, Any] | None:
    """Name the response format of a request; None asks for none."""
    if output_schema == "free":
        return None
    if output_schema == "object":
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema, "strict": True}}


def _note(field: Any) -> str:
    extra = field.json_schema_extra or {}
    return str(extra.get("desc", ""))
