"""Films of a game: the frames of a screen, and the files that play them."""
