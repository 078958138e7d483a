"""Clauses that depend on a word in front of them which does not assert them: `the risk that`, `is said to`.

Which words assert is listed, for there are few of them; whatever else governs a clause makes less of it
than a fact. All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.late_patterns import late_pattern


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WORD = late_pattern(r"[a-z][\w'-]*", re.IGNORECASE)
_ASSERTING = _words(
    "show shows showed shown showing confirm confirms confirmed confirming indicate indicates indicated "
    "indicating "
    "report reports reported log logs logged note notes noted noting find finds found finding see sees saw "
    "seen "
    "observe observes observed detect detects detected reveal reveals revealed revealing verify verifies "
    "verified "
    "prove proves proved proven demonstrate demonstrates demonstrated record records recorded mean means "
    "meant "
    "meaning know knows knew known knowing announce announces announced document documents documented "
    "display "
    "displays displayed discover discovers discovered determine determines determined learn learns learned "
    "learnt "
    "realise realises realised realize realizes realized establish establishes established notice notices "
    "noticed "
    "recognise recognised recognize recognized conclude concludes concluded state states stated say says "
    "said "
    "explain explains explained mention mentions mentioned emphasise emphasised emphasize emphasized stress "
    "stresses stressed remember remembers remembered recall recalls remind reminds reminded calculate "
    "calculated "
    "measure measured measures count counted counts see read reads print prints printed return returns "
    "returned "
    "respond responds responded reply replies add adds added acknowledge acknowledges acknowledged agree "
    "agreed "
    "provide provides provided stipulate stipulates stipulated specify specifies specified declare declares "
    "declared rule ruled publish published certify certifies certified attest attests guarantee guarantees "
    "guaranteed resolve resolves resolved write writes ensure ensures ensured ensuring given granted so "
    "such now all it this is was be "
    "except seeing considering provided hold-on fact facts news evidence proof confirmation knowledge "
    "finding "
    "findings conclusion result results notice announcement truth discovery sign signs clear true evident "
    "obvious "
    "certain aware sorry glad pleased important notable noteworthy fortunate unfortunate good bad great sure "
    "same one ones those these of in on at by for with from to and or but than as extent point way time day "
    "moment case place thing things something anything everything nothing reason reasons"
)
"""Words that assert the clause behind them, or govern none."""
_NOUNS = _words(
    "claim report rumour rumor allegation accusation suggestion hint idea notion belief view opinion "
    "assumption "
    "hypothesis theory possibility probability chance likelihood risk danger threat fear worry concern hope "
    "expectation prediction forecast promise pledge assurance proposal demand request recommendation warning "
    "impression feeling suspicion speculation perception conviction argument contention assertion "
    "complaint legend "
    "myth tradition superstition dream fantasy wish desire doubt prospect pretence pretense pretext "
    "charge objection insistence thesis conjecture premise guess odds gossip stipulation condition proviso "
    "understanding presumption supposition misconception fallacy illusion delusion guarantee"
)
"""Nouns of what somebody holds, fears or wants; a clause behind one says what."""
_DETERMINING = _words(
    "the a an any this that these those no some every each its his her their our my your another such real "
    "is was of by on in to with about amid despite over under following after from against for and or "
    "media press news local unconfirmed repeated widespread false earlier small slight serious high low"
)
_PLAIN = _words(
    "i we you they he she it who someone somebody nobody everyone everybody many some most others to would "
    "could might may will shall should must can cannot do does did often still also always never only"
)
"""In front of a bare verb."""
_VERBAL = _words(
    "is are was were be been has have had can could will would shall should may might must do does did isn't "
    "aren't wasn't weren't hasn't haven't hadn't can't couldn't won't wouldn't doesn't don't didn't means"
)
"""Behind "that", these make a pronoun of it: what it begins describes a noun."""
_COPULAS = frozenset(("is", "was", "remains"))
_SUPPOSING = _words("suppose assume imagine pretend picture say")
_NOT_VERBS = frozenset(
    [
        "feed",
        "seed",
        "need",
        "speed",
        "weed",
        "bed",
        "shed",
        "thread",
        "embed",
        "red",
        "hundred",
        "series",
        "process",
        "access",
        "address",
        "class",
        "status",
        "business",
        "progress",
        "success",
        "analysis",
        "basis",
        "news",
        "always",
        "perhaps",
        "this",
        "its",
    ]
)
_THAT = late_pattern(r" (?<=[\w'\"),] )that (?=\S)", re.IGNORECASE)
_SUBJECT = late_pattern(
    r"(?i:(?:the|an?|its|his|her|their|our|my|your|these|those|this|no|all|both|each|every|some|any|most|many"
    r"|several|few|it|he|she|they|we|i|there)(?= ))|[A-Z\d]"
)
"""Begins a clause, so that "that" in front of it points at nothing."""
_REACH = 120
_TOLD = late_pattern(
    r"(?<![\w-])(?:warn|assur|reassur|convinc|persuad|promis|advis|caution|alert|ask|beg|urg|threaten)"
    r"(?:e|ed|es|s|ing)? (?:[\w'-]+ ){1,4}\Z",
    re.IGNORECASE,
)
_IS = r"(?:is|are|was|were|be|been|being|am|'s|'re|seems?|remains?|felt|feels?|became|becomes?)"
_ADJECTIVE = late_pattern(rf"(?<![\w-]){_IS} (?:(?:not|very|quite|too|so|\w+ly) )?([a-z-]+)\Z", re.IGNORECASE)
_CLAUSE_END = late_pattern(r"[.;!?。\n]")
_HELD = late_pattern(
    r" (?=[tbasmcfhwdiepv])(?:think|thought|believed?|argued?|assumed?|suspect(?:ed)?|maintain(?:ed)? that"
    r"|contend(?:ed)?|fear(?:ed)?|hoped?|worr(?:y|ied)|doubt(?:ed)?|alleged?|speculated?|insist(?:ed)?"
    r"|swear|swore|vow(?:ed)?|boast(?:ed)?"
    r"|claim(?:ed)? that|say that|said that|expect(?:ed)? that|predict(?:ed)?)(?: that)? (?=[A-Za-z\d])"
)
_HOLDERS = late_pattern(
    r"(?<![\w-])(?:[a-z]{2,}s|people|many|some|others|most|few)(?: also| still| now| do| have| long){0,2}\Z",
    re.IGNORECASE,
)
"""In front of a clause: who holds it."""
_TO = late_pattern(
    r" to (?=[a-z])(?!(?:the|a|an|its|his|her|their|our|my|your|this|that|these|those|date)\b)"
)
_RAISING = late_pattern(
    r"(?<![\w-])(?:(?:(?:is|are|was|were|be|been|being|not|\w+ly)|,) "
    r"(?:said|thought|believed|reported|rumou?red|alleged|claimed|considered|deemed|assumed|presumed"
    r"|understood|estimated|supposed|feared|hoped|held|reputed|likely|unlikely|poised|eager|keen"
    r"|willing|hoping|going|required|obliged|entitled|urged|advised|encouraged|invited|asked|ordered|tempted"
    r"|projected|predicted|forecast|anticipated|slated|guaranteed|certain|imagined|perceived|whispered"
    r"|speculated|judged)"
    r"|(?:claim|vow|pledge|threaten|promise|hope|wish|plan|intend|propose|undertake|offer|prepare|pretend"
    r"|purport|resolve|volunteer|seek|struggle|strive|yearn|profess)(?:s|d|ed|ing)?"
    r"|sought|swore|sworn|strove|undertook"
    r"|threats?|vows?|pledges?|promises?|proposals?|efforts?|bids?|willingness|readiness|intention)\Z",
    re.IGNORECASE,
)
"""In front of a verb: what is reported, meant or wanted, not what is."""
_BEING = late_pattern(r"(?:be|have|have been) ")
_AS_IF = late_pattern(
    r"(?<![\w-])(as if|as though|lest|on the (?:assumption|premise|understanding|pretext) that"
    r"|for fear (?:of|that)) (?=[a-z\d])",
    re.IGNORECASE,
)
_AS_IF_WORDS = ("as if", "as though", "lest ", "on the ", "for fear")
_MAX_WORDS = 48


def read_governed(folded: str) -> dict[int, tuple[int, int]]:
    """Read what does not assert the clause behind it, by the offsets that begin the clause."""
    governed: dict[int, tuple[int, int]] = {}
    for start, offsets in _complements(folded):
        for offset in offsets:
            governed[offset] = start, offsets[0] - 1
    for held in _HELD.finditer(folded):
        low = max(0, held.start() - _MAX_WORDS)
        who = _HOLDERS.search(folded[low : held.start()])
        if who:
            governed[held.end()] = low + who.start(), held.end() - 1
    for to in _TO.finditer(folded):
        low = max(0, to.start() - _MAX_WORDS)
        raising = _RAISING.search(folded[low : to.start()])
        if raising:
            span = low + raising.start(), to.end() - 1
            governed[to.end()] = span
            being = _BEING.match(folded, to.end())
            if being:
                governed[being.end()] = span
    if any(words in folded for words in _AS_IF_WORDS):
        for unreal in _AS_IF.finditer(folded):
            governed[unreal.end()] = unreal.span(1)
    return governed


def _complements(folded: str) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield where what governs a clause begins, and the offsets of its "that" and of what follows."""
    for that in _THAT.finditer(folded):
        behind = _WORD.match(folded, that.end())
        if behind and behind.group().lower() in _VERBAL:
            continue
        low = max(0, that.start() - _REACH)
        for end in _CLAUSE_END.finditer(folded, low, that.start()):
            low = end.end()
        front = folded[low : that.start()]
        if front.endswith(","):
            # what interrupts stands between commas
            front, comma, _ = front[:-1].rpartition(",")
            if not comma:
                continue
        at = _governor(front.rstrip("'\") "), folded[that.end() : that.end() + 20])
        if at is not None:
            yield low + at, (that.start() + 1, that.end())


