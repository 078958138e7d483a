import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidencelab.agents.models.variants import (
    STAGE_INPUTS,
    Demonstration,
    PromptVariant,
    builtin_variants,
    find_variant,
    languages_of,
    load_variant,
    parse_variant,
    write_variant,
)
from evidencelab.errors import InputError, OutputError, SettingError, UnknownNameError

MINIMAL = (
    "---\nname: terse\nstage: executor\nlanguage: en\ntries: Fewer words.\n---\nQuote, and say no more.\n"
)


def test_builtin_variants_come_in_both_languages():
    twins: dict[tuple[str, str], set[str]] = {}
    for variant in builtin_variants():
        twins.setdefault((variant.stage, variant.name), set()).add(variant.language)
    assert twins == {
        ("composer", "compose"): {"en", "zh"},
        ("executor", "cite"): {"en", "zh"},
        ("executor", "cite_narrow"): {"en", "zh"},
        ("executor", "summarise"): {"en", "zh"},
        ("planner", "plan"): {"en", "zh"},
        ("planner", "react"): {"en", "zh"},
        ("verifier", "excerpts_only"): {"en", "zh"},
        ("verifier", "summary_first"): {"en", "zh"},
    }


def test_builtin_variant_files_are_named_by_stage_name_and_language():
    from importlib import resources

    folder = resources.files("evidencelab.agents").joinpath("prompts")
    for item in folder.iterdir():
        variant = parse_variant(item.read_text(encoding="utf-8"), item.name)
        assert item.name == f"{variant.stage}.{variant.name}.{variant.language}.md"


def test_variant_reads_what_its_file_says():
    variant = parse_variant(MINIMAL, "terse.md")
    assert (variant.name, variant.stage, variant.language) == ("terse", "executor", "en")
    assert variant.tries == "Fewer words."
    assert variant.instructions == "Quote, and say no more."
    assert (variant.adapter, variant.output_schema, variant.demonstrations) == ("json", "strict", ())
    assert variant.shown_inputs == STAGE_INPUTS["executor"]
    assert variant.label == "terse.en"


def test_variant_reads_windows_line_ends_and_a_byte_order_mark():
    assert parse_variant("\ufeff" + MINIMAL.replace("\n", "\r\n"), "x") == parse_variant(MINIMAL, "x")


def test_variant_body_keeps_rules_of_three_hyphens():
    variant = parse_variant(MINIMAL + "\n---\n\nMore.\n", "x")
    assert variant.instructions == "Quote, and say no more.\n\n---\n\nMore."


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        pytest.param("", InputError, "has no front matter", id="empty"),
        pytest.param("Quote.", InputError, "has no front matter", id="no-front-matter"),
        pytest.param("---\nname: x\n", InputError, "has no front matter", id="front-matter-without-end"),
        pytest.param("---\n- a\n---\nx", InputError, "not a list of `key: value`", id="a-list"),
        pytest.param("---\nname: [\n---\nx", InputError, "not YAML", id="bad-yaml"),
        pytest.param(MINIMAL.split("Quote")[0], InputError, "has no instruction", id="no-body"),
        pytest.param(
            MINIMAL.replace("tries:", "trys:"), SettingError, "'trys' is not a key", id="misspelt-key"
        ),
        pytest.param(
            MINIMAL.replace("executor", "executer"), SettingError, "'stage' is wrong", id="unknown-stage"
        ),
        pytest.param(
            MINIMAL.replace("tries", "inputs: [summary]\ntries"),
            SettingError,
            "'summary' is not an input of the executor; known are question, evidence, gate_errors",
            id="foreign-input",
        ),
        pytest.param(
            MINIMAL.replace("name: terse", "name: ../terse"),
            SettingError,
            "'name' is wrong",
            id="path-as-name",
        ),
    ],
)
def test_variant_that_cannot_be_meant_is_refused_with_the_place(text, error, said):
    with pytest.raises(error) as caught:
        parse_variant(text, "my.md")
    assert str(caught.value).startswith("my.md")
    assert said in str(caught.value)


def test_variant_with_bad_yaml_names_the_line():
    with pytest.raises(InputError) as caught:
        parse_variant("---\nname: x\nstage: {\n---\nbody", "my.md")
    assert caught.value.line == 3


def test_fingerprint_changes_with_what_reaches_a_model_only():
    variant = parse_variant(MINIMAL, "x")
    assert variant.model_copy(update={"name": "other", "tries": "Else."}).fingerprint == variant.fingerprint
    for change in (
        {"instructions": "Quote."},
        {"language": "zh"},
        {"adapter": "chat"},
        {"output_schema": "free"},
        {"inputs": ("question", "evidence")},
        {"demonstrations": (Demonstration(inputs={"question": "q"}, answer="a"),)},
    ):
        assert variant.model_copy(update=change).fingerprint != variant.fingerprint


def test_find_variant_by_name_by_path_and_by_twin_beside_the_path(tmp_path):
    english = tmp_path / "mine.en.md"
    english.write_text(MINIMAL)
    (tmp_path / "mine.zh.md").write_text(MINIMAL.replace("language: en", "language: zh"))
    assert find_variant("cite", "executor", "zh").label == "cite.zh"
    assert find_variant(str(english), "executor", "en").label == "terse.en"
    assert find_variant(str(english), "executor", "zh").label == "terse.zh"
    assert languages_of(str(english), "executor") == ("en", "zh")
    assert languages_of("no_such", "executor") == ()


@pytest.mark.parametrize(
    ("name", "stage", "error", "said"),
    [
        pytest.param(
            "site",
            "executor",
            UnknownNameError,
            "no executor variant in en named 'site'; known are cite, cite_narrow, summarise",
            id="misspelt",
        ),
        pytest.param(
            "cite", "verifier", UnknownNameError, "known are excerpts_only, summary_first", id="stage"
        ),
        pytest.param("absent.md", "executor", InputError, "cannot be read", id="no-file"),
    ],
)
def test_find_variant_says_what_there_is(name, stage, error, said):
    with pytest.raises(error, match=said.replace("(", r"\(")):
        find_variant(name, stage, "en")


def test_find_variant_refuses_a_file_of_another_stage(tmp_path):
    path = tmp_path / "v.md"
    path.write_text(MINIMAL.replace("executor", "verifier"))
    with pytest.raises(InputError, match="is a variant for the verifier; give one for the executor"):
        find_variant(str(path), "executor", "en")


def test_written_variant_reads_back_and_is_never_overwritten(tmp_path):
    variant = find_variant("excerpts_only", "verifier", "zh")
    path = tmp_path / "deep" / "v.md"
    write_variant(variant, path)
    assert load_variant(path) == variant
    before = path.read_bytes()
    with pytest.raises(OutputError, match="exists already"):
        write_variant(variant.model_copy(update={"instructions": "Else."}), path)
    assert path.read_bytes() == before


text = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=60)


@given(answer=text, question=text)
def test_demonstrations_survive_writing_byte_for_byte(tmp_path_factory, answer, question):
    variant = PromptVariant(
        name="shown",
        stage="executor",
        language="en",
        tries="Shown once.",
        instructions="Quote.",
        demonstrations=(Demonstration(inputs={"question": question}, answer=answer),),
    )
    path = tmp_path_factory.mktemp("variant") / "v.md"
    write_variant(variant, path)
    assert load_variant(path) == variant
