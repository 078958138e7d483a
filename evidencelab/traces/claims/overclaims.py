"""Judge what a statement claims without a value: an absence, health, a success, an act of the agent's own.

It asks the judges of each kind in turn, absences first, and must not judge values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from evidencelab.traces.claims.absence import Overclaim, claims_absence, denied_in_vain, overclaimed
from evidencelab.traces.claims.acts import undone_act
from evidencelab.traces.claims.counted_in_part import counted_in_part
from evidencelab.traces.claims.denied_spans import DeniedSpans
from evidencelab.traces.claims.empty_health import healthy_of_none
from evidencelab.traces.claims.failed_sources import told_of_failed
from evidencelab.traces.claims.mended_calls import without_mended
from evidencelab.traces.claims.passed_checks import passed_in_vain
from evidencelab.traces.claims.refuted_absences import refuted_absence
from evidencelab.traces.claims.successes import told_in_vain
from evidencelab.traces.claims.told_unfound import without_unfound
from evidencelab.traces.claims.troubles import trouble_in
from evidencelab.traces.claims.vain_looks import seen_in_vain
from evidencelab.traces.evidence.bearing import Bearing, bearings
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.looks import Looks
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.wording.exceptions import without_exception
from evidencelab.traces.wording.failings import TELLS_NOT_READ
from evidencelab.traces.wording.ignorance import asks_for, without_ignorance
from evidencelab.traces.wording.mood import mood_of
from evidencelab.traces.wording.words import words_of

_QUOTE = re.compile(r"[`\"“「](?=([^`\"“”「」\n]+)[`\"”」])")
"""What stands in quotation marks; a mark may close one quote and open the next."""
_TOLD = re.compile(r"[:：]\s+([^\n]+?)[\s.。*_]*$")
"""What stands behind a colon: `The error is: [Errno 2] No such file`."""
_FIELD = re.compile(r"\W*[^:：\n]{1,40}[:：]\W*(?P<value>\w[^\n]*?)[\s.。*_`\"']*$")
_TELLS_FAILED = re.compile(
    rf"{TELLS_NOT_READ.pattern}|\b(?:cannot|can['’]t|was not able|fail(?:ed|s|ing)?|errors?)\b"
    r"|失败|报错|错误",
    re.IGNORECASE,
)
_SO = re.compile(r",\s+(?:and )?(?:so|hence|therefore|thus|which means)\b|[，,；;]\s*(?:因此|所以|故|因而)")
"""What begins a conclusion."""
_FEWEST_WORDS = 3


class OverclaimJudge:
    """Judges the claims of one message.

    Args:
        read: The message's statements.
        evidences: What it is judged on.
        lines_of: The lines of each call's output, by index.
    """

    def __init__(
        self, read: Sequence[ReadStatement], evidences: Evidences, lines_of: Mapping[int, Sequence[str]]
    ) -> None:
        self._read = read
        self._statements = [one.statement for one in read]
        self._evidences = evidences
        self._calls = without_mended(evidences.calls)
        self._laid = bearings(self._calls, evidences.call_words, lines_of)
        self._looks = Looks(self._laid)
        self._spans = DeniedSpans(self._laid, evidences.pool)

    def of(self, read: ReadStatement, is_backed: bool) -> Overclaim | None:
        """Say why a statement claims more than the calls could show; None if it does not.

        Args:
            read: The statement.
            is_backed: Whether a value of it was found in the evidence.
        """
        read = without_consequence(read)
        if read.mood not in ("fact", "lead") or read.statement.kind in ("heading", "code"):
            return None
        if any(asks_for(lead) for lead in read.statement.parents):
            return None
        read = read._replace(statement=read.statement._replace(text=without_ignorance(read.statement.text)))
        text = read.statement.text
        if self._quotes_a_call(text):
            return None
        found = None
        text, excepted = without_exception(text)
        statement = read.statement._replace(text=text)
        repeated = without_unfound(text, self._laid)
        laid = self._laid if repeated is None else repeated
        looks = self._looks if repeated is None else Looks(repeated)
        if repeated is None and claims_absence(text) and not TELLS_NOT_READ.search(text):
            about = words_of(" ".join((*read.statement.parents, text)))
            found = overclaimed(text, about, self._calls, self._evidences.call_words)
        if found is not None:
            return found
        number = read.statement.number
        elsewhere = " ".join(other.text for other in self._statements if other.number != number)
        if self._evidences.is_whole:
            found = denied_in_vain(text, laid, elsewhere, excepted)
            vain = seen_in_vain(statement, self._statements, looks, excepted) if found is None else None
            if vain is not None:
                return Overclaim(vain.reason, vain.call, vain.line)
        if found is None and read.mood == "fact":
            found = self._of_fact(read, elsewhere, is_backed, laid)
        return found

    def _quotes_a_call(self, text: str) -> bool:
        """Tell whether a statement quotes some words of a call's output, and so tells what it did say."""
        told = (*_QUOTE.finditer(text), *_TOLD.finditer(text))
        quotes = (found[1].lower() for found in told if _is_phrase(found[1]))
        return any(quote in laid.low_output for quote in quotes for laid in self._laid)

    def _is_asked_of(self, text: str, number: int) -> bool:
        """Tell whether a field repeats what a call was given, where the answer says that the call failed."""
        field = _FIELD.match(text)
        bearing = next(b for b in self._laid if b.number == number)
        if field is None or field["value"].lower() not in bearing.asked_text.lower():
            return False
        named = bearing.tool_words | {bearing.call.tool_name.lower()}
        told = (s.text for s in self._statements if s.text != text and _TELLS_FAILED.search(s.text))
        return any(named & (words_of(one.replace("_", " ")) | set(one.lower().split())) for one in told)

    def _of_fact(
        self, read: ReadStatement, elsewhere: str, is_backed: bool, laid: Sequence[Bearing]
    ) -> Overclaim | None:
        text = read.statement.text
        plain, excepted = without_exception(text)
        if laid:
            vain = told_in_vain(text, laid)
            if vain is not None:
                return Overclaim(vain.reason, vain.call, vain.line)
            none = healthy_of_none(plain, laid) if self._evidences.is_whole else None
            if none is not None:
                return Overclaim(none.reason, none.call)
            is_open = self._evidences.is_whole and not is_backed
            failed = told_of_failed(plain, laid) if is_open else None
            if failed is not None and not self._is_asked_of(text, failed.call):
                return Overclaim(failed.reason, failed.call, failed.line)
            passed = passed_in_vain(text, laid) if self._evidences.is_whole else None
            if passed is not None:
                return Overclaim(passed.reason, passed.call, passed.line)
            in_part = counted_in_part(text, elsewhere, laid) if self._evidences.is_whole else None
            if in_part is not None:
                return Overclaim(in_part.reason, in_part.call)
            later = self._spans.refuted(plain, read.tokens, elsewhere, excepted)
            if later is not None:
                return Overclaim(later.reason, later.call, later.line)
            statement = read.statement._replace(text=plain)
            refuted = refuted_absence(statement, self._statements, self._looks, excepted)
            if refuted is not None:
                return Overclaim(refuted.reason, refuted.call, refuted.line)
            trouble = trouble_in(plain, laid, elsewhere, "".join(read.statement.sections[-1:]))
            if trouble is not None:
                return Overclaim(trouble.reason, trouble.call, trouble.line)
        if not self._evidences.is_whole:
            return None
        undone = undone_act(text, laid)
        if undone is not None:
            return Overclaim(undone, None, finding="unsupported")
        return None


def without_consequence(read: ReadStatement) -> ReadStatement:
    """Cut off what a statement concludes, which may make it no fact: `…, so I would wait`."""
    found = _SO.search(read.statement.text)
    if found is None:
        return read
    statement = read.statement._replace(text=read.statement.text[: found.start()])
    tokens = tuple(token for token in read.tokens if token.end <= found.start())
    return read._replace(
        statement=statement, tokens=tokens, mood="fact" if read.mood == "fact" else mood_of(statement)
    )


def _is_phrase(quoted: str) -> bool:
    """Tell whether three words or more are quoted, and not what stands between two quotes."""
    return quoted == quoted.strip() and len(quoted.split()) >= _FEWEST_WORDS
