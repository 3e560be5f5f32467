"""Where things stand, down to the dots of the clock's engraving: pure arithmetic in cells, tested without a screen."""
