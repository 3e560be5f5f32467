"""What is read on the screens: saved games, the points of a replay, and the rules, made ready to be shown."""
