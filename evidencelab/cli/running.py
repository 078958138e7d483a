"""The commands that run many things: notebooks into a report, cases x variants x models into a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidencelab.cli.options import DatabaseOption, PolicyOption
from evidencelab.cli.output import complain, emit


def report(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="notebooks; all")] = None,
    parameter: Annotated[
        list[str] | None, typer.Option("-p", metavar="KEY=VALUE", help="a parameter; NOTEBOOK.KEY for one")
    ] = None,
    results: Annotated[Path | None, typer.Option(help="where runs are kept; results/")] = None,
    notebooks: Annotated[Path | None, typer.Option(help="where the notebooks are; notebooks/")] = None,
    profile: Annotated[str | None, typer.Option(help="a profile's name or YAML file")] = None,
    against: Annotated[
        str | None, typer.Option(help="previous, baseline, none, or a run to compare with")
    ] = None,
    keep: Annotated[int | None, typer.Option(min=1, help="how many runs stay in the results")] = None,
    save_baseline: Annotated[bool, typer.Option(help="later runs are compared with this one")] = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="notebooks that run at the same time; 2, or 1 on one core")
    ] = None,
) -> None:
    """Run the notebooks into a folder of results and say what did not hold or got worse."""
    from evidencelab.reports.running.command import ReportOptions, run_report
    from evidencelab.reports.running.summary import describe_report

    options = ReportOptions(
        names or (), parameter or (), results, notebooks, profile, against, keep, save_baseline, jobs
    )
    done = run_report(options)
    for record in done.finished.manifest.notebooks:
        if record.misuse:
            complain(f"{record.name}: {record.error}")
    emit(describe_report(done))
    raise typer.Exit(done.exit_code)


def sweep(
    out: Annotated[Path, typer.Option(help="folder of finished cells and of the table")] = Path(
        "results/sweep"
    ),
    case: Annotated[list[str] | None, typer.Option(metavar="NAME", help="a case; all")] = None,
    language: Annotated[str, typer.Option(help="zh or en; both")] = "",
    executor: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VARIANT", help="name or path, react:NAME calls the tools; the three that come along"
        ),
    ] = None,
    verifier: Annotated[list[str] | None, typer.Option(metavar="VARIANT", help="default baseline")] = None,
    planner: Annotated[str, typer.Option(metavar="VARIANT")] = "baseline",
    composer: Annotated[str, typer.Option(metavar="VARIANT")] = "baseline",
    model: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="smollm2, provider/name, URL[#name]; EVIDENCELAB_LM, else smollm2"),
    ] = None,
    repeats: Annotated[int, typer.Option(help="runs of each combination")] = 1,
    temperature: Annotated[float, typer.Option(help="of the sampling")] = 0.0,
    max_tokens: Annotated[int, typer.Option(help="longest answer")] = 1024,
    seed: Annotated[int, typer.Option(help="of the first repeat")] = 0,
    timeout: Annotated[float, typer.Option(help="longest silence of a server, seconds")] = 60.0,
    policy: PolicyOption = None,
    workers: Annotated[int, typer.Option(min=1, help="cells run at the same time")] = 2,
    scheduler: Annotated[str, typer.Option(help="local, or the address of a dask scheduler")] = "",
    retry_failed: Annotated[bool, typer.Option(help="run failed cells again")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="one row a cell as JSON")] = False,
    database: DatabaseOption = None,
) -> None:
    """Run cases x variants x models x repeats; stop it at any time and start it again.

    Exit 0 however well or badly a model did; a cell that failed is a row with its error.
    """
    from evidencelab.reports.notebooks import sweep_command, sweep_job

    job = sweep_job.read_job(
        cases=case or (),
        language=language,
        executors=executor or sweep_job.EXECUTORS,
        verifiers=verifier or ("baseline",),
        planner=planner,
        composer=composer,
        models=model or (),
        repeats=repeats,
        temperature=temperature,
        max_tokens=max_tokens,
        seed=seed,
        timeout_seconds=timeout,
        policy="" if policy is None else str(policy),
    )
    options = sweep_command.SweepOptions(out, workers, scheduler, retry_failed, database)
    done = sweep_command.run_command(job, options)
    for line in done.rows() if as_json else (done.text(),):
        emit(line)
