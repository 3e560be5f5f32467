"""Other ways a game could have gone, played on from a replay of it."""
