"""How people find a table: invitations, short codes, tables nearby. And whether its host is the right one."""
