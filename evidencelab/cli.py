"""The command line: parse, call, print. It decides nothing and must not hold any logic of its own.

stdout carries results only. Exit 0 is fine, 1 means that the gate or a regression check said no,
2 is misuse or unreadable input: one line on stderr, no traceback. Heavy libraries are imported
inside the commands that need them, so that `evidencelab check` starts fast.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evidencelab.errors import EvidencelabError, InputError, SettingError

if TYPE_CHECKING:
    from evidencelab.gatekeeper.policy import GatekeeperPolicy
    from evidencelab.reports.checked_inputs import Checked

FINE, SAID_NO, UNREADABLE = 0, 1, 2
CLOSED_PIPE = 141  # as a shell reports a writer whose reader has gone

app = typer.Typer(
    name="evidencelab",
    help="Find out whether an agent's evidence is real.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

session_app = typer.Typer(help="Build session files.", rich_markup_mode=None)
app.add_typer(session_app, name="session")
audit_app = typer.Typer(help="Ask the store of decisions.", rich_markup_mode=None)
app.add_typer(audit_app, name="audit")

PolicyOption = Annotated[
    Path | None, typer.Option("--policy", help="JSON file of policy settings; defaults where absent")
]
DatabaseOption = Annotated[
    str | None,
    typer.Option("--database", help="audit store: a file or a database URL; else EVIDENCELAB_AUDIT"),
]


def emit(text: str) -> None:
    """Print one result to stdout; the only way a command writes there."""
    try:
        sys.stdout.write(text + "\n")
    except BrokenPipeError:
        _drop_stdout()
        raise typer.Exit(CLOSED_PIPE) from None


def complain(problem: object) -> None:
    """Print one line to stderr, whatever stands in the problem's text."""
    from evidencelab.reports.gate_table import printable

    print(f"evidencelab: {printable(' '.join(str(problem).split()))}", file=sys.stderr)


def policy_of(path: Path | None) -> GatekeeperPolicy:
    """Read the policy file, or give the defaults where none is named."""
    from evidencelab.gatekeeper.policy import GatekeeperPolicy, load_policy

    return GatekeeperPolicy() if path is None else load_policy(path)


def read_source(source: Path, source_format: str) -> tuple[str, str]:
    """Read a file, `-` is stdin, and name its format: the one asked for, or the one its content is in.

    What is in no known format is taken for a session, so that its faults are named as one's.
    """
    from evidencelab.gatekeeper.files import read_text_file
    from evidencelab.traces.load import FORMATS, format_of_text

    if source_format not in ("auto", *FORMATS):
        raise SettingError("--from", source_format, "is not a format", ("auto", *FORMATS))
    text = read_text_file(source, "a session file or a trace")
    return text, source_format if source_format != "auto" else format_of_text(text) or "session"


def code_of(source: Path, checked: Checked) -> int:
    """Give the exit code of one input; one that could not be read is said on stderr."""
    if checked.error is not None:
        complain(f"{source}, line {checked.line}: {checked.error}")
        return UNREADABLE
    return FINE if checked.is_fine else SAID_NO


def keeper_of(store: bool, database: str | None, policy: GatekeeperPolicy) -> Callable[[Checked], None]:
    """Give what keeps a gated session in the audit store, or what forgets it."""
    if not store and database is None:
        return lambda checked: None
    from evidencelab.audit import AuditStore

    opened = AuditStore(database)

    def keep(checked: Checked) -> None:
        if checked.session is not None and checked.result is not None:
            opened.add_check(checked.session, checked.result, policy)

    return keep


