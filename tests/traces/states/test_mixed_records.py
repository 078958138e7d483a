"""Names and dates of one record told of another are altered; told of their own they are no findings."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import report_on

KEEPERS = (
    "list_keepers",
    {},
    json.dumps(
        {
            "keepers": [
                {
                    "id": "K-11",
                    "name": "Mara Vik",
                    "house": "Aviary",
                    "chief": "Olaf Dahl",
                    "since": "2022-03-01",
                },
                {
                    "id": "K-12",
                    "name": "Piet Roos",
                    "house": "Reptiles",
                    "chief": "Ida Lund",
                    "since": "2023-08-15",
                },
                {
                    "id": "K-13",
                    "name": "Suri Lie",
                    "house": "Aviary",
                    "chief": "Olaf Dahl",
                    "since": "2021-11-01",
                },
            ]
        }
    ),
)
FERRIES = (
    "list_ferries",
    {},
    "ferry    pier    leaves   boat         fare\nFX-201   North   07:12    Tern         12\n"
    "FX-305   South   09:44    Cormorant    15\nFX-417   West    15:08    Gannet       9",
)
PATCHES = (
    "vcs_log",
    {},
    "a1f0c22 2026-04-02 Wim   add tide tables (!812)\n9bd771e 2026-04-07 Lena  split the harbour map (!826)\n"
    "c55e0a1 2026-04-09 Lena  raise chart version (!831)",
)
RELEASES = (
    "sql",
    {"q": "select"},
    "version | released   | owner\n--------+------------+------\n2.4.0   | 2026-01-12 | Wim\n"
    "2.4.1   | 2026-02-03 | Lena\n2.5.0   | 2026-03-30 | Wim",
)
LEASES = (
    "leases",
    {},
    "编号\t类型\t到期日\t月租\nzl-bo-01\t驳船\t2026-12-08\t1,612\nzl-ke-02\t快艇\t2026-12-27\t640",
)
CHANGES = (
    "list_changes",
    {"scope": "gates"},
    "CR-442  2026-09-09T06:51Z  done     gate-7 rules v18->v19    by: h.moss\n"
    "CR-439  2026-09-08T03:15Z  done     gate-2 lamp replaced     by: r.lind\n"
    "CR-445  2026-09-10T08:27Z  planned  gate-9 motor update      by: h.moss",
)


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (KEEPERS, "Mara Vik works in the Aviary under Olaf Dahl."),
        (KEEPERS, "Mara Vik and Suri Lie are in the Aviary, Piet Roos in Reptiles."),
        (KEEPERS, "Ida Lund leads Piet Roos."),
        (KEEPERS, "Suri Lie sits next to Piet Roos."),
        (KEEPERS, "Mara Vik (K-11) came on 1 March 2022, three months after Suri Lie."),
        (KEEPERS, "Unlike Mara Vik, Piet Roos is not in the Aviary."),
        (KEEPERS, "The desk of Piet Roos is close to the Aviary."),
        (KEEPERS, "Piet Roos is building an aviary at home."),
        (KEEPERS, "Mara Vik will stand in for Piet Roos."),
        (KEEPERS, "| Keeper | Deputy |\n|---|---|\n| Mara Vik | Suri Lie |\n| Piet Roos | Mara Vik |"),
        (KEEPERS, "Does Piet Roos work in the Aviary?"),
        (FERRIES, "FX-305 (Cormorant) leaves the South pier at 09:44."),
        (FERRIES, "FX-201 goes from North at 07:12, FX-417 from West at 15:08."),
        (PATCHES, "The harbour map was split by Lena in !826 on 7 April."),
        (PATCHES, "!812 by Wim came before !826 by Lena."),
        (PATCHES, "!831 builds on the map that Wim began."),
        (RELEASES, "2.4.0 came on 12 January, 2.4.1 on 3 February."),
        (LEASES, "`zl-bo-01` 12 月 8 日到期，月租 1,612。"),
        (RELEASES, "2.4.0 is supported until 30 March."),
        (CHANGES, "CR-442 by h.moss set the rules of gate-7 at 06:51 UTC."),
        (CHANGES, "CR-439 (r.lind) and CR-442 (h.moss) are done."),
    ],
)
def test_value_of_its_own_record_is_no_finding(call, answer):
    assert [(s.text, s.reason) for s in report_on(answer, call).findings] == []


@pytest.mark.parametrize(
    ("call", "answer", "said", "held"),
    [
        (KEEPERS, "Mara Vik reports to Ida Lund.", "Ida Lund", "Olaf Dahl"),
        (KEEPERS, "Piet Roos works in the Aviary.", "Aviary", "Reptiles"),
        (KEEPERS, "K-13 (Suri Lie) came on 1 March 2022.", "1 March 2022", "2021-11-01"),
        (
            KEEPERS,
            "| Keeper | House |\n|---|---|\n| Mara Vik | Aviary |\n| Piet Roos | Aviary |",
            "Aviary",
            "Reptiles",
        ),
        (FERRIES, "FX-305 leaves at 07:12.", "07:12", "09:44"),
        (FERRIES, "The boat of FX-417 is the Cormorant.", "Cormorant", "Gannet"),
        (PATCHES, "The tide tables were added in !812 by Lena.", "Lena", "Wim"),
        (PATCHES, "!826 was merged on 9 April.", "9 April", "2026-04-07"),
        (LEASES, "`zl-bo-01` 将于 12 月 27 日到期。", "12 月 27 日", "2026-12-08"),
        (RELEASES, "2.4.1 was released on 12 January.", "12 January", "2026-02-03"),
        (CHANGES, "CR-442 by r.lind set new rules for gate-7 at 06:51 UTC.", "r.lind", "h.moss"),
    ],
)
def test_value_of_another_record_is_altered_and_both_are_shown(call, answer, said, held):
    (statement,) = report_on(answer, call).findings
    assert statement.finding == "altered"
    value = statement.values[-1]
    assert value.value.rstrip(".") == said
    assert held in (value.evidence_value or "")


def test_value_of_another_record_is_no_finding_where_a_line_has_both_or_a_later_call_set_it():
    note = ("read_notes", {}, "K-12: lent to the Aviary this week")
    assert not report_on("K-12 works in the Aviary.", KEEPERS, note).findings
    move = ("assign_house", {"id": "K-12", "house": "Aviary"}, "ok")
    assert not report_on("K-12 works in the Aviary.", KEEPERS, move).findings
    assert report_on("K-12 works in the Aviary.", KEEPERS).findings


PARCELS = (
    "list_parcels",
    {},
    json.dumps(
        {
            "parcels": [
                {"id": "P-31", "carrier": "Nordpost", "tracking": "7714402281", "depot": "Hamar"},
                {"id": "P-32", "carrier": "Fjellbud", "tracking": "9920517733", "depot": "Skien"},
            ]
        }
    ),
)
BOOK = (
    "vcs_log",
    {},
    "c41d0a7 2026-05-02 10:41 +0200 Odd Berge     shorten the quay list\n"
    "9e0b7f3 2026-05-02 09:12 +0200 Liv Tangen    move the tide clock\n"
    "27aa9d1 2026-05-01 17:55 +0200 Odd Berge     one lock for all gates\n"
    "b80c3e6 2026-05-01 14:03 +0200 Nils Aas      raise the chart to 9.4",
)


@pytest.mark.parametrize(
    ("reply", "answer", "is_altered"),
    [
        pytest.param(PARCELS, "It travels with Nordpost, tracking number 9920517733.", True, id="apposed-number"),
        pytest.param(PARCELS, "It travels with Fjellbud, tracking number 9920517733.", False, id="apposed-own"),
        pytest.param(PARCELS, "Fjellbud took it from Nordpost, tracking number 9920517733.", False, id="handed-on"),
        pytest.param(PARCELS, "One is with Nordpost, the other has number 9920517733.", False, id="two-of-them"),
        pytest.param(BOOK, "The chart step (`b80c3e6`, Liv Tangen) is not the cause.", True, id="in-brackets"),
        pytest.param(BOOK, "The chart step (`b80c3e6`, Nils Aas) is not the cause.", False, id="in-brackets-own"),
        pytest.param(BOOK, "The clock (`9e0b7f3`) was moved by Liv Tangen before `b80c3e6`.", False, id="brackets-apart"),
    ],
)  # fmt: skip
def test_what_goes_on_saying_of_one_record_is_one_clause(reply, answer, is_altered):
    (statement,) = report_on(answer, reply).statements
    assert (statement.finding == "altered") is is_altered, statement.reason


SESSIONS = (
    "db_sessions",
    {},
    "+---------+--------+-------------------+------+\n| ID      | USER   | HOST              | TIME |\n"
    "+---------+--------+-------------------+------+\n| 2204417 | ledger | 10.7.3.8:51422    | 7612 |\n"
    "|      14 | system |                   | 7384 |\n|      12 | system |                   | 7384 |\n| 2210052 | ledger | 10.7.3.9:40217    |   18 |",
)
COMMITS = (
    "git_log",
    {"path": "db"},
    "d4173ac 2031-09-24 16:11 Ines Holm  0418: add tide index\n19f02ab 2031-09-15 08:35 Jon Lind    0417: add pier zone",
)
TRANSFERS = (
    "query_transfers",
    {},
    "     id      |  status  | kind |      created_at     | reason\n"
    "-------------+----------+------+---------------------+-----------\n"
    " TR-8804316 | RECALLED | SCT  | 2031-05-13 09:27:44 | HD-09\n"
    " TR-8804352 | REJECTED | SCT  | 2031-05-13 15:06:31 | LQ31",
)


@pytest.mark.parametrize(
    ("reply", "answer", "is_altered"),
    [
        pytest.param(SESSIONS, "Session 2204417 runs at 10.7.3.9.", True, id="address-without-its-port"),
        pytest.param(SESSIONS, "Session 2204417 runs at 10.7.3.8.", False, id="its-own-address"),
        pytest.param(
            COMMITS, "The index (d4173ac, Jon Lind, 24 September 16:11).", True, id="cells-before-a-gap"
        ),
        pytest.param(
            COMMITS, "The index (d4173ac, Ines Holm, 24 September 16:11).", False, id="its-own-cells"
        ),
        pytest.param(
            TRANSFERS, "TR-8804316 came back with LQ31 on 13 May at 15:06.", True, id="all-of-a-sister"
        ),
        pytest.param(
            TRANSFERS, "TR-8804352 came back with LQ31 on 13 May at 15:06.", False, id="all-its-own"
        ),
    ],
)
def test_lists_with_ruled_heads_and_several_values_of_one_sister_are_read(reply, answer, is_altered):
    (statement,) = report_on(answer, reply).statements
    assert (statement.finding == "altered") == is_altered


ROUNDS = (
    "list_rounds",
    {"day": "2031-10-07"},
    "time,ward,nurse,patient,tongue\n08:30,East,Haddad,Q-2210,\n09:00,West,Lund,Q-1187,Polish\n"
    "11:00,North,Petrov,Q-1553,Ukrainian\n13:30,West,Lund,Q-2049,\n14:10,East,Haddad,Q-2777,Arabic",
)


@pytest.mark.parametrize(
    ("answer", "is_altered"),
    [
        pytest.param("- Q-1553 (Ukrainian, 11:00): booked.", False, id="its-own"),
        pytest.param("- Q-2049 (Ukrainian, 13:30): nobody is booked.", True, id="where-the-record-has-none"),
        pytest.param(
            "- Q-2049 (13:30): nobody who speaks Ukrainian is needed.", False, id="not-of-the-record"
        ),
        pytest.param("- Lund: 2 (Q-1187 and Q-2049)", False, id="items-of-their-owner"),
        pytest.param("- Lund: 2 (Q-1187 and Q-2777)", True, id="an-item-of-another-owner"),
        pytest.param("- Lund takes over Q-2777 and Q-2210 from Haddad.", False, id="both-owners"),
        pytest.param("- Haddad: Q-2210、Q-2049", True, id="zh-list-of-another-owner"),
        pytest.param("- Haddad: Q-2210、Q-2777", False, id="zh-list-of-their-owner"),
        pytest.param("- Lund is off; Q-2210 and Q-2777 go on as planned.", False, id="all-of-another"),
    ],
)
def test_what_is_in_brackets_or_listed_is_of_the_one_in_front(answer, is_altered):
    found = [statement.finding for statement in report_on(answer, ROUNDS).statements]
    assert ("altered" in found) is is_altered


LANTERNS = (
    "list_lanterns",
    {},
    json.dumps(
        [
            {"lamp": "LN-41", "keeper": "Ada Brink", "site": "UK", "asked": "2031-04-08 09:20", "done": "2031-04-10 15:42"},
            {"lamp": "LN-55", "keeper": "Ivo Marsh", "site": "Iberia", "asked": "2031-04-12 18:33", "done": ""},
            {"lamp": "LN-63", "keeper": "Ada Brink", "site": "Malta", "asked": "2031-04-14 07:05", "done": ""},
        ]
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "is_altered"),
    [
        pytest.param("`LN-41` is mended; it was asked for on 8 April at 09:20.", False, id="own-after-a-semicolon"),
        pytest.param("`LN-63` is mended; it was asked for on 12 April at 18:33.", True, id="other-after-a-semicolon"),
        pytest.param("LN-41 was asked for on 8 April, and mended on 10 April at 15:42.", False, id="own-of-two-times"),
        pytest.param("LN-41 was asked for on 8 April, and mended on 12 April at 18:33.", True, id="others-of-two-times"),
        pytest.param("LN-41 is mended, as LN-55 was asked for on 12 April at 18:33.", False, id="two-records"),
        pytest.param("LN-41 is mended; the stage with Ivo Marsh is not.", False, id="a-name-in-its-own-clause"),
        pytest.param("LN-41 (UK) is mended.", False, id="own-code"),
        pytest.param("LN-41 (Iberia) is mended.", True, id="name-for-a-code"),
        pytest.param("LN-63 was probably asked for on 14 April.", False, id="own-in-a-supposition"),
        pytest.param("LN-63 was probably asked for on 12 April.", True, id="others-in-a-supposition"),
        pytest.param("| Do | Lamp | Keeper |\n|---|---|---|\n| Check | LN-55 | Ivo Marsh |", False, id="own-in-a-row-of-work"),
        pytest.param("| Do | Lamp | Keeper |\n|---|---|---|\n| Check | LN-55 | Ada Brink |", True, id="others-in-a-row-of-work"),
        pytest.param("Assign LN-55 to Ada Brink.", False, id="advice"),
    ],
)  # fmt: skip
def test_what_a_statement_goes_on_saying_is_of_the_one_record_it_names(answer, is_altered):
    found = {s.finding for s in report_on(answer, LANTERNS).statements}
    assert ("altered" in found) is is_altered


@pytest.mark.parametrize(
    ("answer", "is_altered"),
    [
        pytest.param("- B7 (Sefton Lowe)", False, id="own"),
        pytest.param("- B7 (Tilda Crane)", True, id="others"),
    ],
)
@pytest.mark.parametrize(
    "calls",
    [
        pytest.param(
            tuple(
                ("show_berth", {"id": berth}, json.dumps({"berth": berth, "master": master, "since": "2031"}))
                for berth, master in (("B7-a", "Sefton Lowe"), ("B9-c", "Tilda Crane"))
            ),
            id="a-record-a-call",
        ),
        pytest.param(
            (
                (
                    "list_berths",
                    {},
                    json.dumps(
                        {
                            "B7-a": {"master": "Sefton Lowe", "boats": 4},
                            "B9-c": {"master": "Tilda Crane", "boats": 6},
                            "C2-f": {"master": "Nora Hale", "boats": 1},
                        }
                    ),
                ),
            ),
            id="records-under-their-names",
        ),
    ],
)
def test_records_of_several_calls_or_of_an_object_are_sisters(calls, answer, is_altered):
    found = {s.finding for s in report_on(answer.replace("B7", "B7-a"), *calls).statements}
    assert ("altered" in found) is is_altered


FORMS = "berth: QY-310\nmaster: Sefton Lowe\npier: east\nberth: QY-318\nmaster: Tilda Crane\npier: west\n"
FORMS += "berth: QY-325\nmaster: Nora Hale\npier: east\n"
JSON_LINES = "\n".join(
    json.dumps(record)
    for record in (
        {"ts": "09:01:12", "crane": "CR-4", "msg": "lifted", "load": "box_kl_118"},
        {"ts": "09:03:40", "crane": "CR-7", "msg": "lifted", "load": "box_kl_125"},
        {"ts": "09:05:02", "crane": "CR-7", "msg": "wind", "limit": 14},
    )
)
PAIRS = "at=09:01 order=OR-5512 picker=tcrane lane=cold\nat=09:04 order=OR-5519 picker=nhale lane=dry\n"
PAIRS += "at=09:09 order=OR-5524 picker=slowe lane=wet\n"
TWO = {"pier_east": {"master": "Sefton Lowe", "boats": 14}, "pier_west": {"master": "Nora Hale", "boats": 9}}
BOARD = """  key   | title          | points | owner
--------+----------------+--------+-------
 DK-101 | Paint the slip | 5      | Vera
 DK-104 | Fix the winch  | 3      | Hugo
 DK-109 | Dredge basin   | 8      | Nils
