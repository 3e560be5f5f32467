"""Guests who install nothing: the program that they get, its bounds, and the doors to it."""
