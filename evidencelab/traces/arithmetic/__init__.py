"""How one number follows from others, whoever says so and wherever they stand.

Quantities in the base of their unit, what two or many of them come to, the words that speak of it, and
how near two amounts must be to be one. It knows texts and numbers, no evidence.
"""
