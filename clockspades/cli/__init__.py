"""The command line: where the program begins, what can be typed, what is printed, and what each command does."""

INTERRUPTED = 130
"""The exit status after Ctrl+C."""


def main(argv: list[str] | None = None) -> int:
    """Run the program and return its exit status. Ctrl+C ends it quietly, even while its modules are imported."""
    try:
        from clockspades.cli.entry import run

        return run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
