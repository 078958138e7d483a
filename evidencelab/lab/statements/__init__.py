"""Statements put into the answers of a trace, true or false by how they were made: how the check errs."""
