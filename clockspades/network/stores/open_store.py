"""The store of an address: a folder on this machine, or a Redis that several processes share."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from clockspades.network.stores.file_store import SUFFIX, FileStore
from clockspades.network.stores.table_store import StoreError, TableStore

SCHEMES: Final = ("redis://", "rediss://", "unix://")
"""What an address of Redis begins with."""
JOURNAL: Final = f"club{SUFFIX}"
"""The name of the journal in a folder."""
NO_REDIS: Final = "a store in Redis needs another package: pip install 'clockspades[redis]'"
NO_SCHEME: Final = "a store is a folder, or an address such as redis://127.0.0.1:6379/0, and not {}"


async def open_store(address: str) -> TableStore:
    """The store at an address such as ``redis://127.0.0.1:6379/0``, or in a folder, which is made if it is missing.

    StoreError if it can't be used. Its ``warning`` has a sentence for the host if something could be wrong with it.
    """
    if address.startswith(SCHEMES):
        if find_spec("redis") is None:
            raise StoreError(NO_REDIS)
        from clockspades.network.stores.redis_store import RedisStore

        return await RedisStore.open(address)
    if "://" in address:
        raise StoreError(NO_SCHEME.format(f"{address.partition('://')[0]}://"))
    path = Path(address).expanduser() / JOURNAL
    return FileStore.open(path) if path.exists() else FileStore.create(path, {})
