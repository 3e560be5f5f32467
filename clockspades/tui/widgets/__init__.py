"""What the screens are made of, one widget a file. None of them knows a game."""
