"""What several commands share: options that mean the same everywhere, and the usage line of each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

if TYPE_CHECKING:
    from evidencelab.gatekeeper.policy import GatekeeperPolicy

PolicyOption = Annotated[
    Path | None,
    typer.Option("--policy", metavar="FILE", help="JSON file of policy settings; defaults where absent"),
]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="FILE|URL",
        help="audit store; else EVIDENCELAB_AUDIT, else results/audit.sqlite of the checkout",
    ),
]


class PlainCommand(TyperCommand):
    """A command whose usage line writes what must be given as the README does: `FILE...`, no braces."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Give the parts of the usage line; only what may be left out stands in brackets."""
        return [_plain(piece) for piece in super().collect_usage_pieces(ctx)]


def _plain(piece: str) -> str:
    """Write `{FILE}...` as `FILE...` and `[FILE]...` as `[FILE...]`."""
    if piece.startswith("[") and piece.endswith("]..."):
        return f"{piece[:-4]}...]"
    return piece.replace("{", "").replace("}", "")


def policy_of(path: Path | None) -> GatekeeperPolicy:
    """Read the policy file, or give the defaults where none is named."""
    from evidencelab.gatekeeper.policy import GatekeeperPolicy, load_policy

    return GatekeeperPolicy() if path is None else load_policy(path)
