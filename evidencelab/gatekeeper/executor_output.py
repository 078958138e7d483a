"""Reads what an executor handed over into the contract, and says what is wrong with it.

Nothing is guessed and nothing raises: a field that is missing, of the wrong type, unknown or stated
twice becomes a problem or a warning with its place, and everything else is still read. Excerpts stay
byte for byte. This module must not know a session: whether an id exists is the gate's question.

Source:
    Design, section 4; rules `executor.output_incomplete` and `contract.unknown_field`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel, JsonValue

from evidencelab.contracts import ClaimType, ExecutorOutput, GateWarning, ParseStatus
from evidencelab.gatekeeper.citations import Address, Citation, Problem, UnknownField
from evidencelab.gatekeeper.json_values import as_json, decode_whole, shorten
from evidencelab.gatekeeper.output_text import ReadText, misplaced_answer, read_text

UNKNOWN_FIELD = "contract.unknown_field"
CLAIM_TYPES: tuple[str, ...] = get_args(ClaimType)

_OUTPUT_FIELDS = ("claims", "hypotheses", "missing_info", "recommended_actions")
_CLAIM_FIELDS = ("claim_id", "claim_type", "claim_text", "evidence_bindings")
_ACTION_FIELDS = ("action_id", "action_text", "reason", "evidence_bindings")
_BINDING_FIELDS = ("tool_name", "source_invocation_id", "raw_path", "evidence_excerpt")
_HYPOTHESIS_FIELDS = ("hypothesis_id", "hypothesis_text", "basis_claim_ids", "missing_info")
_INFO_FIELDS = ("info_id", "description")

Fields = dict[str, JsonValue]
Stated = dict[str, Any]  # the arguments of one contract


class ReadExecutorOutput(NamedTuple):
    """An executor's output as far as it could be read.

    Attributes:
        output: The contract; a binding keeps its index even where nothing of it could be read.
        parse_status: Which way the text was read.
        problems: What is missing, of the wrong type, unknown or repeated, in reading order.
        warnings: `contract.unknown_field`, one a field.
        citations: Every binding of claims and actions as it was written, in order.
        unknown_fields: The fields kept aside, as they stood.
        is_read: False where nothing could be parsed at all.
    """

    output: ExecutorOutput
    parse_status: ParseStatus
    problems: tuple[Problem, ...]
    warnings: tuple[GateWarning, ...]
    citations: tuple[Citation, ...] = ()
    unknown_fields: tuple[UnknownField, ...] = ()
    is_read: bool = True


def read_executor_output(raw: object) -> ReadExecutorOutput:
    """Read an executor's output, whatever it is; never raises.

    Args:
        raw: An object, a text that should hold one, or anything else.
    """
    found = _found(raw)
    reader = _Reader()
    for problem in found.problems:
        reader.problem(Address(), problem)
    value = found.value
    misplaced = misplaced_answer(value)
    if misplaced is not None:
        reader.problem(Address(), misplaced.problem)
        value = misplaced.value
    if isinstance(value, list) and any(_looks_like_claim(item) for item in value):
        reader.problem(Address(), "got a list, expected an object; read as its claims")
        value = {"claims": value}
    if not isinstance(value, dict):
        got = "" if value is None else f"got {_kind(value)}, "
        reader.problem(Address(), f"{found.detail}; {got}expected one JSON object with claims", value)
        return reader.result(ExecutorOutput(), ParseStatus(status="invalid", detail=found.detail), False)
    output = reader.output(value)
    way, detail = found.way, found.detail
    if reader.n_unwrapped:
        way = "repaired" if way == "valid" else way
        detail = f"{detail}; {reader.n_unwrapped} lists or objects were given as JSON text"
    return reader.result(output, ParseStatus(status=way, detail=detail), True)


def _found(raw: object) -> ReadText:
    if isinstance(raw, str | bytes | bytearray):
        text = as_json(raw)
        return read_text(text if isinstance(text, str) else "")
    if raw is None:
        return ReadText(None, "invalid", "there is no executor output")
    detail = "parsed executor evidence contract" if isinstance(raw, BaseModel | dict) else "not an object"
    return ReadText(as_json(raw), "valid", detail)


class _Reader:
    """Collects what one output holds; each method reads one kind of thing and notes what is wrong."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.warnings: list[GateWarning] = []
        self.citations: list[Citation] = []
        self.unknown: list[UnknownField] = []
        self.n_unwrapped = 0

    def result(self, output: ExecutorOutput, status: ParseStatus, is_read: bool) -> ReadExecutorOutput:
        return ReadExecutorOutput(
            output,
            status,
            tuple(self.problems),
            tuple(self.warnings),
            tuple(self.citations),
            tuple(self.unknown),
            is_read,
        )

    def problem(self, address: Address, message: str, cited: JsonValue = None) -> None:
        self.problems.append(Problem(address, message, cited))

    def output(self, fields: Fields) -> ExecutorOutput:
        self._set_aside(fields, _OUTPUT_FIELDS, Address())
        claims = [
            self._claim(item, index) for index, item in self._list(fields, "claims", Address(), required=True)
        ]
        self._note_repeated("claim_id", [claim["claim_id"] for claim in claims if claim])
        hypotheses = [self._hypothesis(item, index) for index, item in self._list(fields, "hypotheses")]
        infos = [self._info(item, index) for index, item in self._list(fields, "missing_info")]
        actions = [self._action(item, index) for index, item in self._list(fields, "recommended_actions")]
        self._note_repeated("action_id", [action["action_id"] for action in actions if action])
        read: Stated = {
            "claims": claims,
            "hypotheses": hypotheses,
            "missing_info": infos,
            "recommended_actions": actions,
        }
        stated = {
            name: [item for item in items if item]
            for name, items in read.items()
            if fields.get(name) is not None
        }
        return ExecutorOutput.model_validate(stated)

    def _claim(self, item: JsonValue, index: int) -> Stated:
        fields = self._object(item, f"claims[{index}]", Address())
        if fields is None:
            return {}
        claim_id = self._id(fields, "claim_id", f"claims[{index}]")
        address = Address(claim_id=claim_id, owner_index=index)
        self._set_aside(fields, _CLAIM_FIELDS, address)
        stated: Stated = {"claim_id": claim_id}
        claim_type = self._text(fields, "claim_type", address, required=True)
        if claim_type is not None and claim_type not in CLAIM_TYPES:
            known = ", ".join(CLAIM_TYPES)
            self.problem(
                address, f"claim_type: got {shorten(claim_type)}, expected one of {known}", claim_type
            )
            claim_type = None
        if claim_type is not None:
            stated["claim_type"] = claim_type
        claim_text = self._text(fields, "claim_text", address, required=True)
        if claim_text is not None:
            stated["claim_text"] = claim_text
        self._bindings(fields, address, stated, required=True)
        return stated

    def _action(self, item: JsonValue, index: int) -> Stated:
        fields = self._object(item, f"recommended_actions[{index}]", Address())
        if fields is None:
            return {}
        action_id = self._id(fields, "action_id", f"recommended_actions[{index}]")
        address = Address(action_id=action_id, owner_index=index)
        self._set_aside(fields, _ACTION_FIELDS, address)
        text = self._text(fields, "action_text", address, required=True)
        stated: Stated = {"action_id": action_id, "action_text": text or ""}
        self._optional_text(fields, "reason", address, stated)
        self._bindings(fields, address, stated, required=False)
        return stated

    def _hypothesis(self, item: JsonValue, index: int) -> Stated:
        where = f"hypotheses[{index}]"
        fields = self._object(item, where, Address())
        if fields is None:
            return {}
        self._set_aside(fields, _HYPOTHESIS_FIELDS, Address(), where)
        text = self._text(fields, "hypothesis_text", Address(), required=True, where=where)
        stated: Stated = {
            "hypothesis_id": self._id(fields, "hypothesis_id", where),
            "hypothesis_text": text or "",
        }
        basis = [entry for _, entry in self._list(fields, "basis_claim_ids", where=where)]
        if not all(isinstance(entry, str) for entry in basis):
            self.problem(Address(), f"{where}.basis_claim_ids: expected a list of claim ids", basis)
        if fields.get("basis_claim_ids") is not None:
            stated["basis_claim_ids"] = [entry for entry in basis if isinstance(entry, str)]
        self._optional_text(fields, "missing_info", Address(), stated, where)
        return stated

    def _info(self, item: JsonValue, index: int) -> Stated:
        where = f"missing_info[{index}]"
        fields = self._object(item, where, Address())
        if fields is None:
            return {}
        self._set_aside(fields, _INFO_FIELDS, Address(), where)
        description = self._text(fields, "description", Address(), required=True, where=where)
        return {"info_id": self._id(fields, "info_id", where), "description": description or ""}

    def _bindings(self, fields: Fields, owner: Address, stated: Stated, *, required: bool) -> None:
        bindings = [
            self._binding(item, owner._replace(binding_index=index), stated.get("claim_type"))
            for index, item in self._list(fields, "evidence_bindings", owner, required=required)
        ]
        if fields.get("evidence_bindings") is not None:
            stated["evidence_bindings"] = bindings

    def _binding(self, item: JsonValue, address: Address, claim_type: ClaimType | None) -> Stated:
        fields = self._object(item, "evidence_bindings", address)
        if fields is None:
            self.citations.append(Citation(address, claim_type, None, None, None, None, is_readable=False))
            return {}
        self._set_aside(fields, _BINDING_FIELDS, address)
        tool_name = _unless_blank(fields.get("tool_name"))
        if tool_name is None:
            self.problem(address, "tool_name is missing; expected the name of the tool that was called")
        excerpt = fields.get("evidence_excerpt")
        if excerpt is None:
            self.problem(address, "evidence_excerpt is missing; expected the words of the evidence")
        invocation = _unless_blank(fields.get("source_invocation_id"))
        if isinstance(invocation, bool | list | dict) or (
            isinstance(invocation, float) and not invocation.is_integer()
        ):
            self.problem(
                address, f"source_invocation_id: got {shorten(invocation)}, expected an integer", invocation
            )
        raw_path = _unless_blank(fields.get("raw_path"))
        stated: Stated = {}
        for name, value in (("tool_name", tool_name), ("raw_path", raw_path), ("evidence_excerpt", excerpt)):
            if value is not None and not isinstance(value, str):
                self.problem(address, f"{name}: got {shorten(value)}, expected text", value)
            elif name in fields:
                stated[name] = value
        if "source_invocation_id" in fields:
            stated["source_invocation_id"] = integer_named(invocation)
        self.citations.append(Citation(address, claim_type, tool_name, invocation, raw_path, excerpt))
        return stated

    def _list(
        self,
        fields: Fields,
        name: str,
        address: Address = Address(),
        *,
        required: bool = False,
        where: str | None = None,
    ) -> list[tuple[int, JsonValue]]:
        """Read a list, also one given as JSON text; an object in its place is read as its one item."""
        path = f"{where}.{name}" if where else name
        value = self._unwrap(fields.get(name))
        if value is None:
            if required:
                self.problem(address, f"{path} is missing; expected a list")
            return []
        if not isinstance(value, list):
            self.problem(address, f"{path}: got {_kind(value)}, expected a list", value)
            value = [value] if isinstance(value, dict) else []
        return list(enumerate(value))

    def _object(self, item: JsonValue, where: str, address: Address) -> Fields | None:
        value = self._unwrap(item)
        if isinstance(value, dict):
            return value
        self.problem(address, f"{where}: got {_kind(value)}, expected an object", value)
        return None

    def _unwrap(self, value: JsonValue) -> JsonValue:
        """Read a list or object that was given as JSON text; everything else stays as it is."""
        if isinstance(value, str) and value.strip()[:1] in ("[", "{"):
            decoded = decode_whole(value)
            if decoded is not None:
                self.n_unwrapped += 1
                for key in decoded.repeated_keys:
                    self.problem(Address(), f"the key {key!r} is stated twice in one object")
                return decoded.value
        return value

    def _id(self, fields: Fields, name: str, where: str) -> str:
        """Read an id; where there is none, the place in the output stands for it."""
        value = _unless_blank(fields.get(name))
        if isinstance(value, str):
            return value
        got = "is missing" if value is None else f"got {shorten(value)}"
        self.problem(Address(), f"{where}.{name}: {got}; expected text", value)
        return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else where

    def _text(
        self, fields: Fields, name: str, address: Address, *, required: bool, where: str | None = None
    ) -> str | None:
        path = f"{where}.{name}" if where else name
        value = fields.get(name)
        if isinstance(value, str) and (value.strip() or not required):
            return value
        if value is None or isinstance(value, str):
            if required:
                self.problem(address, f"{path} is missing; expected text")
        else:
            self.problem(address, f"{path}: got {shorten(value)}, expected text", value)
        return None

    def _optional_text(
        self, fields: Fields, name: str, address: Address, stated: Stated, where: str | None = None
    ) -> None:
        if name in fields:
            stated[name] = self._text(fields, name, address, required=False, where=where)

    def _set_aside(
        self, fields: Fields, known: tuple[str, ...], address: Address, where: str | None = None
    ) -> None:
        for name, value in fields.items():
            if name not in known:
                path = f"{where}.{name}" if where else name
                self.unknown.append(UnknownField(address, path, value))
                message = f"the field {shorten(path)} is not in the contract; it was kept aside and not read"
                self.warnings.append(GateWarning(rule=UNKNOWN_FIELD, message=message, **address.to_wire()))

    def _note_repeated(self, name: str, ids: list[str]) -> None:
        for value, count in Counter(ids).items():
            if count > 1:
                owner = Address(claim_id=value) if name == "claim_id" else Address(action_id=value)
                self.problem(owner, f"{name} {shorten(value)} is stated {count} times; expected once", value)


def integer_named(value: JsonValue) -> int | None:
    """Give the 64-bit integer that a cited id names: `12345`, `"12345"` and `12345.0` name the same."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**63 else None
    if isinstance(value, str):
        digits = value.strip()
        unsigned = digits[1:] if digits[:1] in ("+", "-") else digits
        if not (unsigned.isascii() and unsigned.isdigit() and len(unsigned) <= 20):
            return None
        named = int(digits)
        return named if -(2**63) <= named < 2**63 else None
    return value if isinstance(value, int) else None


def _looks_like_claim(item: JsonValue) -> bool:
    return isinstance(item, dict) and ("claim_id" in item or "evidence_bindings" in item)


def _unless_blank(value: JsonValue) -> JsonValue:
    return None if isinstance(value, str) and not value.strip() else value


def _kind(value: JsonValue) -> str:
    if value is None:
        return "nothing"
    names = {dict: "an object", list: "a list", str: "text", bool: "a truth value"}
    return names.get(type(value), "a number")
