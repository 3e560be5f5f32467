"""``python -m clockspades`` is the command ``clockspades``."""

from clockspades.cli import main

raise SystemExit(main())
