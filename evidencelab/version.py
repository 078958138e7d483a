"""The version and the hash of the code, apart from the package so that every room may read them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

__version__ = "0.1.0"


@lru_cache
def code_digest(*rooms: str, endings: tuple[str, ...] = (".py",)) -> str:
    """Hash the files of some rooms of the package, with the floors in them.

    Args:
        rooms: Names of rooms, such as `evidence`.
        endings: What the names of the files that count end in.

    Returns:
        64 hexadecimal digits, the same wherever the package is installed.
    """
    digest = hashlib.sha256()
    package = resources.files("evidencelab")
    for room in rooms:
        for name, file in sorted(_files(package.joinpath(room), room)):
            if name.endswith(endings):
                digest.update(name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _files(item, f"{path}/{item.name}")
        else:
            yield f"{path}/{item.name}", item
