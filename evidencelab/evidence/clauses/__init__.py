"""What keeps a clause of a text from being a fact: doubt, denial, a condition, a limit, an end."""
