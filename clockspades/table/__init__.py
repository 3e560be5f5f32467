"""The table as a pure reducer: what is shown and selected, and what each input leads to. No Textual here."""
