"""Planner, executor, verifier and composer: deterministic baselines and model programs."""
