"""The games, one folder each, and the catalogue that names them.

Beside them stands what several games share: ``phrases`` in words, and for trick-taking games ``tricks``,
``trick_words`` and ``trick_sampling``.
"""
