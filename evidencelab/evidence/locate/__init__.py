"""The ways in which an excerpt is found in a text, and what differs where it is not."""
