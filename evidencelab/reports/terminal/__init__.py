"""The same for a terminal, and what `check` does with a file."""
