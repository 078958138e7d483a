"""True values that are told of something else than they are true of.

A module a way of crossing them: of another row, field, label, moment, unit. `crossed` asks them all,
after each value was judged by itself.
"""
