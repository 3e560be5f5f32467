"""The screens: everything that imports Textual.

Each of these imports only what stands below it:

- ``app`` is the application, and makes every screen when it is first opened;
- ``screens`` has a file for each screen, and beside it what styles it;
- ``navigator`` is what screens know of the application: the way to another screen, and the game that is open;
- ``tables`` has a table for each game; the selectors in the game's own folder say what its widgets show;
- ``widgets`` are what screens and tables are made of: they know no game;
- ``themed_app`` is what widgets know of the application: the settings, and the colours to draw in;
- ``layout`` says where things stand, and ``texts`` what there is to read apart from the games' own words;
- ``drawing`` is what things look like, as characters and colours;
- ``command_screen`` and ``bindings`` give commands their keys;
- ``textual_fixes`` works around Textual.

A game moves through these in one direction. A screen holds the game and gives its table a ``PlayerView``, what one
player sees of it. The table adds the player's ``Selection``, which makes a ``TableModel``. Each widget takes from that,
by its selector, what it draws, and repaints when this has changed. What the player decides goes back to the screen as a
message.
"""
