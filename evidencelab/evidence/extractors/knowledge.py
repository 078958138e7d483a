"""Blocks of a knowledge search: title, source, content, then what else a block holds.

It must not know what a runbook advises, nor judge whether it applies.
"""

from __future__ import annotations

from collections.abc import Mapping

from evidencelab.evidence.extractors.values import Pair, flatten, join_pairs, record_text

_TITLES = ("title", "heading", "name", "metadata.title")
_SOURCES = ("source", "file", "path", "url", "uri", "document", "metadata.source")
_CONTENTS = ("content", "text", "page_content", "body", "snippet", "chunk")


def is_block(record: object) -> bool:
    """Tell a knowledge block by its fields: content, and a title or a source."""
    if not isinstance(record, Mapping):
        return False
    keys = {pair.key for pair in flatten(record)} if record else set()
    return any(key in keys for key in _CONTENTS) and any(key in keys for key in (*_TITLES, *_SOURCES))


def block_text(block: object) -> str:
    """Lay out one block as `<title>; <source>; <content>; key=value, ...`."""
    if not isinstance(block, Mapping) or not block:
        return record_text(block)
    pairs = list(flatten(block))
    parts: list[str] = []
    for names in (_TITLES, _SOURCES, _CONTENTS):
        named = (pair for name in names for pair in pairs if pair.key == name)
        found = next((pair for pair in named if pair.value not in ("", "null")), None)
        if found is not None:
            pairs.remove(found)
            parts.append(found.value)
    parts.append(join_pairs(_stated(pairs)))
    return "; ".join(part for part in parts if part)


def _stated(pairs: list[Pair]) -> list[Pair]:
    # A block without a title carries it as null: that is no value of the block.
    return [
        pair for pair in pairs if not (pair.key in ("title", "source", "content") and pair.value == "null")
    ]
