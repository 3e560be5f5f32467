"""Choosing with hidden cards, for any game: it knows none."""
