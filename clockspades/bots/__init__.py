"""How to choose with hidden cards, for any game; it knows none. Each game's own bots stand in its folder."""
