"""What is claimed without a value: an absence, health, a success, an act, a total.

A module a kind of claim, with the words that make it and what in the evidence speaks against it;
`overclaims` asks them all. Values are judged elsewhere.
"""
