"""Stepping through a saved game: whose cards it shows, and what it says of each point."""
