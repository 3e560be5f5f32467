"""Where things stand: pure arithmetic in cells, tested without a screen."""
