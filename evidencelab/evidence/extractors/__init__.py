"""From a tool's output to its records: one module a family, and the walk that finds them."""
