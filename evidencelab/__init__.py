"""evidencelab: find out whether an AI agent's evidence is real."""

__version__ = "0.1.0"
