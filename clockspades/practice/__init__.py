"""Positions to practice with: mistakes from a player's own games, puzzles, and when each of them comes back."""
