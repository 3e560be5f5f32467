"""What things look like, as characters and colours: cards, large letters, and the themes."""
