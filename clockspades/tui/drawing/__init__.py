"""What things look like, as characters and colours: cards, the clock's face, large letters, and the themes."""
