"""The arithmetic that an answer states by itself, worked out again."""
