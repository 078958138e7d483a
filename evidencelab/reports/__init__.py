"""Figures, tables and the notebook runner."""
