"""Prompt variants: Markdown files whose body is the instruction and whose front matter says what is tried.

A variant is everything that may differ between two prompts for one stage: the instruction, the
adapter that frames it, which inputs are shown, the output schema, the demonstrations. A user adds
one by adding a file to a folder or by passing a path. This module must not know DSPy or a model.
"""

from __future__ import annotations

import hashlib
from importlib import resources
from pathlib import Path
from typing import Literal

import yaml
from pydantic import Field, ValidationError

from evidencelab.agents.stages import StageName
from evidencelab.contracts import Contract
from evidencelab.errors import InputError, OutputError, SettingError, UnknownNameError

Language = Literal["zh", "en"]
FENCE = "---"
REMEDY = "begin the file with front matter between two lines of three hyphens"

STAGE_INPUTS: dict[StageName, tuple[str, ...]] = {
    "planner": ("question", "tools", "evidence"),
    "executor": ("question", "evidence", "gate_errors"),
    "verifier": ("question", "summary", "stated_claims", "proposed_actions"),
    "composer": ("question", "verdict", "supported_claims", "gaps", "steps", "forbidden"),
}


class Demonstration(Contract):
    """One worked example shown before the question.

    Attributes:
        inputs: Input field to its text, exactly as the prompt would show it.
        answer: The completion to imitate, byte for byte.
    """

    inputs: dict[str, str]
    answer: str


class PromptVariant(Contract):
    """One prompt for one stage in one language.

    Attributes:
        name: What the variant is called; twins in other languages share it.
        stage: The stage it instructs.
        language: The language of the instruction and of the frame around it.
        tries: What is tried, in one sentence.
        adapter: `json` asks for one JSON object; `chat` for sections under field markers.
        output_schema: `strict` sends the JSON Schema of the answer to models that decode by schema,
            `object` asks only for some JSON object, `free` asks for nothing.
        inputs: Input fields that are shown; None shows all of the stage.
        demonstrations: Worked examples, in order.
        instructions: The text of the instruction.
    """

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")
    stage: StageName
    language: Language
    tries: str = Field(min_length=1)
    adapter: Literal["json", "chat"] = "json"
    output_schema: Literal["strict", "object", "free"] = "strict"
    inputs: tuple[str, ...] | None = None
    demonstrations: tuple[Demonstration, ...] = ()
    instructions: str = Field(min_length=1)

    @property
    def label(self) -> str:
        """How records call it, e.g. `cite_narrow.en`."""
        return f"{self.name}.{self.language}"

    @property
    def shown_inputs(self) -> tuple[str, ...]:
        """The input fields in prompt order."""
        everything = STAGE_INPUTS[self.stage]
        return everything if self.inputs is None else tuple(n for n in everything if n in self.inputs)

    @property
    def fingerprint(self) -> str:
        """Hash of everything that reaches a model; the name and what it tries do not."""
        told = self.model_dump_json(exclude={"name", "tries"})
        return hashlib.sha256(told.encode()).hexdigest()[:16]


def parse_variant(text: str, where: str) -> PromptVariant:
    """Read a variant from the text of its file.

    Raises:
        InputError: There is no front matter, or it is not YAML, or there is no instruction.
        SettingError: A key of the front matter is unknown or its value impossible.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    ends = [number for number, line in enumerate(lines) if line.strip() == FENCE]
    if len(ends) < 2 or ends[0] != 0:
        raise InputError(where, "has no front matter", REMEDY)
    try:
        values = yaml.safe_load("\n".join(lines[1 : ends[1]]))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = None if mark is None else int(mark.line) + 2
        raise InputError(where, "has front matter that is not YAML", "mend the front matter", line) from error
    if not isinstance(values, dict):
        raise InputError(where, "has front matter that is not a list of `key: value`", REMEDY)
    instructions = "\n".join(lines[ends[1] + 1 :]).strip()
    if not instructions:
        raise InputError(where, "has no instruction", "write it below the front matter")
    return _validated(values, instructions, where)


def _validated(values: dict[object, object], instructions: str, where: str) -> PromptVariant:
    known = tuple(sorted(set(PromptVariant.model_fields) - {"instructions"}))
    for key in values:
        if key not in known:
            raise SettingError(where, str(key), "is not a key of a variant's front matter", known)
    try:
        variant = PromptVariant.model_validate({**values, "instructions": instructions})
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise SettingError(where, name, f"is wrong ({first['msg']}, got {first['input']!r})") from error
    shown = STAGE_INPUTS[variant.stage]
    for name in (*(variant.inputs or ()), *(key for demo in variant.demonstrations for key in demo.inputs)):
        if name not in shown:
            raise SettingError(where, name, f"is not an input of the {variant.stage}", shown)
    return variant


def load_variant(path: Path) -> PromptVariant:
    """Read one variant file.

    Raises:
        InputError: The file cannot be read or is no variant.
        SettingError: A key of the front matter is unknown or its value impossible.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(path), f"cannot be read ({error})", "give the path of a variant file") from error
    return parse_variant(text, str(path))


