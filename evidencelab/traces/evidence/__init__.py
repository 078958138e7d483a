"""What the tools gave, laid out so that a value is found with its place, its name and its record.

Here a number is found, compared and likened; what becomes of it is for the judges to say. Records are
read here for whoever judges states, names or claims.
"""
