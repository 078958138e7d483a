"""Decides whether citations are real; never whether claims are true."""
