"""The arithmetic that an answer states by itself, worked out again.

A module a way of stating it: shares, changes, equations, units, lengths, columns. They must not look at the
evidence; `stated` asks them all, and leaves alone what one line of a tool says.
"""
