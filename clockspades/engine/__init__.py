"""What every game shares: what a game is, sessions, logs, the archive, simulation. It knows no game and no screen."""
