"""The gate starts light: it loads no model, notebook, table or plotting library."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("dspy", "pandas", "papermill", "altair", "matplotlib", "sklearn", "scipy", "sqlalchemy", "litellm")


def modules_loaded_by(statement: str) -> set[str]:
    program = f"{statement}\nimport sys\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize(
    "statement",
    [
        "import evidencelab.gatekeeper",
        "import evidencelab.gatekeeper.hook, evidencelab.gatekeeper.envelopes",
        "import evidencelab.cli, evidencelab.reports.terminal.gate_table, evidencelab.gatekeeper.envelopes",
    ],
)
def test_gate_loads_nothing_heavy(statement):
    assert modules_loaded_by(statement).isdisjoint(HEAVY)


def test_the_import_test_sees_a_heavy_library():
    assert "scipy" in modules_loaded_by("import scipy")
