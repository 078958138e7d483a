"""Other people's agent traces, read as sessions and gated."""
