"""The command that calibrates: thresholds chosen and certified, certificates and other gates checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from evidencelab.cli.options import PolicyOption
from evidencelab.cli.output import FINE, SAID_NO, complain, emit
from evidencelab.errors import SettingError


def calibrate(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE",
            help="labelled pairs, sessions, traces, tool outputs, folders of them; the fixtures where absent",
        ),
    ] = None,
    verify: Annotated[
        Path | None, typer.Option("--verify", metavar="CERT", help="check this certificate instead")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="with --verify: the files are new data on purpose")
    ] = False,
    conformance: Annotated[
        Path | None, typer.Option("--conformance", metavar="VECTORS", help="check answers to vectors instead")
    ] = None,
    answers: Annotated[
        Path | None, typer.Option(help="with --conformance: another implementation's answers; else our own")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="folder for policy, certificate, vectors and scores; none is written")
    ] = None,
    policy: PolicyOption = None,
    alpha: Annotated[float, typer.Option(help="limit of P(accept | unfaithful)")] = 0.01,
    beta: Annotated[float, typer.Option(help="limit of P(mismatch | faithful)")] = 0.05,
    delta: Annotated[float, typer.Option(help="share of certificates that may be wrong")] = 0.05,
    cost_false_accept: Annotated[float, typer.Option(help="of an unfaithful excerpt accepted")] = 20.0,
    cost_false_reject: Annotated[float, typer.Option(help="of a faithful excerpt rejected")] = 1.0,
    cost_undecided: Annotated[float, typer.Option(help="of an excerpt left undecided")] = 0.2,
    p_unfaithful: Annotated[float, typer.Option(help="share of unfaithful excerpts to expect")] = 0.1,
    classes: Annotated[
        list[str] | None, typer.Option("--class", metavar="KIND", help="a kind to keep; all")
    ] = None,
    choose_share: Annotated[float, typer.Option(help="share of the groups that choose")] = 0.5,
    grouping: Annotated[
        str, typer.Option(help="template or record: which evidence is one group")
    ] = "template",
    per_group: Annotated[int, typer.Option(help="texts kept of each template; 0 keeps all")] = 20,
    seed: Annotated[int, typer.Option(help="of corruptions, split and bootstrap")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="the certificate or the check as JSON")] = False,
) -> None:
    """Choose thresholds on labelled pairs and certify them; or check a certificate, exit 1 if it fails.

    Evidence is made into pairs by edits whose honesty is known. Pairs of your own are JSONL, one a line:
    {"text": the evidence, "excerpt": the quote, "label": "faithful" or "unfaithful",
    "kind": the edit's name, "group": what rows of one record share}.

    With --out, policy.json holds the thresholds and takes evidence from your data's tools: use it with
    check --policy. A policy given with --policy keeps its own tools.
    """
    from evidencelab.reports.notebooks import calibration_job, calibration_run
    from evidencelab.reports.terminal import calibration_text

    if fresh and verify is None:
        raise SettingError("calibrate", "--fresh", "goes with --verify CERT, which is missing")
    if answers is not None and conformance is None:
        raise SettingError("calibrate", "--answers", "goes with --conformance VECTORS, which is missing")
    if verify is not None:
        with calibration_run.working_folder(None) as folder:
            check = calibration_run.verify_file(verify, files or [], folder, policy, fresh)
        emit(json.dumps(check.to_wire()) if as_json else calibration_text.describe_check(check))
        raise typer.Exit(FINE if check.status == "valid" else SAID_NO)
    if conformance is not None:
        outcome = calibration_run.check_vectors(conformance, answers)
        emit(json.dumps(outcome.to_wire()) if as_json else calibration_text.describe_conformance(outcome))
        raise typer.Exit(FINE if outcome.conforms else SAID_NO)
    job = calibration_job.read_job(
        files or [],
        policy=policy or "",
        alpha=alpha,
        beta=beta,
        delta=delta,
        cost_false_accept=cost_false_accept,
        cost_false_reject=cost_false_reject,
        cost_undecided=cost_undecided,
        p_unfaithful=p_unfaithful,
        classes=classes or (),
        choose_share=choose_share,
        grouping=grouping,
        per_group=per_group,
        seed=seed,
    )
    with calibration_run.working_folder(out) as folder:
        table = calibration_job.score_job(job, folder)
        done = calibration_run.run_job(job, table)
        written = calibration_run.write_run(job, table, done, folder) if out is not None else ()
    notes = calibration_run.notes_on(job, done)
    if as_json:
        emit(calibration_run.certificate_json(done.certificate))
        for note in notes:
            complain(note)
    else:
        emit(calibration_text.describe_calibration(done, written, notes))
