"""The screens: everything that imports Textual."""
