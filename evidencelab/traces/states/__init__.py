"""States, names and dates told of a thing that the evidence has otherwise."""
