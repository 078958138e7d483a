"""How an answer words what it says: statements, mood, denials, hedges, the words for states.

Lists of words and patterns of sentences that more than one floor heeds stand here. It knows texts, no
evidence.
"""
