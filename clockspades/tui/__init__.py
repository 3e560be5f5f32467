"""The screens: everything that imports Textual. docs/architecture.md says what each package in it does."""
