"""What a changed token is called: its class, and the veto for it."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.locate.changes import Difference, added_run, compare_tokens, replaced_cjk
from evidencelab.evidence.locate.kinds import kind_of
from evidencelab.evidence.text.prepared_text import PreparedText


def token_at(marked: str) -> tuple[PreparedText, int]:
    """Return the text and the index of the token behind its mark `¦`."""
    place = marked.index("¦")
    text = PreparedText(marked.replace("¦", ""))
    return text, text.starts.index(place)


@pytest.mark.parametrize(
    ("marked", "kind"),
    [
        pytest.param("at ¦5 now", "number", id="number"),
        pytest.param("at ¦-5 now", "number", id="signed"),
        pytest.param("at ¦5.5.1 now", "number", id="dotted"),
        pytest.param("at 5:¦30", "time", id="minutes"),
        pytest.param("at ¦5:30", "time", id="hours"),
        pytest.param("at :¦30", "number", id="colon-without-hours"),
        pytest.param("at ¦5: now", "number", id="colon-without-minutes"),
        pytest.param("at a:¦5", "number", id="port"),
        pytest.param("on 2026-¦07", "time", id="month"),
        pytest.param("on ¦2026-07", "time", id="year"),
        pytest.param("on ¦2026-x", "number", id="number-and-a-hyphen"),
        pytest.param("on a-¦07", "number", id="hyphen-and-a-number"),
        pytest.param("on pod¦7", "name", id="number-of-a-name"),
        pytest.param("on pod_¦7", "name", id="number-behind-an-underscore"),
        pytest.param("共¦7 次", "number", id="number-behind-cjk"),
        pytest.param("共 7 ¦秒", "unit", id="cjk-unit"),
        pytest.param("共 ¦秒", "word", id="cjk-unit-without-a-number"),
        pytest.param("共 ¦七", "number", id="numeral"),
        pytest.param("共 7 ¦万", "unit", id="numeral-behind-a-number"),
        pytest.param("很¦高", "direction", id="cjk-direction"),
        pytest.param("很¦不", "polarity", id="cjk-negation"),
        pytest.param("很¦可", "polarity", id="cjk-modal"),
        pytest.param("他¦的", "light", id="cjk-function-word"),
        pytest.param("他¦家", "word", id="cjk-word"),
        pytest.param("at 5 ¦ms", "unit", id="unit"),
        pytest.param("at 5¦ms", "unit", id="glued-unit"),
        pytest.param("at 5-¦ms", "name", id="unit-behind-a-hyphen"),
        pytest.param("at 5, ¦ms", "word", id="unit-behind-a-comma"),
        pytest.param("at a ¦ms", "word", id="unit-behind-a-word"),
        pytest.param("¦ms 5", "word", id="unit-in-front"),
        pytest.param("it is ¦ready", "state", id="state"),
        pytest.param("it ¦isn't", "polarity", id="contraction"),
        pytest.param("in ¦order-x", "name", id="hyphenated"),
        pytest.param("in x.¦order", "name", id="dotted-name"),
        pytest.param("in x/¦order", "name", id="path"),
        pytest.param("in x@¦order", "name", id="address"),
        pytest.param("in x, ¦order", "word", id="word-behind-a-comma"),
        pytest.param("in ¦order, x", "word", id="word-in-front-of-a-comma"),
        pytest.param("¦order", "word", id="only-word"),
        pytest.param("in ¦orderService", "name", id="capital-inside"),
        pytest.param("in ¦Order", "word", id="capital-first"),
        pytest.param("在¦order", "word", id="word-behind-cjk"),
        pytest.param("¦order在", "word", id="word-in-front-of-cjk"),
        pytest.param("at 5¦abc", "name", id="letters-behind-a-digit"),
        pytest.param("in ¦the x", "light", id="function-word"),
        pytest.param("at ¦< 5", "direction", id="comparison"),
        pytest.param("at ¦$ 5", "unit", id="currency"),
    ],
)
def test_a_token_is_of_the_class_of_value_it_carries(marked, kind):
    text, index = token_at(marked)
    assert kind_of(text, index) == kind


@pytest.mark.parametrize(
    ("here", "there", "code"),
    [
        pytest.param("a ¦the b", "a ¦this b", None, id="function-words"),
        pytest.param("a ¦the b", "a ¦pool b", "not_found", id="function-word-for-a-word"),
        pytest.param("a ¦pool b", "a ¦the b", "not_found", id="word-for-a-function-word"),
        pytest.param("a ¦pool b", "a ¦poal b", None, id="slip"),
        pytest.param("a ¦pool b", "a ¦fish b", "not_found", id="another-word"),
        pytest.param("a ¦pool b", "a ¦pools-x b", "name_changed", id="slip-of-a-name"),
        pytest.param("a ¦pools-x b", "a ¦pool b", "name_changed", id="name-for-its-slip"),
        pytest.param("a ¦starting b", "a ¦started b", "state_changed", id="two-inflections-of-a-state"),
        pytest.param("a ¦fails b", "a ¦fail b", None, id="inflection-of-a-state"),
        pytest.param("a ¦faal b", "a ¦fail b", None, id="misspelt-state"),
        pytest.param("a ¦fail b", "a ¦faal b", "state_changed", id="state-for-a-word-like-it"),
        pytest.param("a ¦increases b", "a ¦increase b", None, id="inflection-of-a-direction"),
        pytest.param("a ¦error b", "a ¦errors b", None, id="plural-of-a-level"),
        pytest.param("a ¦errors b", "a ¦error b", None, id="level-for-its-plural"),
        pytest.param("a ¦failure b", "a ¦failures b", None, id="plural-of-a-state"),
        pytest.param("a ¦failures b", "a ¦failure b", None, id="state-for-its-plural"),
        pytest.param("a ¦upload b", "a ¦uploads b", None, id="plural-of-a-direction"),
        pytest.param("a ¦uploads b", "a ¦upload b", None, id="direction-for-its-plural"),
        pytest.param("a ¦stable b", "a ¦unstable b", "polarity_changed", id="prefix"),
        pytest.param("a ¦not b", "a ¦now b", "polarity_changed", id="negation-for-a-word"),
        pytest.param("a ¦now b", "a ¦not b", "polarity_changed", id="word-for-a-negation"),
        pytest.param("a ¦5 b", "a ¦6 b", "value_changed", id="numbers"),
        pytest.param("a ¦5 b", "a ¦pool b", "value_changed", id="number-for-a-word"),
        pytest.param("a ¦pool b", "a ¦5 b", "value_changed", id="word-for-a-number"),
        pytest.param("a ¦ready b", "a ¦5 b", "value_changed", id="the-texts-class-goes-first"),
        pytest.param("a ¦ready b", "a ¦failed b", "state_changed", id="states"),
        pytest.param("a ¦ready b", "a ¦running b", "state_changed", id="states-that-begin-alike"),
        pytest.param("a ¦warning b", "a ¦error b", "level_changed", id="levels"),
        pytest.param("at ¦5 b", "at ¦5:30 b", "time_changed", id="number-for-a-time"),
    ],
)
def test_a_token_for_another_is_vetoed_by_the_class_of_what_it_replaced(here, there, code):
    assert compare_tokens(*token_at(here), *token_at(there)) == code


@pytest.mark.parametrize(
    ("here", "there", "code"),
    [
        pytest.param("缓存", "缓冲", "not_found", id="another-word"),
        pytest.param("不可", "必可", "polarity_changed", id="negation"),
        pytest.param("必可", "不可", "polarity_changed", id="negation-of-the-text"),
        pytest.param("三次", "五回", "value_changed", id="numeral"),
        pytest.param("高位", "低处", "direction_changed", id="direction"),
        pytest.param("位处", "低处", "direction_changed", id="direction-of-the-text"),
        pytest.param("成功", "完毕", "state_changed", id="state"),
        pytest.param("完毕", "成功", "state_changed", id="state-of-the-text"),
    ],
)
def test_a_run_of_chinese_for_another_is_named_by_what_is_in_it(here, there, code):
    excerpt, text = PreparedText(f"节点{here}"), PreparedText(f"节点{there}")
    assert replaced_cjk(excerpt, 2, 3, text, 2, 3) == code


@pytest.mark.parametrize(
    ("here", "there", "code"),
    [
        pytest.param("5 秒", "5 天", "unit_changed", id="units"),
        pytest.param("5 秒", "5 块", "unit_changed", id="unit-for-a-word"),
        pytest.param("5 块", "5 秒", "unit_changed", id="word-for-a-unit"),
        pytest.param("5 块", "5 条", None, id="words"),
        pytest.param("a 秒", "a 天", None, id="no-number"),
    ],
)
def test_one_chinese_character_for_another_is_a_slip_unless_it_is_a_unit(here, there, code):
    assert replaced_cjk(PreparedText(here), 1, 1, PreparedText(there), 1, 1) == code


@pytest.mark.parametrize(
    ("added", "expected"),
    [
        pytest.param("pool", [(None, (1, 1))], id="one-word"),
        pytest.param("pool fish", [(None, (1, 2))], id="two-words"),
        pytest.param("pool fish tree", [("added_text", (1, 3))], id="three-words"),
        pytest.param("the pool of fish the", [(None, (1, 5))], id="function-words-do-not-count"),
        pytest.param(
            "the pool of fish the tree a", [("added_text", (2, 6))], id="from-the-first-word-to-the-last"
        ),
        pytest.param("缓存块", [(None, (1, 3))], id="three-characters"),
        pytest.param("缓存块片", [("added_text", (1, 4))], id="four-characters"),
        pytest.param("缓存的", [(None, (1, 3))], id="light-characters-do-not-count"),
        pytest.param("pool 缓", [(None, (1, 2))], id="a-word-and-a-character"),
        pytest.param("pool 缓存", [("added_text", (1, 3))], id="a-word-and-two-characters"),
        pytest.param("pool 5", [("value_changed", (2, 2))], id="number"),
        pytest.param(
            "pool ready 5 fish",
            [("state_changed", (2, 2)), ("value_changed", (3, 3)), ("added_text", (1, 4))],
            id="values-and-words",
        ),
        pytest.param("not", [("polarity_changed", (1, 1))], id="negation"),
    ],
)
def test_what_is_added_is_named_value_by_value_and_as_a_whole(added, expected):
    excerpt = PreparedText(f"node {added}")
    found = added_run(excerpt, 1, len(excerpt.tokens) - 1)
    assert found == [Difference(code, place, None) for code, place in expected]


@pytest.mark.parametrize(
    ("excerpt", "text", "is_quote"),
    [
        pytest.param("the lease has three months left", "the lease has 3 months left", True, id="word-for-digit"),
        pytest.param("2 of 12 valves leaked", "Two of 12 valves leaked", True, id="digit-for-word"),
        pytest.param("the lease has four months left", "the lease has 3 months left", False, id="another-count"),
        pytest.param("said five hundred times at noon", "said 5 times at noon", False, id="scaled"),
        pytest.param("said 5 times at noon", "said five hundred times at noon", False, id="scale-left-out"),
        pytest.param("it took two", "it took 2 million", False, id="scale-cut-off"),
        pytest.param("the lease ends at 4 May in Rome", "the lease ends on 4 May in Rome", True, id="preposition-of-a-date"),
        pytest.param("the lease ends before 4 May in Rome", "the lease ends on 4 May in Rome", False, id="another-bound"),
    ],
)  # fmt: skip
def test_a_count_may_be_told_in_words_and_a_date_behind_another_preposition(excerpt, text, is_quote):
    assert (match_excerpt(excerpt, text).decision != "mismatch") == is_quote
