"""The four stages without a model: they read the evidence, and quote it."""