def _governor(front: str, behind: str) -> int | None:
    """Return where the word begins that governs a clause behind `front` and does not assert it, or None."""
    last = front.rfind(" ") + 1
    word = front[last:].lower()
    before = front[:last].rstrip().rpartition(" ")[2].lower()
    told = _TOLD.search(f"{front} ")
    if told:
        return told.start()
    noun = _singular(word)
    if word in _COPULAS and any(_singular(found.lower()) in _NOUNS for found in _WORD.findall(front)):
        return last
    if not before and word in _SUPPOSING:
        return last
    is_singular = noun == word or _SUBJECT.match(behind) is not None
    if (
        noun in _NOUNS
        and is_singular
        and (not before or before in _DETERMINING or before.endswith(("ed", "ing", "ies")))
    ):
        return last
    if not word.isalpha() or word in _ASSERTING:
        return None
    adjective = _ADJECTIVE.search(front)
    if adjective:
        return last
    if not _SUBJECT.match(behind):
        return last if word in _NOUNS and not _is_subject(before) else None
    is_verb = word not in _NOT_VERBS and (
        word.endswith("ed")
        or (word.endswith("ing") and before not in _DETERMINING)
        or before in _PLAIN
        or (word.endswith("s") and not word.endswith("ss") and _is_subject(before))
    )
    return last if is_verb or (noun in _NOUNS and not _is_subject(before)) else None


def _is_subject(word: str) -> bool:
    return (
        word.isalpha()
        and word not in _DETERMINING
        and word not in _VERBAL
        and not word.endswith(("ed", "ing"))
    )


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") else word
