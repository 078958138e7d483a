"""The arithmetic behind a number, looked for in its statement, its list and the evidence."""
