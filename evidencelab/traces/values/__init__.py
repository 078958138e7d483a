"""What a value is: numbers with their units, moments, names, and how a text writes them.

Answers and evidence are read alike; nothing here knows which of the two a text is.
"""
