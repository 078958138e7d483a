"""The hash of the code, against a naive one over the files as they lie there."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import evidencelab
from evidencelab.version import code_digest

PACKAGE = Path(evidencelab.__file__).parent


@pytest.mark.parametrize(
    ("room", "endings", "holds"),
    [
        ("agents", (".py",), "agents/baseline/planner.py"),
        ("agents", (".py", ".md"), "agents/prompts/planner.plan.en.md"),
        ("evidence", (".py",), "evidence/locate/pieces.py"),
    ],
)
def test_a_digest_covers_the_files_of_a_room_and_of_its_floors(room, endings, holds):
    files = {
        file.relative_to(PACKAGE).as_posix(): file.read_bytes()
        for file in (PACKAGE / room).rglob("*")
        if file.suffix in endings
    }
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name])

    assert holds in files
    assert code_digest(room, endings=endings) == digest.hexdigest()
