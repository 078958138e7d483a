"""The house as its checkers hold it: what is put on the wrong floor, or on none, fails `make check`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a copy of the package with its contracts."""
    folder = tmp_path_factory.mktemp("house")
    shutil.copy(CHECKOUT / "pyproject.toml", folder)
    shutil.copytree(
        CHECKOUT / "evidencelab", folder / "evidencelab", ignore=shutil.ignore_patterns("__pycache__")
    )
    return folder


def imports_hold(house: Path) -> tuple[bool, str]:
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=house,
        env={**os.environ, "PYTHONPATH": str(house)},
        capture_output=True,
        text=True,
    )
    return done.returncode == 0, " ".join(done.stdout.split())


def test_the_house_as_it_is_holds(house):
    holds, said = imports_hold(house)
    assert holds, said


@pytest.mark.parametrize(
    ("path", "line", "says"),
    [
        pytest.param(
            "evidence/text/odd.py",
            "from evidencelab.evidence.locate import pieces",
            "evidencelab.evidence.text is not allowed to import evidencelab.evidence.locate",
            id="floor-above",
        ),
        pytest.param(
            "gatekeeper/odd.py",
            "from evidencelab.traces import check",
            "evidencelab.gatekeeper is not allowed to import evidencelab.traces",
            id="room-above",
        ),
        pytest.param("gatekeeper/odd.py", "import pandas", "pandas", id="library-too-heavy-for-the-gate"),
        pytest.param("lab/odd.py", "", "evidencelab.lab.odd", id="on-no-floor"),
    ],
)
def test_what_stands_on_the_wrong_floor_or_on_none_is_refused(house, path, line, says):
    odd = house / "evidencelab" / path
    odd.write_text(line + "\n", encoding="utf-8")
    try:
        holds, said = imports_hold(house)
    finally:
        odd.unlink()
    assert not holds
    assert says in said
