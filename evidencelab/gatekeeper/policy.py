"""All tunable numbers of the gate in one frozen, hashed object, and the version of the code it tunes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, field_validator

from evidencelab.errors import InputError, SettingError
from evidencelab.evidence.match_policy import MatchPolicy
from evidencelab.gatekeeper.files import read_text_file
from evidencelab.gatekeeper.json_values import decode_whole, json_expectation, shorten, told
from evidencelab.version import __version__, code_digest

IMPORTED_TOOLS = "imported:*"


class GatekeeperPolicy(MatchPolicy):
    """The settings of the excerpt match and of the gate around it.

    Attributes:
        evidence_tools: Names of the tools that may be cited, each as it stands, without patterns. The
            entry `imported:*` stands for any tool of an imported trace (an invocation with an
            `external_id`); None allows all.
        backfill: `unique` fills a missing invocation id where exactly one candidate holds the
            excerpt; `off` never fills.
        max_retries: How often an executor is asked again with the gate's errors. 0 is never.
    """

    evidence_tools: tuple[str, ...] | None = (
        "query_metrics",
        "query_logs",
        "lookup_knowledge",
        IMPORTED_TOOLS,
    )
    backfill: Literal["unique", "off"] = "unique"
    max_retries: int = Field(default=0, ge=0)

    @field_validator("evidence_tools")
    @classmethod
    def _names_only(cls, names: tuple[str, ...] | None) -> tuple[str, ...] | None:
        """Refuse what could never be a tool's name, and so would silently allow nothing."""
        for name in names or ():
            if name != IMPORTED_TOOLS and (not name.strip() or "*" in name):
                raise ValueError(
                    f"{name!r} is no tool's name: names are taken as they stand, null allows every tool, "
                    f"{IMPORTED_TOOLS!r} those of imported traces"
                )
        return names

    @property
    def policy_hash(self) -> str:
        """Hash of every setting, independent of field order and of how numbers were written."""
        values = self.model_dump(mode="json")
        values["vetoes"] = sorted(values["vetoes"])
        text = json.dumps(values, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def policy_from_json(values: Any, where: str) -> GatekeeperPolicy:
    """Build a policy from JSON values; none is turned into another type: `true` and `"95"` are no numbers.

    Raises:
        SettingError: A key is unknown or its value impossible; the message names both.
        InputError: The values are not an object.
    """
    if not isinstance(values, dict):
        raise InputError(
            where, f"got {type(values).__name__}, expected a JSON object", "write {} for the defaults"
        )
    known = tuple(sorted(GatekeeperPolicy.model_fields))
    for key in values:
        if key not in known:
            raise SettingError(where, str(key), "is not a policy setting", known)
    try:
        return GatekeeperPolicy.model_validate_json(json.dumps(values), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        got = f"got {shorten(first['input'])}; " if name else ""
        expected = json_expectation(first["msg"])
        raise SettingError(where, name or "policy", f"is wrong ({got}{expected})") from error


def load_policy(path: Path) -> GatekeeperPolicy:
    """Read a policy from a JSON file.

    Raises:
        InputError: The file cannot be read or is not JSON.
        SettingError: A key is unknown or stated twice, or its value is impossible.
    """
    text = read_text_file(path, "a policy file")
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(str(path), f"is not JSON ({error.msg})", "mend the file", error.lineno) from error
    except (ValueError, RecursionError) as error:
        raise InputError(str(path), f"is not readable JSON ({told(error)})", "mend the file") from error
    decoded = decode_whole(text)
    if decoded is not None and decoded.repeated_keys:
        raise SettingError(str(path), decoded.repeated_keys[0], "is stated twice")
    return policy_from_json(values, str(path))


def code_version(*more: str) -> str:
    """Name the code that decides: package version and a hash over `evidence/` and `gatekeeper/`.

    Args:
        more: Further rooms of the package that decide as well.
    """
    return f"{__version__}+{code_digest('evidence', 'gatekeeper', *more)[:12]}"
