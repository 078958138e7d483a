"""The tools an agent calls: over scenario files, and live ones."""
