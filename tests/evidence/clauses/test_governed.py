"""A clause is not quoted as a fact from behind a word that does not assert it; from behind one that does, it is."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

FENCE = "the north fence was cut in two places"


def decision(excerpt: str, text: str) -> str:
    return match_excerpt(excerpt, text).decision


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"The warden denied reports that {FENCE}.", id="denied-reports"),
        pytest.param(f"Rumours that {FENCE} reached the farm on Friday.", id="rumours"),
        pytest.param(f"We assume, though nobody has been out to look, that {FENCE}.", id="interrupted"),
        pytest.param(f"Village lore insists that {FENCE}.", id="lore"),
        pytest.param(f"The farmer quipped that {FENCE}.", id="verb-in-ed"),
        pytest.param(f"The farmer quips that {FENCE}.", id="verb-in-s"),
        pytest.param(f"Doubtful that {FENCE}.", id="doubtful"),
        pytest.param(f"She warned the neighbours that {FENCE}.", id="warned-somebody"),
        pytest.param(f"It is plausible that {FENCE}.", id="adjective"),
        pytest.param(f"They maintain that {FENCE}.", id="bare-verb"),
        pytest.param(f"Some shepherds believe {FENCE}.", id="plural-without-that"),
        pytest.param(f"It looked as if {FENCE}.", id="as-if"),
        pytest.param(f"His theory, which nobody shares, is that {FENCE}.", id="theory-is"),
        pytest.param(f"Suppose that {FENCE}.", id="suppose"),
        pytest.param(f"{FENCE}, the shepherds claim.", id="claimed-behind"),
        pytest.param(f"{FENCE}, the shepherds argue.", id="argued-behind"),
        pytest.param(f"There is a small risk that {FENCE}.", id="risk"),
    ],
)
def test_a_clause_behind_a_word_that_asserts_nothing_is_no_fact(text):
    assert decision(FENCE, text) == "mismatch"
    assert decision(text.rstrip("."), text) == "accept"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"The survey found that {FENCE}.", id="found"),
        pytest.param(f"Drone pictures confirm that {FENCE}.", id="confirm"),
        pytest.param(f"The log shows that {FENCE}.", id="shows"),
        pytest.param(f"It is clear that {FENCE}.", id="clear"),
        pytest.param(f"It is obvious that {FENCE}.", id="obvious"),
        pytest.param(f"The farmer explained that {FENCE}.", id="explained"),
        pytest.param(f"The fact that {FENCE} is in the log.", id="fact"),
        pytest.param(f"There is evidence that {FENCE}.", id="evidence"),
        pytest.param(f"The sensor reports that {FENCE}.", id="program-reports"),
    ],
)
def test_a_clause_behind_a_word_that_asserts_it_is_quoted(text):
    assert decision(FENCE, text) == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("restarted four times on n-17", "The pod that restarted four times on n-17 is gone.", id="relative-clause"),
        pytest.param("match the label tier=web", "List all pods that match the label tier=web", id="plural-relative"),
        pytest.param("the bakery on Elm Street uses", "The flour that the bakery on Elm Street uses is local.", id="object-relative"),
        pytest.param("volume pv-31 was bound to node n-17", "volume pv-31 was bound to node n-17 at 04:10", id="to-of-place"),
        pytest.param("node n-17 at 04:10", "volume pv-31 was bound to node n-17 at 04:10", id="behind-to-of-place"),
    ],
)  # fmt: skip
def test_a_clause_that_describes_a_noun_is_quoted(excerpt, text):
    assert decision(excerpt, text) == "accept"


@pytest.mark.parametrize(
    ("without", "text"),
    [
        pytest.param("carry 40 tonnes", "The bridge is said to carry 40 tonnes.", id="said-to"),
        pytest.param("shut for painting", "The bridge is said to be shut for painting.", id="said-to-be"),
        pytest.param("close two depots by May", "The firm vowed to close two depots by May.", id="vowed-to"),
        pytest.param("票价将升至9元一张", "有乘客称票价将升至9元一张，公司未回应。", id="zh-says"),
        pytest.param("古井通往山后的湖", "相传古井通往山后的湖。", id="zh-legend"),
        pytest.param("园丁5月9日前未浇水", "如园丁5月9日前未浇水，温室改用滴灌。", id="zh-if"),
        pytest.param("启用备用水泵 P-4", "水位仍不下降时，方可启用备用水泵 P-4。", id="zh-only-then"),
        pytest.param("不得拆除3号围挡", "未经监理同意，不得拆除3号围挡。", id="zh-without-consent"),
        pytest.param("说明3号泵已停机", "现有读数不足以说明3号泵已停机。", id="zh-not-enough-to"),
        pytest.param("parcels to Oban arrived late", "1 in 6 parcels to Oban arrived late.", id="one-in"),
        pytest.param("同比增幅为3.4%", "同比增幅为-3.4%，低于预期", id="zh-sign"),
    ],
)  # fmt: skip
def test_what_makes_less_of_a_statement_is_kept(without, text):
    assert decision(without, text) != "accept"
    assert decision(text.rstrip("。."), text) == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("如下图所示，水位下降3米", "如下图所示，水位下降3米，泵已停。", id="zh-as-shown"),
        pytest.param("水果如苹果、梨等降价8%", "水果如苹果、梨等降价8%，蔬菜持平。", id="zh-such-as"),
        pytest.param("简称北港的旧码头", "北岭港（简称北港的旧码头）占地4公顷。", id="zh-called"),
        pytest.param("监控显示3号泵已停机", "监控显示3号泵已停机。", id="zh-monitor"),
    ],
)
def test_chinese_words_that_look_alike_are_no_matter(excerpt, text):
    assert decision(excerpt, text) == "accept"


@pytest.mark.parametrize(
    ("governor", "decision"),
    [
        *(
            (word, "accept")
            for word in ("The probe returned", "The clerk agreed", "We are certain", "It shows")
        ),
        *((f"It was at the same {word}", "accept") for word in ("time", "moment", "place")),
        *((word, "mismatch") for word in ("The clerk hoped", "Nobody knows", "The clerk doubts")),
    ],
)
def test_a_clause_is_quoted_alone_behind_what_asserts_it_only(governor, decision):
    text = f"{governor} that valve 7 was closed at noon."
    assert match_excerpt("valve 7 was closed at noon", text).decision == decision
