"""Luck and skill of a finished game: how they are computed, kept and worded."""
