"""Cases: a question, the scenario it is asked in, and what must hold of any honest chain's answer.

YAML files, one incident each, its Chinese and English twins side by side. Reading and checking
them happens here; running one is `outcomes`, varying one is `variation`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, Self

import yaml
from pydantic import BaseModel, Field, JsonValue, ValidationError, field_validator, model_validator

from evidencelab.contracts import ClaimType, Contract, Severity, ToolCall, Verdict
from evidencelab.errors import InputError, SettingError, UnknownNameError
from evidencelab.gatekeeper.json_values import json_expectation
from evidencelab.tools.scenario import FIXTURES
from evidencelab.tools.synonyms import concept

Language = Literal["zh", "en"]
Intent = Literal["alert", "state", "log", "alert_and_log", "samples", "why", "runbook"]


class Question(Contract):
    """What the query asks, apart from its wording, so that it can be asked in other words.

    Attributes:
        intent: `alert` and `log` ask whether there is one; `state` asks for an alert's state;
            `samples` asks for every reading; `why` is the only intent that is not narrow;
            `runbook` asks what the knowledge base holds.
        concept: What it is about, by its name in the synonym table.
        service: Whom it is about; None where the question names no service.
        also: Further concepts asked about.
        excluded: What the user shuts out, in the words of each language.
    """

    intent: Intent
    concept: str
    service: str | None = None
    also: tuple[str, ...] = ()
    excluded: dict[Language, tuple[str, ...]] = Field(default_factory=dict)

    @field_validator("concept")
    @classmethod
    def _is_known(cls, name: str) -> str:
        concept(name)
        return name

    @field_validator("also")
    @classmethod
    def _are_known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            concept(name)
        return names

    @property
    def is_narrow(self) -> bool:
        """Whether only the thing asked may be stated."""
        return self.intent != "why"


class ClaimCount(Contract):
    """How many claims there may be, both ends included."""

    min: int = Field(default=0, ge=0)
    max: int = Field(ge=0)

    @model_validator(mode="after")
    def _is_ordered(self) -> Self:
        if self.min > self.max:
            raise ValueError(f"min {self.min} is above max {self.max}")
        return self


class Expectation(Contract):
    """What must hold. A field that is not stated asks nothing.

    Attributes:
        verdict: The settled verdict.
        severity: The gate's severity; `none` also means that no rule failed.
        failed_rules: Rules that must be among the gate's failed ones.
        claim_types: The types a claim may have.
        claim_count: How many claims there may be.
        tools: Tools that must have been called.
        raw_paths: Places that must be cited; `$.alerts[i]` stands for any index.
        required_values: Values each of which must stand in a supported claim or its excerpts.
        required_values_in_answer: Values each of which must stand in the answer.
        forbidden_terms_in_claims: Terms no claim text may hold.
        forbidden_terms_in_answer: Terms the answer may not hold.
        groundedness_score: Share of supported claims in [0, 1]; null where there must be none.
    """

    verdict: Verdict
    severity: Severity | None = None
    failed_rules: tuple[str, ...] = ()
    claim_types: tuple[ClaimType, ...] = ()
    claim_count: ClaimCount | None = None
    tools: tuple[str, ...] = ()
    raw_paths: tuple[str, ...] = ()
    required_values: tuple[str, ...] = ()
    required_values_in_answer: tuple[str, ...] = ()
    forbidden_terms_in_claims: tuple[str, ...] = ()
    forbidden_terms_in_answer: tuple[str, ...] = ()
    groundedness_score: float | None = Field(default=None, ge=0.0, le=1.0)

    @property
    def states_groundedness(self) -> bool:
        """Whether a groundedness score, or its absence, is expected."""
        return "groundedness_score" in self.model_fields_set


class Case(Contract):
    """One question and what must hold of its answer.

    Attributes:
        name: Unique among all cases.
        incident: What it belongs to; language twins and the questions about one incident share it
            and are not independent of each other.
        language: The language of the query, and so of the answer.
        tags: Free words to choose by: seed, positive, negative, narrow, open, authored, ...
        query: The user's question.
        question: The same apart from wording; without it a varied case keeps its wording.
        scenario: The scenario it is asked in, by name.
        plan: The tool calls; None leaves them to the chain's planner.
        executor_output: An *authored* executor output: written for the case, said by no model. Its
            invocation ids count the plan's calls from 1. None leaves it to the chain's executor.
        expect: What must hold.
    """

    name: str = Field(min_length=1)
    incident: str = Field(min_length=1)
    language: Language
    tags: tuple[str, ...] = ()
    query: str = Field(min_length=1)
    question: Question | None = None
    scenario: str
    plan: tuple[ToolCall, ...] | None = None
    executor_output: JsonValue = None
    expect: Expectation

    @model_validator(mode="after")
    def _authored_output_has_a_plan(self) -> Self:
        if self.executor_output is not None and self.plan is None:
            raise ValueError("an authored executor_output cites calls by number and needs a plan")
        return self

    @property
    def is_authored(self) -> bool:
        """Whether the executor output came with the case."""
        return self.executor_output is not None


def load_cases(
    folder: Path | None = None, names: Sequence[str] | None = None, language: Language | None = None
) -> tuple[Case, ...]:
    """Load the cases of a folder, in file order.

    Args:
        folder: The folder of YAML files; by default that of the fixtures.
        names: The cases wanted; None is all.
        language: `zh` or `en`; None is both.

    Raises:
        InputError: A file cannot be read, is not YAML, or states an impossible value.
        SettingError: A case has an unknown key; the message names file, case, key and known keys.
        UnknownNameError: A name in `names` is no case of the folder.
    """
    root = folder or FIXTURES / "cases"
    if not root.is_dir():
        raise InputError(str(root), "is not a folder", "give a folder of case files (*.yaml)")
    cases: dict[str, Case] = {}
    homes: dict[str, Path] = {}
    for path in sorted(root.glob("*.yaml")):
        for case in load_case_file(path):
            if case.name in cases:
                reason = f"case {case.name!r} also stands in {homes[case.name].name}"
                raise InputError(str(path), reason, "give one of them another name")
            cases[case.name], homes[case.name] = case, path
    for name in names or ():
        if name not in cases:
            raise UnknownNameError("case", name, tuple(sorted(cases)))
    return tuple(
        case
        for case in cases.values()
        if (names is None or case.name in names) and language in (None, case.language)
    )


def load_case_file(path: Path) -> tuple[Case, ...]:
    """Load the cases of one YAML file, in order.

    Raises:
        InputError: It cannot be read, is not YAML, or states an impossible value.
        SettingError: A case has an unknown key.
    """
    try:
        rows = yaml.load(path.read_text(encoding="utf-8"), Loader=_UniqueKeyLoader)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(path), f"cannot be read ({error})", "give a YAML file of cases") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "it cannot be parsed"
        line = None if mark is None else mark.line + 1
        raise InputError(str(path), f"is not YAML ({problem})", "mend the file", line) from error
    if not isinstance(rows, list):
        raise InputError(
            str(path), f"got {type(rows).__name__}, expected a list of cases", "write - name: ..."
        )
    return tuple(_read_case(path, index, row) for index, row in enumerate(rows))


class _UniqueKeyLoader(yaml.SafeLoader):
    """The safe loader, which also refuses a key stated twice in one mapping."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key_node, _ in node.value:
            if key_node.value in seen:
                raise yaml.MarkedYAMLError(
                    problem=f"key {key_node.value!r} is stated twice", problem_mark=key_node.start_mark
                )
            if isinstance(key_node.value, str):
                seen.add(key_node.value)
        return super().construct_mapping(node, deep)


