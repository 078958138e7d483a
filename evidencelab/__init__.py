"""evidencelab: find out whether an AI agent's evidence is real."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evidencelab.version import __version__

if TYPE_CHECKING:
    from evidencelab.traces.check import check_trace

__all__ = ["__version__", "check_trace"]


def __getattr__(name: str) -> Any:
    """Load the hook for pipelines when it is first asked for, so that importing the package stays light."""
    if name == "check_trace":
        from evidencelab.traces.check import check_trace

        return check_trace
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
