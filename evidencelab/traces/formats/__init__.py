"""Other people's formats, one module each, and the one shape into which they are brought.

Nothing here knows what a trace is checked for; a new format is a module here and a line in `detect`.
"""
