"""Models and their prompts: which one answers, what it is shown, and how its answer is read."""
