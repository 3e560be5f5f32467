"""What a game is: rules, words and facts. And a session of it. It knows no game, no file and no screen."""
