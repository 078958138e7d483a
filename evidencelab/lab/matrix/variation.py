"""A case in another dress: services renamed, numbers redrawn, the question in other words.

What a chain gets right on a case it must get right on every variation, or it is fitted to the
wording. Varied, and the same way in scenario, query, question, plan, authored output and
expectation: service names (the ending stays: order-service becomes heron-service, and
order-service-canary heron-service-canary), numbers with their units (see `redraw`), the wording of
the question (see `paraphrase`), and the order of the alerts. Not varied: alert and tool names, the
words of log lines and runbooks, locators, status codes, hosts and paths, and the number of rows.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from pydantic import BaseModel, JsonValue

from evidencelab.errors import SettingError
from evidencelab.lab.matrix.cases import Case
from evidencelab.lab.matrix.paraphrase import paraphrase
from evidencelab.lab.matrix.redraw import Redraw
from evidencelab.tools.rows import Scenario
from evidencelab.tools.terms import find_services

_STEMS = (
    "heron",
    "quill",
    "ember",
    "tundra",
    "saffron",
    "lagoon",
    "cobalt",
    "thistle",
    "marble",
    "juniper",
    "falcon",
    "pebble",
    "orchid",
    "zephyr",
    "amber",
    "willow",
    "cinder",
    "meadow",
    "walnut",
    "osprey",
    "bramble",
    "velvet",
    "glacier",
    "poplar",
    "lantern",
    "mosaic",
    "prairie",
    "sable",
    "topaz",
    "yarrow",
)
_VERBATIM_KEYS = frozenset(
    (
        "tool_name",
        "source_invocation_id",
        "raw_path",
        "claim_id",
        "claim_type",
        "hypothesis_id",
        "info_id",
        "action_id",
        "basis_claim_ids",
        "topic",
    )
)

ContractT = TypeVar("ContractT", bound=BaseModel)
Rewrite = Callable[[str], str]


class VariedCase(NamedTuple):
    """A varied case and the scenario it is to be asked in; the scenario has no folder."""

    case: Case
    scenario: Scenario


def vary_case(case: Case, scenario: Scenario, seed: int) -> VariedCase:
    """Vary a case and its scenario; the same seed gives the same variation.

    Names get the suffix `~<seed>`; incident, language and tags stay.

    Raises:
        SettingError: The scenario is not the one the case names.
    """
    if scenario.name != case.scenario:
        raise SettingError(f"case {case.name}", scenario.name, f"is not its scenario {case.scenario!r}")
    generator = random.Random(f"{case.name}/{seed}")
    names = _draw_names(case, scenario, generator)
    redraw = Redraw([*_texts(scenario), *_texts(case)], generator)
    rename = _renamer(names)

    def rewrite(text: str) -> str:
        return redraw.apply(rename(text))

    varied = _rewrite_scenario(scenario, rewrite, generator)
    renamed = _rewrite_case(case, rewrite)
    question = renamed.question
    query = None if question is None else paraphrase(question, case.language, generator)
    return VariedCase(
        case=renamed.model_copy(
            update={
                "name": f"{case.name}~{seed}",
                "scenario": f"{scenario.name}~{seed}",
                "query": query or renamed.query,
            }
        ),
        scenario=varied.model_copy(update={"name": f"{scenario.name}~{seed}"}),
    )


def _draw_names(case: Case, scenario: Scenario, generator: random.Random) -> dict[str, str]:
    """Draw a new name for every service; a longer name of the same stem keeps what it adds."""
    found = {mention.text for text in _texts(case) for mention in find_services(text, scenario.services)}
    services = sorted({*scenario.services, *found} - {"generic-service"}, key=lambda name: (len(name), name))
    stems = iter(generator.sample(_STEMS, len(_STEMS)))
    names: dict[str, str] = {}
    for service in services:
        base = next((known for known in names if service.startswith(f"{known}-")), None)
        if base is not None:
            names[service] = names[base] + service.removeprefix(base)
        else:
            names[service] = next(stems) + "-" + service.rpartition("-")[2]
    return names


def _renamer(names: Mapping[str, str]) -> Rewrite:
    longest_first = sorted(names, key=len, reverse=True)
    pattern = re.compile(
        r"(?<![A-Za-z0-9_-])(?:" + "|".join(map(re.escape, longest_first)) + r")(?![A-Za-z0-9_])"
    )
    return lambda text: pattern.sub(lambda hit: names[hit.group()], text) if names else text


def _rewrite_scenario(scenario: Scenario, rewrite: Rewrite, generator: random.Random) -> Scenario:
    alerts = [_rewrite_contract(row, rewrite) for row in scenario.alerts]
    generator.shuffle(alerts)
    return Scenario(
        name=scenario.name,
        alerts=tuple(alerts),
        logs=tuple(_rewrite_contract(row, rewrite) for row in scenario.logs),
        knowledge=tuple(
            block.model_copy(update={"content": rewrite(block.content)}) for block in scenario.knowledge
        ),
    )


def _rewrite_case(case: Case, rewrite: Rewrite) -> Case:
    update: dict[str, object] = {
        "query": rewrite(case.query),
        "expect": _rewrite_contract(case.expect, rewrite, kept=("failed_rules", "raw_paths")),
        "executor_output": _rewrite_json(case.executor_output, rewrite),
    }
    if case.question is not None:
        update["question"] = _rewrite_contract(case.question, rewrite, kept=("concept", "also"))
    if case.plan is not None:
        update["plan"] = tuple(_rewrite_contract(call, rewrite) for call in case.plan)
    return case.model_copy(update=update)


def _rewrite_contract(contract: ContractT, rewrite: Rewrite, kept: Iterable[str] = ()) -> ContractT:
    values = contract.model_dump(mode="json", exclude_unset=True)
    kept_keys = frozenset(kept)
    rewritten = {
        key: value if key in kept_keys else _rewrite_json(value, rewrite, key)
        for key, value in values.items()
    }
    return type(contract).model_validate(rewritten)


def _rewrite_json(value: JsonValue, rewrite: Rewrite, key: str = "") -> JsonValue:
    if key in _VERBATIM_KEYS:
        return value
    if isinstance(value, str):
        return rewrite(value)
    if isinstance(value, list):
        return [_rewrite_json(item, rewrite) for item in value]
    if isinstance(value, dict):
        return {name: _rewrite_json(item, rewrite, name) for name, item in value.items()}
    return value


def _texts(value: object, key: str = "") -> Iterator[str]:
    """Yield every text that a variation rewrites, in order."""
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    if key in _VERBATIM_KEYS:
        return
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _texts(item, name)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
