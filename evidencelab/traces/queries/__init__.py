"""A statement read as a query on a table of the evidence, and the answer worked out.

What a statement says of a table is taken for a query only where every word of it is accounted for: a column,
a cell, what is worked out, or a word that narrows nothing. It must not guess; what is left over silences it.
"""
