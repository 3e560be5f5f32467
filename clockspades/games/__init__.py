"""The games, one folder each, and the catalogue that names them.

Beside them stands what trick-taking games share: ``tricks``, ``trick_words`` and ``trick_sampling``.
"""
