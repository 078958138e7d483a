"""True values that are told of something else than they are true of."""
