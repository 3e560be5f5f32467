"""What works around Textual 8.2.8, one module for each part of it that falls short.

Nothing outside of this folder uses a private name of Textual's: ``tests/tui/textual_fixes/test_private_names.py``
checks that. Each module says what is wrong and where, what the work-around does instead, and when it can go. Its tests
show the fault in plain Textual first. One that fails says that a newer Textual has mended it: then remove the
work-around.

- ``bindings_map`` gives a screen bindings of its own;
- ``mounted`` keeps what is being removed from handling anything, and lets go of it;
- ``fixed_screens`` drops sizes that the terminal no longer has, finds a widget for clicks outside of it, keeps clicks
  on a notification from it, lets a screen close itself only, and reads what is shown;
- ``painting`` paints once what changes together, and writes what the terminal does not show yet;
- ``at_rest`` calls what waits until nothing else is left to run;
- ``input_gate`` admits one key or click at a time, none while a screen comes, goes or is covered, of the mouse only the
  left button, and no key that is held down;
- ``lists_and_fields`` survives clicks and keys in a list of commands that has just changed, and says where the cursor
  is in lists and fields;
- ``quiet_app`` ends without a traceback, and says whether it is about to end;
- ``driver`` and ``terminal_writer`` drive a terminal that can be slow, stuck or closed;
- ``terminal_parser`` reads whatever a terminal sends, and drops what is no key.
"""
