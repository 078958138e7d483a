"""How an answer words what it says: statements, mood, denials, hedges, the words for states."""
