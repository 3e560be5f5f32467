"""A bot for clockspades that plays the first legal action with the highest card, or any that is legal."""

import json
import random
import sys

RANKS = "23456789TJQKA"


def choose(view, legal):
    """Play the highest card, or else anything that is legal. Put your own ideas here."""
    cards = [action for action in legal if action["do"] == "play" and "card" in action]
    if cards:
        return max(cards, key=lambda action: RANKS.find(action["card"][0]))
    return random.choice(legal)


for line in sys.stdin:
    told = json.loads(line)
    if "choose" in told:
        print(json.dumps(choose(told["choose"]["view"], told["choose"]["legal"])), flush=True)
