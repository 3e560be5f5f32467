"""What works around Textual 8.2.8, one module for each part of it that falls short.

Nothing outside of this folder uses a private name of Textual's: ``tests/tui/textual_fixes/test_private_names.py``
checks that. Each module says what is wrong and where, what the work-around does instead, and when it can go. Its tests
show the fault in plain Textual first. One that fails says that a newer Textual has mended it: then remove the
work-around.

- ``bindings_map`` gives a screen bindings of its own;
- ``mounted`` keeps what is being removed from handling anything;
- ``resized`` drops sizes that the terminal no longer has, and finds a widget for clicks outside of it;
- ``input_gate`` admits one key or click at a time, and none while a screen comes or goes;
- ``held_keys`` tells a new key from one that is held down;
- ``dismissed_once`` lets a screen close itself only;
- ``found_list`` survives clicks and keys in a list of commands that has just changed;
- ``field_cursor`` says where the next character of a field is typed;
- ``line_cache`` lets go of widgets that are removed;
- ``quiet_app`` ends without a traceback, and says whether it is about to end;
- ``driver`` and ``terminal_writer`` drive a terminal that can be slow, stuck or closed.
"""
