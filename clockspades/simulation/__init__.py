"""Many games at once: bots against bots, on several cores or in a cluster."""
