"""A misspelt word is the word it stands for, wherever it stands; another word is another."""

import pytest

from evidencelab.evidence.excerpts import match_excerpt

TABLE = 'KIND        NAME  STATUS     MESSAGE\nDeployment  web   OutOfSync  Deployment "web" exceeded its deadline'


@pytest.mark.parametrize(
    ("excerpt", "text", "is_light"),
    [
        pytest.param("The tenant msut give notice", "The tenant must give notice", True, id="modal"),
        pytest.param(
            "Users shoud keep the key", "Users should keep the key", True, id="modal-letter-left-out"
        ),
        pytest.param(
            "db:Finsihed the merge of 14", "WARN:db:Finished the merge of 14", True, id="state-of-a-log"
        ),
        pytest.param(
            "app:Conecting to the cache", "INFO:app:Connecting to the cache", True, id="word-of-a-log"
        ),
        pytest.param('Deployment "web" exceded its deadline', TABLE, True, id="same-words-in-front"),
        pytest.param("We never raised it", "We newer raised it", False, id="negation"),
        pytest.param("The mast may be moved", "The mast must be moved", False, id="another-modal"),
        pytest.param(
            "app:Sent the request today", "app:Received the request today", False, id="another-state"
        ),
        pytest.param("host:cart-b went down today", "host:cart-a went down today", False, id="another-name"),
    ],
)
def test_a_slip_is_never_a_mismatch(excerpt, text, is_light):
    decision = match_excerpt(excerpt, text).decision
    assert decision in ({"accept", "uncertain"} if is_light else {"mismatch"})


@pytest.mark.parametrize(
    ("excerpt", "decision"),
    [
        pytest.param("14 MiB @ 09:05, 90 MiB @ 09:10", "accept", id="two-samples"),
        pytest.param("14 MiB @ 09:05", "too_short", id="one-sample"),
        pytest.param("```\n14 MiB @ 09:05, 90 MiB @ 09:10\n```", "accept", id="two-samples-in-a-fence"),
        pytest.param("14 MiB @ 09:10, 90 MiB @ 09:05", "mismatch", id="exchanged"),
    ],
)
def test_two_samples_with_their_times_tell_enough(excerpt, decision):
    assert (
        match_excerpt(excerpt, "mem of db: 12 MiB @ 09:00, 14 MiB @ 09:05, 90 MiB @ 09:10").decision
        == decision
    )


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param(
            "set=1200, temp=1180; Zone 3 lags",
            "kiln=K4, temp=1180, set=1200, rate=4; Zone 3 lags",
            "accept",
            id="clause-behind-pairs",
        ),
        pytest.param(
            "host=a job=x; 1 @ 10:00",
            "up job=x host=a; 1 @ 10:00, 0 @ 10:01",
            "accept",
            id="sample-behind-pairs",
        ),
        pytest.param(
            "zone=a job=x; 9 @ 10:00",
            "up job=x zone=a; 1 @ 10:00\nup job=x zone=b; 9 @ 10:00",
            "mismatch",
            id="sample-of-another",
        ),
    ],
)
def test_pairs_change_places_in_front_of_what_is_said_of_them(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("cannot start the mill at noon", "Ana can't start the mill at noon", id="contraction"),
        pytest.param("The setup of the mill failed at noon", "The set up of the mill failed at noon", id="one-word-for-two"),
        pytest.param("The crew re started the mill at noon", "The crew restarted the mill at noon", id="two-words-for-one"),
        pytest.param("It rained whilst the mill stood still", "It rained while the mill stood still", id="another-form"),
    ],
)  # fmt: skip
def test_a_word_cut_or_formed_otherwise_is_a_slip(excerpt, text):
    assert match_excerpt(excerpt, text).decision in {"accept", "uncertain"}


def test_a_word_cut_otherwise_denies_nothing():
    assert match_excerpt("The mill was not able to run", "The mill was notable to run").decision == "mismatch"