def _read_case(path: Path, index: int, row: Any) -> Case:
    if not isinstance(row, dict):
        raise InputError(
            str(path), f"entry {index} is {type(row).__name__}, expected a case", "write - name: ..."
        )
    where = f"{path}, case {row.get('name', index)!r}"
    try:
        return Case.model_validate(row)
    except UnknownNameError as error:
        raise InputError(where, str(error), "name a concept of the table") from error
    except ValidationError as error:
        for problem in error.errors():
            if problem["type"] == "extra_forbidden":
                known = _known_keys(problem["loc"][:-1])
                place = ".".join(str(part) for part in problem["loc"])
                raise SettingError(where, place, "is not a case key", known) from error
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the case"
        reason = f"{place}: {json_expectation(first['msg'])}" + (
            "" if first["type"] == "missing" else f", got {first['input']!r}"
        )
        raise InputError(where, reason, "mend the case") from error


def _known_keys(location: Iterable[int | str]) -> tuple[str, ...]:
    contract: type[BaseModel] = Case
    nested: dict[str, type[BaseModel]] = {
        "expect": Expectation,
        "question": Question,
        "claim_count": ClaimCount,
        "plan": ToolCall,
    }
    for part in location:
        if isinstance(part, str):
            contract = nested.get(part, contract)
    return tuple(sorted(contract.model_fields))
