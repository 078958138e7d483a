"""States, names and dates told of a thing that the evidence has otherwise.

A module a way of telling them: of a named record, of all records, of a thing without a name, in a table.
Numbers are judged elsewhere.
"""
