"""Prompt variants over cases, models and repeats: resumable, compared, improved."""
