"""How Chinese and English say things: facts, polarity, scope, and what steps do."""
