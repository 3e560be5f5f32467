"""Making the puzzles that come with the program."""
