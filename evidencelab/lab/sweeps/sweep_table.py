"""The finished cells of a sweep as a table: one row a cell, failures included, in plan order.

Its first columns are those a comparison reads; further ones say what was counted on the way. The
same cells can be laid out under any policy, as thresholds change nothing that was said. It must not
know how cells were run.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from evidencelab.agents.language.exclusions import find_forbidden
from evidencelab.agents.language.scope import read_scope
from evidencelab.agents.stages import ChainRun
from evidencelab.errors import InputError
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.citation_kinds import count_citations, judge_citations
from evidencelab.lab.matrix.outcomes import judge_run
from evidencelab.lab.sweeps.comparison_columns import COLUMNS
from evidencelab.lab.sweeps.regate import regate
from evidencelab.lab.sweeps.sweep_cells import Cell, CellResult
from evidencelab.lab.sweeps.sweep_store import write_whole

FURTHER = {
    "key": "string",
    "held": "boolean",
    "failures": "string",
    "severity": "string",
    "failed_rules": "string",
    "parse_status": "string",
    "n_other": "Int64",
    "n_supported": "Int64",
    "attempts": "Int64",
    "tokens_in": "Int64",
    "tokens_out": "Int64",
    "cost": "Float64",
    "model_seconds": "Float64",
    "policy_hash": "string",
    "is_judged": "boolean",
}
TIMINGS = ("seconds", "model_seconds")
_DTYPES = {"text": "string", "flag": "boolean", "count": "Int64", "number": "Float64"}


def sweep_table(
    cells: Sequence[Cell], results: Sequence[CellResult], policy: GatekeeperPolicy | None = None
) -> pd.DataFrame:
    """Lay cells out, one row each.

    Args:
        cells: The cells of a plan.
        results: Their results, in the same order.
        policy: Lay the runs out under this policy; None is that of each cell.

    Raises:
        ValueError: `results` are not those of `cells`.
        SettingError: Runs with retries were to be laid out under another policy.
    """
    if [cell.key for cell in cells] != [result.key for result in results]:
        raise ValueError("got results of other cells; give one result a cell, in the same order")
    rows = [_row(cell, result, policy) for cell, result in zip(cells, results, strict=True)]
    dtypes = {**{column.name: _DTYPES[column.kind] for column in COLUMNS}, **FURTHER}
    frame = pd.DataFrame(rows, columns=list(dtypes))
    return frame.astype(dtypes)


def _row(cell: Cell, result: CellResult, policy: GatekeeperPolicy | None) -> dict[str, Any]:
    under = policy or cell.policy
    row: dict[str, Any] = {
        "case": cell.case.name,
        "incident": cell.case.incident,
        "language": cell.case.language,
        "variant": cell.arm.name,
        "model": cell.model,
        "repeat": cell.repeat,
        "expected_verdict": cell.case.expect.verdict,
        "narrow": read_scope(cell.case.query).is_narrow,
        "seconds": result.seconds,
        "error": result.error,
        "key": cell.key,
        "cost": result.cost,
        "policy_hash": under.policy_hash,
    }
    run = result.run
    if run is not None:
        row.update(_spent(run))
    if run is None or result.error is not None:
        return row
    run, is_judged = regate(
        run,
        under,
        has_baseline_verifier=cell.arm.verifier is None,
        has_baseline_composer=cell.arm.composer is None,
    )
    return {**row, **_said(cell, run), "is_judged": is_judged}


def _spent(run: ChainRun) -> dict[str, Any]:
    """What the models were asked and answered; None where no model told."""
    asked = [record for record in run.stages if record.completion is not None or record.tokens_in is not None]
    tokens_in = [record.tokens_in for record in asked if record.tokens_in is not None]
    tokens_out = [record.tokens_out for record in asked if record.tokens_out is not None]
    told = [*tokens_in, *tokens_out]
    return {
        "tokens": float(sum(told)) if told else None,
        "tokens_in": sum(tokens_in) if tokens_in else None,
        "tokens_out": sum(tokens_out) if tokens_out else None,
        "model_seconds": sum(record.seconds for record in asked),
    }


def _said(cell: Cell, run: ChainRun) -> dict[str, Any]:
    """What was said and what the gate and the verifier made of it."""
    gate = run.verifier_input.gatekeeper_result
    claims = run.verifier_input.executor_structured_output.claims
    counts = count_citations(judge_citations(run))
    failures = tuple(judge_run(cell.case.expect, run))
    supported = [claim for claim in run.verifier_output.claims if claim.support == "supported"]
    return {
        "verdict": run.verifier_output.verdict,
        "gate_status": gate.status,
        "n_claims": len(claims),
        "n_bindings": counts.n_bindings,
        **counts._asdict(),
        "forbidden_claim": _says_forbidden(run, failures),
        "groundedness_score": run.verifier_output.groundedness_score,
        "held": not failures,
        "failures": "\n".join(failures),
        "severity": gate.severity,
        "failed_rules": " ".join(gate.failed_rules),
        "parse_status": run.verifier_input.executor_output_parse_status.status,
        "n_supported": len(supported),
        "attempts": run.attempts,
    }


def _says_forbidden(run: ChainRun, failures: Sequence[str]) -> bool:
    """Tell whether a claim or the answer says what the case or the question shuts out."""
    claims = run.verifier_input.executor_structured_output.claims
    texts = [*(claim.claim_text for claim in claims), run.composer_output.user_facing_answer]
    return any(failure.startswith("forbidden_terms") for failure in failures) or any(
        find_forbidden(run.forbidden_terms, text) for text in texts
    )


def write_table(frame: pd.DataFrame, path: Path) -> None:
    """Write a table as Parquet, whole or not at all.

    Raises:
        OutputError: It cannot be written.
    """
    content = io.BytesIO()
    frame.to_parquet(content, index=False)
    write_whole(path, content.getvalue())


def read_table(path: Path) -> pd.DataFrame:
    """Read a table that `write_table` wrote.

    Raises:
        InputError: It cannot be read.
    """
    try:
        return pd.read_parquet(path, dtype_backend="numpy_nullable")
    except (OSError, ValueError) as error:
        raise InputError(
            str(path), f"cannot be read ({error})", "give the Parquet file of a sweep"
        ) from error
