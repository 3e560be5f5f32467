"""What works around Textual 8.2.8, one module for each part of it that falls short.

Nothing outside of this folder uses a private name of Textual's: ``tests/tui/textual_fixes/test_private_names.py``
checks that. Each module says what is wrong, what is done instead, and when that can go. Its tests show the fault in
plain Textual first: one that fails says that a newer Textual has mended it. Then remove the work-around.
"""
