"""A composer without a model: supported claims in their own words, then gaps and steps.

It adds nothing to a claim but the remark that a no-hit reflects the query alone. What it was given
has been supported or allowed; it must not know why.
"""

from __future__ import annotations

from evidencelab.agents.language.exclusions import find_forbidden
from evidencelab.agents.language.polarity import absence_as_fact, inferences
from evidencelab.agents.language.wording import Language, language_of
from evidencelab.agents.stages import ComposerInput, ComposerReply
from evidencelab.contracts import ComposerOutput

_TEXTS: dict[str, tuple[str, str]] = {
    "found": ("查询结果：", "What the queries show:"),
    "only_query": (
        "以上只反映本次查询返回的结果。",
        "This reflects only what the queries returned.",
    ),
    "partial": (
        "其余说法缺少足够的证据，这里没有列出。",
        "Other statements lacked sufficient evidence and are left out here.",
    ),
    "missing": ("尚缺的证据：", "Evidence still missing:"),
    "steps": ("可以继续收集：", "Evidence to gather next:"),
    "too_little": (
        "现有证据不足以回答这个问题。",
        "The evidence at hand is not enough to answer this question.",
    ),
    "unsound": (
        "引用的证据未能通过核对，这里不给出结论。",
        "The cited evidence did not pass its check; no finding is given here.",
    ),
}


class BaselineComposer:
    """Writes the claims down.

    Args:
        language: The language of the answer; `auto` is that of the question.
    """

    name = "baseline"

    def __init__(self, language: str = "auto") -> None:
        self._language = language

    def compose(self, composer_input: ComposerInput) -> ComposerReply:
        """Write the answer; `blocked` where there is nothing to state."""
        language: Language = language_of(composer_input.original_query)
        if self._language in ("zh", "en"):
            language = "zh" if self._language == "zh" else "en"
        claims = composer_input.supported_claims if composer_input.verdict != "REJECT" else ()
        if composer_input.verdict == "REJECT":
            return _reply("blocked", _text("unsound", language))
        lines: list[str] = []
        if not claims:
            lines.append(_text("too_little", language))
        elif len(claims) == 1:
            lines.append(claims[0].claim_text)
        else:
            lines += [_text("found", language), *(f"- {claim.claim_text}" for claim in claims)]
        if any(claim.claim_type == "negative_observation" for claim in claims):
            lines.append(_text("only_query", language))
        if claims and composer_input.verdict == "LOW_CONFID":
            lines.append(_text("partial", language))
        lines += _listed(
            "missing", [item.description for item in composer_input.missing_info], composer_input, language
        )
        lines += _listed(
            "steps", [item.action_text for item in composer_input.allowed_actions], composer_input, language
        )
        return _reply("valid" if claims else "blocked", "\n".join(lines))


def minimal_answer(query: str) -> ComposerOutput:
    """Give the answer that states nothing, for when nothing else may be shown."""
    return ComposerOutput(status="blocked", user_facing_answer=_text("too_little", language_of(query)))


def _listed(title: str, items: list[str], composer_input: ComposerInput, language: Language) -> list[str]:
    """List gaps or steps, without those that say what an answer may not say."""
    clean = [
        item
        for item in items
        if item.strip()
        and not find_forbidden(composer_input.forbidden_terms, item)
        and absence_as_fact(item) is None
        and (title == "steps" or not inferences(item))
    ]
    return [_text(title, language), *(f"- {item}" for item in clean)] if clean else []


def _text(name: str, language: Language) -> str:
    zh, en = _TEXTS[name]
    return zh if language == "zh" else en


def _reply(status: str, answer: str) -> ComposerReply:
    return ComposerReply(
        ComposerOutput(status="valid" if status == "valid" else "blocked", user_facing_answer=answer)
    )
