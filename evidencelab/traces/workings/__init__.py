"""The arithmetic behind a number, looked for in its statement, its list and the evidence.

A module a place to take operands from, the nearest asked first; chance is weighed where operands are
many. What an answer writes out as arithmetic is for `stated`.
"""
