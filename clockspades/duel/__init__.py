"""A duel by message: two friends play the same deal apart, and neither sees the other's game before both are bound."""
