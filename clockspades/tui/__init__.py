"""The screens: everything that imports Textual.

- ``app`` goes from screen to screen; ``opening`` says with which it begins, ``commands`` is its palette of actions;
- ``settings`` and ``choices`` are what the program keeps of how it is played, in files;
- ``screens`` has a file for each screen, and beside it what styles it;
- ``tables`` has a table for each game, and the pure functions, the slices, that say what its widgets show;
- ``widgets`` are what screens and tables are made of: they know no game;
- ``drawing`` and ``layout`` are what the widgets draw, and where, as pure functions;
- ``texts`` is what there is to read, apart from the games' own words.

A game moves through these in one direction. A screen holds the game and gives its table a ``Sight``, what one seat
sees of it; the table adds what its player attends to, which makes a ``Scene``; every widget takes its slice of that
and repaints when the slice has changed. What the player decides goes back to the screen as a message.
"""
