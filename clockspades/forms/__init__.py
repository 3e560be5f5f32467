"""Forms as data: the setup of a game as a pure reducer, and the rows of the settings."""
