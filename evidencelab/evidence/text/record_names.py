"""Which field names a record, what it may be called, and which keys only group the fields below them."""

from __future__ import annotations

from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.text.lexicon import is_number
from evidencelab.evidence.text.records import Field, Record


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NAMING = _words(
    "name id uid key title host hostname instance pod service job node device alert alertname server "
    "container topic queue component region zone table database index user_id ticket"
)
_NAMING_CJK = late_pattern(r"(?:名|名称|编号|号|主机|实例|服务|设备|标题|节点|项目|队列|区域)\Z")
GROUPING = _words(
    "labels annotations metric metadata tags attributes fields data options params parameters properties "
    "resource context source values dimensions details body payload item stream config settings stats"
)
KINDS = _words(
    "pod node host server service queue topic table container instance job disk device sensor region zone "
    "row record series metric attribute partition"
)
"""What a record may be called in front of its name, where the text has no such word."""


def is_naming(field: Field) -> bool:
    """Tell whether a field is called what names a thing."""
    return bool(field.key) and (
        field.key[-1] in _NAMING or _NAMING_CJK.search(field.label.strip("\"' ")) is not None
    )


def name_fields(record: Record) -> list[Field]:
    """Return the fields that a record may be called by: what is called a name, and the first no number."""
    names = [field for field in record.fields if is_naming(field)]
    first = next(
        (field for field in record.fields if any(not is_number(word) for word in field.value[:2])), None
    )
    if first is not None and first not in names:
        names.append(first)
    if record.is_row and record.fields and record.fields[0] not in names:
        names.append(record.fields[0])
    return names


def is_grouping(record: Record) -> bool:
    """Tell whether a record has no name of its own but that of a group: its fields are those around it."""
    return not record.heading or (len(record.heading) == 1 and record.heading[0] in GROUPING)