def builtin_variants() -> tuple[PromptVariant, ...]:
    """Read the variants that come with the package, ordered by stage, name and language."""
    folder = resources.files("evidencelab.agents").joinpath("prompts")
    files = (item for item in folder.iterdir() if item.name.endswith(".md"))
    found = [parse_variant(item.read_text(encoding="utf-8"), item.name) for item in files]
    return tuple(sorted(found, key=lambda variant: (variant.stage, variant.name, variant.language)))


def find_variant(name_or_path: str, stage: StageName, language: Language) -> PromptVariant:
    """Find the variant of a stage by its name, or read it from a path.

    A file given by path serves its own language only; asked for the other one, its twin is looked
    for beside it under the same name.

    Raises:
        UnknownNameError: No such variant for this stage and language.
        InputError: The file cannot be read or is for another stage.
        SettingError: The file's front matter is wrong.
    """
    if not _is_path(name_or_path):
        return _named(name_or_path, stage, language, builtin_variants())
    path = Path(name_or_path)
    variant = load_variant(path)
    if variant.stage != stage:
        raise InputError(name_or_path, f"is a variant for the {variant.stage}", f"give one for the {stage}")
    if variant.language == language:
        return variant
    beside = [load_variant(other) for other in sorted(path.parent.glob("*.md")) if other != path]
    return _named(variant.name, stage, language, beside)


def languages_of(name_or_path: str, stage: StageName) -> tuple[Language, ...]:
    """List the languages in which a variant exists, `en` before `zh`; empty if it does not."""
    found: list[Language] = []
    for language in ("en", "zh"):
        try:
            find_variant(name_or_path, stage, language)
        except UnknownNameError:
            continue
        found.append(language)
    return tuple(found)


def write_variant(variant: PromptVariant, path: Path) -> None:
    """Write a variant as a new file.

    Raises:
        OutputError: The file exists already (nothing is overwritten) or cannot be written.
    """
    front = variant.model_dump(mode="json", exclude={"instructions"}, exclude_defaults=True)
    text = yaml.safe_dump(front, allow_unicode=True, sort_keys=False, width=100)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(f"{FENCE}\n{text}{FENCE}\n\n{variant.instructions.strip()}\n")
    except FileExistsError as error:
        raise OutputError(
            str(path), "exists already", "choose another name; a variant is never overwritten"
        ) from error
    except OSError as error:
        raise OutputError(
            str(path), f"cannot be written ({error})", "choose a folder that can be written"
        ) from error


def _is_path(name_or_path: str) -> bool:
    return name_or_path.endswith(".md") or "/" in name_or_path


def _named(
    name: str, stage: StageName, language: Language, variants: list[PromptVariant] | tuple[PromptVariant, ...]
) -> PromptVariant:
    mine = [variant for variant in variants if variant.stage == stage]
    for variant in mine:
        if variant.name == name and variant.language == language:
            return variant
    known = tuple(sorted({variant.name for variant in mine if variant.language == language}))
    raise UnknownNameError(f"{stage} variant in {language}", name, known)
