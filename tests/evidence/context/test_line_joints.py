"""What may be left out between quotes of two lines: who said them, what an entry repeats; never a subject."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

CASES = (
    Case(
        "what-two-say",
        "09:02 ana: sign-in takes 3s, it was 200ms\n09:04 bo: the cache?\n09:31 cy: flushed it, sign-in back at 210ms",
        ("ana: sign-in takes 3s ... sign-in back at 210ms", "sign-in takes 3s ... 210ms", "sign-in takes ... back at 210ms"),
        ("sign-in takes 3s ... sign-in back at 210ms",),
    ),
    Case(
        "zh-what-two-say",
        "09:02 小王：成功率 71%，正在回滚\n09:31 小李：回滚完成，成功率恢复到 99%",
        ("小王：成功率 71% …… 成功率恢复到 99%",),
        ("成功率 71% …… 成功率恢复到 99%",),
    ),
    Case(
        "lines-of-an-entry",
        "10:00:01 [77] ERROR: lock was refused\n10:00:01 [77] DETAIL: Process 77 waits for lot 4\n"
        "10:00:01 [78] WARNING: Process 78 waits for lot 9",
        (),
        ("ERROR: lock was refused ... Process 77 waits for lot 4",),
    ),
    Case(
        "subject",
        "web-1 load is 91\nweb-2 was restarted, load is 12",
        ("web-1 load is 91 ... load is 12",),
        ("web-1 load is 91 ... web-2 was restarted, load is 12", "load is 91 ... load is 12"),
    ),
    Case(
        "zh-subject",
        "东馆：票价 71 元\n西馆：周一闭馆，票价 40 元",
        ("东馆：票价 71 元 …… 票价 40 元",),
        ("东馆：票价 71 元 …… 西馆：周一闭馆，票价 40 元",),
    ),
    Case(
        "rest-of-a-hash",
        "09:02 task 7 (b2e41c0a9f33d1) restarted, lag 4s\n09:05 task 8 (77ac01ee2b41c7) restarted, lag 9s",
        ("task 7 (77ac01e...) restarted", "task 7 (b2e41c0a...) restarted, lag 9s", "task 8 (b2e41c0a...) restarted"),
        ("task 7 (b2e41c0a...) restarted, lag 4s", "(b2e41c0a…) restarted", "task 8 (77ac01e...) restarted, lag 9s"),
    ),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_quotes_of_two_lines_keep_whom_they_are_said_of(case):
    assert (case.wrongly_accepted(), case.wrongly_refused()) == ([], [])
