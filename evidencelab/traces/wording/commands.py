"""What is code to be run rather than something said: command lines and the languages of code blocks."""

from __future__ import annotations

import re

_COMMAND = re.compile(
    r"^\W*(?:\$|#|>|>>>)?\s*(?:sudo |kubectl|docker|helm|git|npm|npx|yarn|pnpm|pip3?|python3?|node|curl"
    r"|wget|ssh|scp|cd|ls|cat|grep|sed|awk|find|echo"
    r"|export|aws|gcloud|az|terraform|ansible|systemctl|journalctl|service|make|go|cargo|mvn|gradle|java"
    r"|apt(?:-get)?|yum|dnf|brew|psql|mysql"
    r"|VACUUM|ANALYZE|REINDEX|EXPLAIN|SET|SHOW|GRANT|REVOKE|OPTIMIZE|KILL|redis-cli|mongo|openssl|ping|dig|nslookup|traceroute|chmod|chown|mkdir|rm|cp|mv|tar|pytest|tox"
    r"|ruff|mypy|uv|poetry|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER"
    r"|import|from|def|class|const|let|var|function|return|#include|public|package|apiVersion)(?=[\s:({]|$)",
)
_PROGRAM_LANGUAGES = (
    "bash sh shell zsh console powershell bat cmd python py javascript js typescript ts jsx tsx java go "
    "golang rust c cpp csharp cs ruby rb php sql promql logql html css diff dockerfile makefile hcl "
    "terraform toml ini properties nginx mermaid kotlin swift scala r "
    "tool_code tool-code tool_call tool-call tool_use function_call"
)
COMMAND_LANGUAGES = frozenset(_PROGRAM_LANGUAGES.split())
"""Languages of a code block that is to be run, or is a program."""
QUOTED_LANGUAGES = {"text", "txt", "log", "logs", "output", "plaintext", "plain", "out", ""}
"""Languages of a code block that quotes what was read."""


def is_command_line(text: str) -> bool:
    """Tell whether a line begins like a command or a line of a program."""
    return bool(_COMMAND.match(text))


def in_command(text: str, start: int) -> bool:
    """Tell whether an offset lies in inline code that is a command."""
    for found in re.finditer(r"`([^`\n]+)`", text):
        if found.start() <= start < found.end():
            return is_command_line(found[1]) and " " in found[1].strip()
    return False
