"""Card games in the terminal, full screen: Clockwork Spades, patiences on a clock, Clogs and Spades."""

__version__ = "0.2.0"
