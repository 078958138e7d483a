"""The command line: parse, call, print. It decides nothing and must not hold any logic of its own."""

from evidencelab.cli.entry import app, main, run

__all__ = ["app", "main", "run"]
