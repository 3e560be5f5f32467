"""What goes over the network: frames, messages, and the form that games have in them."""
