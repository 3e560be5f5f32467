"""Clogs: tricks with cards from the hand and with cards that nobody has seen."""