"""
CHANGES = """4be91c0  2031-05-11  Tilda Crane     move buoy lights to new feed
a07d5e2  2031-05-10  Nora Hale       use tide table
5c3fd18  2031-05-07  Sefton Lowe     drop old charts
"""
GRADES = "code,firm,grade\nFM-101,Otter Mill SE,A\nFM-104,Heron Works Ltd,BBB\nFM-109,Tern Foundry GmbH & Co. KG,B-\n"


@pytest.mark.parametrize(
    ("given", "wrong", "right"),
    [
        pytest.param(FORMS, "QY-318 is run by Nora Hale.", "QY-318 is run by Tilda Crane.", id="forms"),
        pytest.param(
            JSON_LINES, "CR-4 lifted `box_kl_125`.", "CR-4 lifted `box_kl_118`.", id="a-json-object-a-line"
        ),
        pytest.param(PAIRS, "OR-5512 was picked by nhale.", "OR-5512 was picked by tcrane.", id="pairs"),
        pytest.param(
            TWO, "`pier_east` is under Nora Hale.", "`pier_east` is under Sefton Lowe.", id="two-in-an-object"
        ),
        pytest.param(
            BOARD,
            "Done: DK-101 Paint the slip (5, Vera), DK-104 Fix the winch (3, Nils).",
            "Done: DK-101 Paint the slip (5, Vera), DK-104 Fix the winch (3, Hugo).",
            id="brackets-behind-a-title",
        ),
        pytest.param(
            BOARD,
            "DK-101 Paint the slip (5, Hugo), DK-104 Fix the winch (3, Vera).",
            "DK-101 Paint the slip (5, Vera), DK-104 Fix the winch (3, Hugo).",
            id="exchanged",
        ),
        pytest.param(
            BOARD,
            "DK-101 went to Nils, DK-104 to Hugo and DK-109 to Vera.",
            "DK-101 went to Vera, DK-104 to Hugo and DK-109 to Nils.",
            id="exchanged-across-another",
        ),
        pytest.param(
            CHANGES,
            "`4be91c0` by Nora Hale moved the buoy lights to the new feed.",
            "`4be91c0` by Tilda Crane moved the buoy lights to the new feed.",
            id="a-word-of-the-record-compares-nothing",
        ),
        pytest.param(
            GRADES, "FM-101 belongs to Heron Works.", "FM-101 belongs to Otter Mill.", id="a-firm-for-short"
        ),
        pytest.param(
            GRADES,
            "Otter Mill (FM-101): in arrears, grade BBB.",
            "Heron Works (FM-104): in arrears, grade BBB.",
            id="a-grade-of-one-letter",
        ),
    ],
)
def test_records_are_read_in_whatever_layout_they_stand(given, wrong, right):
    reply = ("read", {}, given)
    assert [s.finding for s in report_on(wrong, reply).statements] == ["altered"]
    assert "altered" not in [s.finding for s in report_on(right, reply).statements]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        pytest.param(CHANGES, "`4be91c0` moved from Nora Hale to Tilda Crane.", id="handed-over"),
        pytest.param(BOARD, "DK-104 (reviewed by Vera, owner Hugo) is open.", id="both-owners"),
        pytest.param(BOARD, "Vera took DK-101 and Hugo took DK-104.", id="named-before-what-they-took"),
        pytest.param(FORMS, "QY-318 and QY-325 are run by Tilda Crane and Nora Hale.", id="two-records"),
    ],
)
def test_a_text_that_gives_the_own_value_too_is_left_alone(given, text):
    assert "altered" not in [s.finding for s in report_on(text, ("read", {}, given)).statements]


CASES = (
    "list_cases",
    {},
    json.dumps(
        [
            {"case": "MR-71", "asset": "LIFT-4", "batch": "QX551", "tech": "R. Okoye", "free_until": "2031-06-02 17:00"},
            {"case": "MR-72", "asset": "PUMP-8", "batch": "QX608", "tech": "S. Brandt", "free_until": "2031-06-04 12:00"},
            {"case": "MR-73", "asset": "DOOR-2", "batch": "QX774", "tech": "T. Ferro", "free_until": "never"},
        ]
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "is_altered"),
    [
        pytest.param(
            "MR-71 concerns LIFT-4 and is with R. Okoye.", False, id="own-in-the-clause-that-goes-on"
        ),
        pytest.param(
            "MR-71 concerns LIFT-4 and is with S. Brandt.", True, id="others-in-the-clause-that-goes-on"
        ),
        pytest.param("MR-71 concerns LIFT-4 and S. Brandt closed his.", False, id="a-clause-with-a-subject"),
        pytest.param("MR-71 is open; the spare is with S. Brandt.", False, id="another-sentence"),
        pytest.param("LIFT-4 batch QX551 is held back.", False, id="own-behind-its-fields-name"),
        pytest.param("LIFT-4 batch QX608 is held back.", True, id="others-behind-its-fields-name"),
        pytest.param(
            "LIFT-4, batch QX551, and PUMP-8, batch QX608, are held back.", False, id="two-with-their-own"
        ),
        pytest.param("MR-73 is never free, MR-71 until 2 June 17:00.", False, id="own-words-for-none"),
        pytest.param("- MR-73: free until 4 June 12:00", True, id="a-time-where-there-is-none"),
    ],
)
def test_a_value_is_of_the_record_that_its_place_ties_it_to(answer, is_altered):
    found = {s.finding for s in report_on(answer, CASES).statements}
    assert ("altered" in found) is is_altered


PAID = """date,payer,ccy,amount,method,applied_to
2031-05-24,Ostmark Lines,NOK,410.00,wire,B-1
2031-05-24,Tellus Foods,SEK,377.00,giro,B-2
2031-05-26,Vik Marine,DKK,215.00,giro,B-3
2031-05-29,Sol Trading,NOK,950.00,wire,B-4
2031-05-30,Harnes Salt,SEK,120.00,giro,B-5
"""
RATES = {"as_of": "2031-05-30", "rates": {"DKK": {"mid": 0.1442}, "SEK": {"mid": 0.0913}}}
TRANSLATED = "5 payments, translated at the mid rates of 30 May (SEK 0.0913, DKK 0.1442)."


@pytest.mark.parametrize(
    ("rates", "is_altered"),
    [
        pytest.param(RATES, False, id="said-above-the-records"),
        pytest.param({**RATES, "as_of": "2031-05-28"}, True, id="another-record-alone-has-it"),
    ],
)
def test_what_a_reply_says_of_itself_it_says_of_its_records(rates, is_altered):
    found = report_on(TRANSLATED, ("payments", {}, PAID), ("rates", {}, rates)).statements
    assert ("altered" in {s.finding for s in found}) is is_altered, [s.reason for s in found]