def _print_version(is_asked: bool) -> None:
    if is_asked:
        from evidencelab.version import __version__

        emit(__version__)
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="print the version", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Gate the citations of an agent, calibrate the gate, compare prompts, report what got worse."""


@app.command()
def check(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="session files or agent traces; - is stdin")
    ],
    source_format: Annotated[
        str, typer.Option("--from", help="auto tells by content; else the format's name")
    ] = "auto",
    policy: PolicyOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="one envelope a line, in input order")] = False,
    fail_on: Annotated[
        str,
        typer.Option(
            "--fail-on", help="traces: exit 1 at altered, unsupported, overclaimed_absence, or never"
        ),
    ] = "overclaimed_absence",
    scope: Annotated[str, typer.Option(help="traces: judge answers, last, or every message")] = "answers",
    store: Annotated[bool, typer.Option("--store", help="keep every result in the audit store")] = False,
    database: DatabaseOption = None,
) -> None:
    """Gate the citations of sessions and the statements of agent traces.

    Exit 1 where one fails, 2 where an input could not be read.
    """
    from evidencelab.reports.checked_inputs import CheckOptions, check_sessions, check_traces, render

    options = CheckOptions.of(policy_of(policy), fail_on=fail_on, scope=scope)
    keep = keeper_of(store, database, options.policy)
    worst = FINE
    shown = []
    for source in files:
        try:
            text, taken = read_source(source, source_format)
            run = check_sessions if taken == "session" else check_traces
            for checked in run(text, source, taken, options):
                worst = max(worst, code_of(source, checked))
                keep(checked)
                if as_json:
                    emit(json.dumps(checked.wire, ensure_ascii=False))
                else:
                    shown.append(checked.shown)
        except InputError as error:
            complain(error)
            worst = UNREADABLE
    if shown:
        width = shutil.get_terminal_size(fallback=(140, 40)).columns
        emit(render(shown, width, sys.stdout.isatty()))
    raise typer.Exit(worst)


@session_app.command("build")
def session_build(
    executor: Annotated[Path, typer.Option(help="the executor's output, JSON or text")],
    tool: Annotated[
        list[str], typer.Option(metavar="NAME=FILE", help="a tool's output; once a call, ids count from 1")
    ],
    session_id: Annotated[str | None, typer.Option(help="defaults to the executor file's name")] = None,
    query: Annotated[str, typer.Option(help="the question that was asked")] = "",
    out: Annotated[Path | None, typer.Option(help="file to write; stdout where absent")] = None,
) -> None:
    """Build a session file from tool outputs and an executor's output."""
    from evidencelab.gatekeeper.files import write_text_file
    from evidencelab.gatekeeper.tool_files import build_session, tool_file

    session = build_session(executor, [tool_file(argument) for argument in tool], session_id, query)
    text = json.dumps(session.to_wire(), ensure_ascii=False, indent=2)
    if out is None:
        emit(text)
    else:
        write_text_file(out, text + "\n")


@app.command()
def excerpts(
    file: Annotated[Path, typer.Argument(metavar="FILE.jsonl", help="rows of text and excerpt; - is stdin")],
    policy: PolicyOption = None,
) -> None:
    """Judge rows of text and excerpt: the same rows plus decision, similarity, reasons and spans."""
    from evidencelab.gatekeeper.excerpt_rows import judge_file

    settings = policy_of(policy)
    worst = FINE
    for judged in judge_file(file, settings):
        emit(json.dumps(judged.row, ensure_ascii=False))
        if judged.is_broken:
            complain(f"{file}, line {judged.row['line']}: {judged.row['error']}")
            worst = UNREADABLE
    raise typer.Exit(worst)


@app.command()
def record(
    tool: Annotated[str, typer.Argument(help="the tool's name")],
    file: Annotated[Path, typer.Argument(help="its output, JSON or text")],
    arguments: Annotated[str | None, typer.Option(help="the call's arguments, as JSON")] = None,
    status: Annotated[str | None, typer.Option(help="error where the call failed")] = None,
) -> None:
    """Record a tool's output: its evidence status and its quotable places."""
    from evidencelab.evidence.recorder import record_output
    from evidencelab.gatekeeper.tool_files import read_arguments, read_output, read_status

    details = record_output(tool, read_output(file), read_arguments(arguments), read_status(status))
    emit(json.dumps(details.to_wire(), ensure_ascii=False, indent=2))


