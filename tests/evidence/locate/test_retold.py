"""A record told in another layout: its name, then values under their own keys."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

LAYOUTS = {
    "csv": "queue,depth,oldest_s,state\nmail.out,1532,41,draining\nmail.dlq,17,930,idle\nbill.run,88,12,paused",
    "psql": (
        " queue    | depth | oldest_s | state\n----------+-------+----------+----------\n"
        " mail.out |  1532 |       41 | draining\n mail.dlq |    17 |      930 | idle\n"
        " bill.run |    88 |       12 | paused\n(3 rows)"
    ),
    "aligned": (
        "queue      depth  oldest_s  state\nmail.out   1532   41        draining\n"
        "mail.dlq   17     930       idle\nbill.run   88     12        paused"
    ),
    "words": "queue depth oldest_s state\nmail.out 1532 41 draining\nmail.dlq 17 930 idle\nbill.run 88 12 paused",
    "objects": (
        '{"broker":"mq-4","queues":[{"name":"mail.out","depth":1532,"oldest_s":41,"state":"draining"},\n'
        '{"name":"mail.dlq","depth":17,"oldest_s":930,"state":"idle"},'
        '{"name":"bill.run","depth":88,"oldest_s":12,"state":"paused"}],"partial":false}'
    ),
    "blocks": (
        "Queue:     mail.out\nDepth:     1532\nOldest_s:  41\nState:     draining\n\n"
        "Queue:     mail.dlq\nDepth:     17\nOldest_s:  930\nState:     idle\n\n"
        "Queue:     bill.run\nDepth:     88\nOldest_s:  12\nState:     paused"
    ),
    "list": (
        "queues:\n  - name: mail.out\n    depth: 1532\n    oldest_s: 41\n    state: draining\n"
        "  - name: mail.dlq\n    depth: 17\n    oldest_s: 930\n    state: idle\n"
        "  - name: bill.run\n    depth: 88\n    oldest_s: 12\n    state: paused"
    ),
    "sections": (
        "[mail.out]\ndepth = 1532\noldest_s = 41\nstate = draining\n[mail.dlq]\ndepth = 17\n# oldest_s = 5\n"
        "oldest_s = 930\nstate = idle\n[bill.run]\ndepth = 88\noldest_s = 12\nstate = paused"
    ),
    "lines": (
        "queue=mail.out depth=1532 oldest_s=41 state=draining\nqueue=mail.dlq depth=17 oldest_s=930 state=idle\n"
        "queue=bill.run depth=88 oldest_s=12 state=paused"
    ),
    "words-in-columns": (
        "queue mail.out  depth 1532  oldest_s 41  state draining\n"
        "queue mail.dlq  depth 17  oldest_s 930  state idle\n"
        "queue bill.run  depth 88  oldest_s 12  state paused"
    ),
    "elements": (
        '<q name="mail.out" depth="1532" oldest_s="41" state="draining"/>\n'
        '<q name="mail.dlq" depth="17" oldest_s="930" state="idle"/>\n'
        '<q name="bill.run" depth="88" oldest_s="12" state="paused"/>'
    ),
    "inserts": (
        "INSERT INTO queues (name, depth, oldest_s, state) VALUES\n ('mail.out', 1532, 41, 'draining'),\n"
        " ('mail.dlq', 17, 930, 'idle'),\n ('bill.run', 88, 12, 'paused');"
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS.keys())
@pytest.mark.parametrize(
    "excerpt",
    [
        pytest.param("mail.dlq: depth 17, oldest_s 930, state idle", id="whole"),
        pytest.param("mail.dlq: depth 17, state idle", id="a-field-skipped"),
        pytest.param("mail.dlq: state=idle, depth=17", id="reordered"),
        pytest.param("mail.dlq: state: idle, depth = 17", id="a-sign-in-each-pair"),
        pytest.param("mail.dlq: oldest s 930, depth 17", id="underscore-as-a-blank"),
        pytest.param("queue mail.dlq: depth: 17, oldest_s: 930", id="called-what-it-is"),
        pytest.param("mail.dlq (depth 17, state **idle**)", id="in-brackets"),
        pytest.param("mail.out：depth 1,532，state draining", id="digits-grouped"),
        pytest.param("bill.run — depth: 88; oldest_s: 12", id="behind-a-dash"),
    ],
)
def test_a_record_may_be_told_as_its_name_and_pairs_in_any_layout(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS.keys())
@pytest.mark.parametrize(
    "excerpt",
    [
        pytest.param("mail.dlq: depth 1532, oldest_s 930, state idle", id="value-of-the-row-above"),
        pytest.param("mail.dlq: depth 88, state idle", id="value-of-the-row-below"),
        pytest.param("mail.dlq: depth 930, oldest_s 17", id="values-exchanged"),
        pytest.param("mail.dlq: depth 930, state idle", id="value-of-another-column"),
        pytest.param("mail.out: depth 17, state idle", id="name-of-the-row-above"),
        pytest.param("bill.run: depth 17, oldest_s 930, state idle", id="name-of-the-row-below"),
        pytest.param("mail.dlq: depth 18, state idle", id="one-digit"),
        pytest.param("mail.dlq: state: idle, depth: = 17", id="two-signs-in-a-pair"),
        pytest.param("mail.dlq: depth 17, state paused", id="state-of-another-row"),
        pytest.param("mail.dlq: depth 17, owner ops", id="no-such-field"),
        pytest.param("mail.dlq: depth 17, state idle, stuck", id="a-word-more"),
        pytest.param("mail.dlq: depth 17, not idle", id="turned-round"),
        pytest.param("mail.dlq: depth 17, mail.out: state idle", id="two-names"),
        pytest.param("mail.dlq: depth 17 … oldest_s 12", id="mark-into-another-row"),
        pytest.param("mail.dlq: depth … 930", id="mark-behind-a-key"),
        pytest.param("mail.dlq: depth 17, oldest_s -930", id="sign-put-in"),
        pytest.param("mail.dlq: oldest_s 5, depth 17", id="value-of-a-comment"),
        pytest.param("mail.dlq: depth < 17, state idle", id="comparison-put-in"),
        pytest.param("old mail.dlq: depth 17, state idle", id="another-word-in-front"),
        pytest.param("mail.dlq and bill.run: depth 17, state idle", id="told-of-two"),
    ],
)
def test_a_value_under_another_key_or_name_is_no_quote_in_any_layout(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"


PODS = (
    "Name:  cart-0\nContainers:\n  app:\n    Image:  cart:2.1\n    State:  Running\n      Started:  09:10\n"
    "    Last State:  Terminated\n      Reason:  OOMKilled\n      Exit Code:  137\n    Limits:\n      cpu:  500m\n"
    "  sidecar:\n    Image:  envoy:1.3\n    State:  Waiting\n      Reason:  ImagePullBackOff\n    Limits:\n      cpu:  100m"
)
ROLES = (
    '{"service":"wallet","region":"eu","primary":{"host":"db-1","lag":0},"replica":{"host":"db-2","lag":41},'
    '"limits":{"cpu":"500m"},"requests":{"cpu":"100m"},"peer":"db-9"}'
)
LINKS = "source  target  lag_s  state\nweb-1   db-1    4      ok\nweb-2   db-2    91     behind"


SIZES = "name: lb-2\nsize: 40 GB (ssd)\nfree: 9 GB (approx)\nzone: eu"


@pytest.mark.parametrize(
    ("excerpt", "decision"),
    [
        pytest.param("lb-2: zone eu, size 40 GB", "accept", id="what-it-is"),
        pytest.param("lb-2: zone eu, free 9 GB (approx)", "accept", id="how-near-it-is"),
        pytest.param("lb-2: zone eu, free 9 GB", "mismatch", id="how-near-it-is-left-out"),
    ],
)
def test_brackets_that_make_less_of_a_value_stay(excerpt, decision):
    assert match_excerpt(excerpt, SIZES).decision == decision


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("sidecar: State Waiting, Reason ImagePullBackOff", PODS, "accept", id="below-its-heading"),
        pytest.param("app: Last State Terminated, Reason OOMKilled", PODS, "accept", id="field-with-further-lines"),
        pytest.param("app: State Waiting, Reason ImagePullBackOff", PODS, "mismatch", id="below-another-heading"),
        pytest.param("cart-0: State Waiting, Reason OOMKilled", PODS, "mismatch", id="further-lines-of-another"),
        pytest.param("app: State Running, Exit Code 137", PODS, "mismatch", id="further-line-without-its-field"),
        pytest.param("app: Image cart:2.1, cpu 100m", PODS, "mismatch", id="two-containers"),
        pytest.param("wallet: primary host db-1, lag 0", ROLES, "accept", id="inner-object-named"),
        pytest.param("db-2: lag 41", ROLES, "accept", id="inner-object-by-its-name"),
        pytest.param("wallet: primary host db-1, lag 41", ROLES, "mismatch", id="lag-of-the-other"),
        pytest.param("db-9: lag 41", ROLES, "mismatch", id="name-of-something-else"),
        pytest.param("wallet: cpu 500m, region eu", ROLES, "mismatch", id="limit-or-request"),
        pytest.param("web-2: lag_s 91, state behind", LINKS, "accept", id="row-by-its-first-cell"),
        pytest.param("target db-2: lag_s 91, state behind", LINKS, "accept", id="cell-under-its-head"),
        pytest.param("db-2: lag_s 91, state behind", LINKS, "mismatch", id="row-by-another-cell"),
    ],
)  # fmt: skip
def test_what_lies_in_a_record_is_told_with_what_names_it(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


SAMPLES = """queue_depth{site="kiel",lane="4"} 41
queue_depth{site="bonn",lane="4"} 7
Gate:open{site="kiel"} 0
"""


@pytest.mark.parametrize(
    ("excerpt", "expected"),
    [
        pytest.param("site=kiel, lane=4, queue_depth=41", "accept", id="pairs"),
        pytest.param("queue_depth: 7 (site=bonn, lane=4)", "accept", id="labels-aside"),
        pytest.param('{"site":"bonn","lane":"4","queue_depth":7}', "accept", id="json"),
        pytest.param("site=kiel, Gate:open=0", "accept", id="capital-and-colon"),
        pytest.param("site=kiel, lane=4, queue_depth=7", "mismatch", id="value-of-another-sample"),
        pytest.param("queue_depth: 41 (site=bonn, lane=4)", "mismatch", id="label-of-another-sample"),
        pytest.param("site=bonn, Gate:open=0", "mismatch", id="label-of-another-metric"),
    ],
)  # fmt: skip
def test_a_sample_may_be_laid_out_as_its_labels_and_its_value(excerpt, expected):
    assert match_excerpt(excerpt, SAMPLES).decision == expected
