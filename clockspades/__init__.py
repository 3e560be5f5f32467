"""Clockspades: a full-screen card table for the terminal."""

__version__ = "0.1.0"
