"""What becomes of one value: held, given, in another form, another's, worked out, or made up.

A judge each for names, moments and numbers, `resolve` the door to them; beside them what only they ask, a
module a sign or a form of a value. Several values at once are for the floors above.
"""
