"""Labelled pairs, and what one pass of the match says of them."""