@audit_app.command("list")
def audit_list(database: DatabaseOption = None) -> None:
    """List what is stored, oldest first."""
    from evidencelab.audit import AuditStore
    from evidencelab.reports.audit_text import describe_lines

    with AuditStore(database, create=False) as opened:
        emit(describe_lines(opened.lines()))


@audit_app.command("show")
def audit_show(
    session: Annotated[str, typer.Argument(help="the session's id")],
    entry: Annotated[int | None, typer.Option(help="an entry's number; the newest where absent")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="the whole entry as one JSON object")] = False,
    database: DatabaseOption = None,
) -> None:
    """Tell what a stored session cited, what was found, and why it was stopped."""
    from evidencelab.audit import AuditStore
    from evidencelab.reports.audit_text import describe_entry

    with AuditStore(database, create=False) as opened:
        found = opened.entry(session, entry)
        n_entries = len(opened.lines(session))
    emit(json.dumps(found.to_wire(), ensure_ascii=False) if as_json else describe_entry(found, n_entries))


@audit_app.command("replay")
def audit_replay(
    session: Annotated[str | None, typer.Argument(help="a session's id; all where absent")] = None,
    policy: PolicyOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="the diff as one JSON object")] = False,
    database: DatabaseOption = None,
) -> None:
    """Gate stored sessions again and say which verdicts change, by rule.

    Without a policy each is gated under the one it was stored with.
    """
    from evidencelab.audit import AuditStore
    from evidencelab.reports.audit_text import describe_diff
    from evidencelab.reports.replays import compare_replays

    settings = None if policy is None else policy_of(policy)
    with AuditStore(database, create=False) as opened:
        if session is not None:
            opened.entry(session)
        diff = compare_replays(opened.replay(settings, session))
    emit(json.dumps(diff.to_wire(), ensure_ascii=False) if as_json else describe_diff(diff))


@app.command()
def report(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME...]", help="notebooks; all")] = None,
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
    from evidencelab.reports.command import ReportOptions, run_report
    from evidencelab.reports.summary import describe_report

    options = ReportOptions(
        names or (), parameter or (), results, notebooks, profile, against, keep, save_baseline, jobs
    )
    done = run_report(options)
    for record in done.finished.manifest.notebooks:
        if record.misuse:
            complain(f"{record.name}: {record.error}")
    emit(describe_report(done))
    raise typer.Exit(done.exit_code)


@app.command()
def calibrate(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE...]", help="labelled JSONL, sessions, tool outputs, folders; fixtures"),
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
    """Choose thresholds on labelled pairs and certify them; or check a certificate, exit 1 if it fails."""
    from evidencelab.reports import calibration_job, calibration_run, calibration_text

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
    if as_json:
        emit(calibration_run.certificate_json(done.certificate))
    else:
        emit(calibration_text.describe_calibration(done, written))


@app.command()
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
    from evidencelab.reports import sweep_command, sweep_job

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


@app.command()
def schema() -> None:
    """Print the JSON Schemas of the wire format and of a policy file as one object, keyed by name."""
    from evidencelab.contracts import WIRE_CONTRACTS
    from evidencelab.gatekeeper.policy import GatekeeperPolicy

    schemas = {contract.__name__: contract.model_json_schema() for contract in WIRE_CONTRACTS}
    schemas[GatekeeperPolicy.__name__] = GatekeeperPolicy.model_json_schema()
    emit(json.dumps(schemas, ensure_ascii=False, indent=2))


def _drop_stdout() -> None:
    """Point stdout at nothing, so that the interpreter's last flush stays quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; mistakes of the caller become one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_stdout()
        return CLOSED_PIPE
    except EvidencelabError as error:
        complain(error)
        return UNREADABLE
    except typer.exceptions.TyperException as error:
        complain(f"{error.format_message()} (see --help)")
        return UNREADABLE
    except KeyboardInterrupt:
        return 130
    return code if isinstance(code, int) else FINE


def main() -> None:
    """Entry point of the `evidencelab` command."""
    sys.exit(run())
