"""The deals of the day: which cards they have, what was played, and the calendar."""
