"""Tables over a network, level by level. What one level shows is not shown again at those below it in this list.

| level | files |
|---|---|
| what goes over the wire | `test_wire_form`, `test_golden_messages`, `test_secrets`, `test_remote_game`, `test_invitation` |
| the reducers of a table, of its client and of what is shown | `test_table_server`, `test_idle_people`, `test_long_games`, `test_client`, `test_unfair_host`, `test_following` |
| the same over a faulty network in virtual time | `test_faulty_network`, `test_secrets`, `test_owners` |
| what is kept on a disk | `test_stores`, `test_sqlite_store`, `test_redis_store`, `test_kept_seats`, `test_hostile_files` |
| one process with real sockets | `test_limits`, `test_hosting`, `test_shared_tables`, `test_connection`, `test_club`, `test_bot_pool`, `test_nearby` |
| several processes, which are killed | `test_server_process`, `test_faulty_games`, `test_short_codes`, `test_bot_in_the_docs` |
"""  # noqa: E501
