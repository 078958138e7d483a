"""The rules no model can bend, and the last word of the code."""
