"""A text as it is searched: folded, cut into tokens, its records and tables read once."""
