"""Pictures made by the program, and what makes them."""
