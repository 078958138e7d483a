"""Where pairs come from, error rates and curves, thresholds chosen by cost, certificates that go stale."""
