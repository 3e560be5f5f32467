"""Line mode: a game as text in and out, for screen readers, terminals without a screen, and pipes."""
