"""`lookup_knowledge`: the runbook sections of a scenario, by concept or words.

Runbooks say what to look for; nothing in them is a fact about any service.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from evidencelab.contracts import ToolReply
from evidencelab.tools.query import Query, count_message, read_query, refuse_unknown, text_argument
from evidencelab.tools.rows import KnowledgeBlock, Scenario
from evidencelab.tools.terms import find_services

_ARGUMENTS = ("query",)
MAX_BLOCKS = 5


class LookupKnowledge:
    """Finds runbook sections, those whose title answers first, at most `MAX_BLOCKS`.

    `query` is required. A section whose title names services is for those services only; the
    others are for all, so a service in the query keeps none of them out.
    """

    name = "lookup_knowledge"

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario

    def call(self, arguments: Mapping[str, JsonValue]) -> ToolReply:
        """Answer `{"success", "evidence_blocks", "total", "message"}`; no hit is an empty success."""
        try:
            refuse_unknown(arguments, _ARGUMENTS)
            text = text_argument(arguments, "query", is_required=True)
        except ValueError as error:
            return ToolReply(status="error", output={"success": False, "error": str(error)})
        query = read_query(text or "", self._scenario.services)
        hits = [block for block in self._scenario.knowledge if _answers(block, query)]
        hits.sort(key=lambda block: not query.selects(block.title))
        blocks: list[JsonValue] = [block.model_dump(mode="json") for block in hits[:MAX_BLOCKS]]
        return ToolReply(
            output={
                "success": True,
                "evidence_blocks": blocks,
                "total": len(blocks),
                "message": count_message(arguments, len(blocks), "知识库条目", "knowledge sections"),
            }
        )


def _answers(block: KnowledgeBlock, query: Query) -> bool:
    if query.selects_all:
        return False
    owners = {mention.text.lower() for mention in find_services(block.title)}
    if owners and query.services and not owners & query.services:
        return False
    return query.selects(f"{block.title} {block.content}")
