"""Tables for people elsewhere: what goes over the wire, and what a seat draws from what came."""
