"""How to choose, at random or with cards hidden, for any game; it knows none. A game's own bots stand in its folder."""
