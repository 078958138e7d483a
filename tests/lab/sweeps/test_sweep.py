import json
import math
import multiprocessing
import random
import time

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from evidencelab.agents.models.choice import ModelSpec
from evidencelab.errors import InputError, OutputError, SettingError, UnknownNameError
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.cases import load_cases
from evidencelab.lab.sweeps.arms import Arm, resolve_arm
from evidencelab.lab.sweeps.comparison import compare_variants
from evidencelab.lab.sweeps.comparison_columns import check_columns
from evidencelab.lab.sweeps.sweep import plan_sweep, run_sweep
from evidencelab.lab.sweeps.sweep_cells import CellResult, run_cell
from evidencelab.lab.sweeps.sweep_store import SweepStore
from evidencelab.lab.sweeps.sweep_table import TIMINGS, read_table, sweep_table, write_table
from tests.lab import killed_sweep
from tests.lab.scripted_model import Rationed, honest, mixed
from tests.loopback_lm import fails, loopback

CITE = Arm(executor="cite")
SUMMARISE = Arm(executor="summarise")


def english(n):
    return [case for case in load_cases(language="en") if not case.is_authored][:n]


def spec_of(server, **settings):
    return ModelSpec(model=f"{server.base_url}#loopback-model", retries=0, **settings)


def rows_of(plan, run, policy=None):
    return sweep_table(plan.cells, run.results, policy).drop(columns=list(TIMINGS))


def sweep(server, folder, n=6, arms=(CITE,), repeats=1, **settings):
    plan = plan_sweep(english(n), arms, [spec_of(server)], repeats=repeats)
    return plan, run_sweep(plan, folder, show_progress=False, **settings)


def test_plan_is_every_case_arm_model_and_repeat_once():
    models = [ModelSpec(model="baseline"), ModelSpec(model="http://127.0.0.1:9/v1#m")]
    plan = plan_sweep(english(3), [CITE, SUMMARISE], models, repeats=2)
    assert len(plan.cells) == 3 + 3 * 2 * 2
    assert len({cell.key for cell in plan.cells}) == len(plan.cells)
    assert [cell.arm.name for cell in plan.cells[:3]] == ["baseline"] * 3
    assert {cell.model for cell in plan.cells} == {"baseline", "m@127.0.0.1:9"}
    assert [(cell.arm.name, cell.repeat, cell.spec.seed) for cell in plan.cells[3:5]] == [
        ("cite", 0, 0),
        ("cite", 1, 1),
    ]


def test_plan_skips_authored_cases_and_languages_without_a_variant(tmp_path):
    path = tmp_path / "mine.md"
    path.write_text("---\nname: mine\nstage: executor\nlanguage: en\ntries: x\n---\nQuote.\n")
    cases = load_cases(names=["high-cpu-en", "high-cpu-zh"])
    authored = next(case for case in load_cases() if case.is_authored)
    plan = plan_sweep(
        [*cases, authored], [Arm(executor=str(path))], [ModelSpec(model="http://127.0.0.1:9/v1#m")]
    )
    assert [cell.case.name for cell in plan.cells] == ["high-cpu-en"]
    assert {(item.case, item.arm) for item in plan.skipped} == {(authored.name, ""), ("high-cpu-zh", "mine")}


def test_plan_with_nothing_to_run_is_refused():
    with pytest.raises(InputError, match="has no cell to run"):
        plan_sweep([], [CITE], [ModelSpec(model="baseline")])


def test_plan_with_an_unknown_variant_names_the_known_ones():
    with pytest.raises(UnknownNameError, match="known are cite, cite_narrow, summarise"):
        plan_sweep(english(1), [Arm(executor="site")], [ModelSpec(model="http://127.0.0.1:9/v1#m")])


def keys(arm=CITE, cases=None, policy=None, **settings):
    spec = ModelSpec(model="http://127.0.0.1:9/v1#m", **settings)
    plan = plan_sweep(cases or english(1), [arm], [spec], policy=policy or GatekeeperPolicy())
    return {cell.key for cell in plan.cells}


def test_cell_key_knows_everything_that_could_change_what_is_said(tmp_path):
    path = tmp_path / "cite.md"
    variant = resolve_arm(CITE, "en").executor
    head = "---\nname: cite\nstage: executor\nlanguage: en\ntries: x\n---\n"
    path.write_text(head + variant.instructions + "\nAnd one word more.\n")
    case = english(1)[0]
    asked = case.model_copy(update={"query": case.query + " Please."})
    found = [
        keys(),
        keys(SUMMARISE),
        keys(Arm(executor=str(path))),
        keys(Arm(executor="cite", verifier="excerpts_only")),
        keys(Arm(executor="react:cite")),
        keys(seed=1),
        keys(temperature=0.5),
        keys(max_tokens=9),
        keys(cases=[asked]),
        keys(cases=[case.model_copy(update={"scenario": english(20)[19].scenario})]),
        keys(policy=GatekeeperPolicy(max_retries=1)),
        keys(policy=GatekeeperPolicy(max_retries=1, accept_at=90.0)),
    ]
    assert len(set.union(*found)) == len(found)


def test_cell_key_does_not_know_thresholds_nor_what_is_expected(tmp_path):
    path = tmp_path / "renamed.md"
    variant = resolve_arm(CITE, "en").executor
    head = "---\nname: renamed\nstage: executor\nlanguage: en\ntries: y\n---\n"
    path.write_text(head + variant.instructions + "\n")
    case = english(1)[0]
    expect = case.expect.model_copy(update={"verdict": "REJECT"})
    assert keys() == keys(policy=GatekeeperPolicy(accept_at=80.0, reject_below=20.0))
    assert keys() == keys(cases=[case.model_copy(update={"expect": expect})])
    assert keys() == keys(timeout_seconds=1.0)
    assert keys() == keys(Arm(executor=str(path)))


def test_sweep_counts_citations_by_what_the_gate_found(tmp_path):
    with loopback(mixed()) as server:
        plan, run = sweep(server, tmp_path, n=16)
    frame = sweep_table(plan.cells, run.results)
    assert run.n_made == 16
    assert (frame["n_bindings"] == 1).all()
    kinds = frame[["n_sound", "n_altered", "n_misattributed", "n_fabricated", "n_other"]]
    assert (kinds.sum(axis=1) == 1).all()
    assert frame["n_sound"].sum() > 0
    assert frame["n_altered"].sum() > 0
    assert frame["n_fabricated"].sum() > 0
    assert set(frame.loc[frame["n_fabricated"] == 1, "severity"]) == {"reject"}
    assert (frame["tokens_in"] == 11).all()
    assert (frame["tokens"] == 18.0).all()
    assert frame["error"].isna().all()
    assert len(check_columns(frame)) == 16


def test_comparison_reads_the_table_of_a_sweep(tmp_path):
    with loopback(mixed()) as server:
        plan = plan_sweep(english(8), [CITE, SUMMARISE], [ModelSpec(model="baseline"), spec_of(server)])
        run = run_sweep(plan, tmp_path, show_progress=False)
    table = compare_variants(sweep_table(plan.cells, run.results)).summary_table()
    assert list(table["variant"]) == ["baseline", "cite", "summarise"]
    assert list(table["n_cells"]) == [8, 8, 8]
    assert list(table["n_failed"]) == [0, 0, 0]


def test_finished_cells_are_not_run_again(tmp_path):
    with loopback(honest) as server:
        plan, first = sweep(server, tmp_path)
        n_calls = len(server.chats)
        again = run_sweep(plan, tmp_path, show_progress=False)
        assert (first.n_made, again.n_made, len(server.chats)) == (6, 0, n_calls)
        assert again.results == first.results
        larger = plan_sweep(english(7), [CITE], [spec_of(server)])
        assert run_sweep(larger, tmp_path, show_progress=False).n_made == 1


def test_damaged_cell_is_run_again(tmp_path):
    with loopback(honest) as server:
        plan, first = sweep(server, tmp_path)
        (tmp_path / "cells" / f"{plan.cells[2].key}.json").write_text('{"key": "cut')
        again = run_sweep(plan, tmp_path, show_progress=False)
    assert again.n_made == 1
    assert_frame_equal(rows_of(plan, again), rows_of(plan, first))


def test_failures_are_rows_with_their_error(tmp_path):
    with loopback(mixed(failing=True)) as server:
        plan, run = sweep(server, tmp_path, n=16)
    frame = sweep_table(plan.cells, run.results)
    failed = frame[frame["error"].notna()]
    assert 0 < len(failed) < 16
    assert set(failed["error"]) == {
        f"executor: LMInvalidRequestError: {failed['error'].iloc[0].split(': ', 2)[2]}"
    }
    assert "this one is refused" in failed["error"].iloc[0]
    assert failed[["verdict", "n_claims", "gate_status", "held"]].isna().all(axis=None)
    assert compare_variants(frame).summaries[0].n_failed == len(failed)


def test_failed_cells_are_kept_unless_they_are_to_be_tried_again(tmp_path):
    with loopback(mixed(failing=True)) as server:
        plan, run = sweep(server, tmp_path, n=16)
        n_failed = sum(result.error is not None for result in run.results)
        assert run_sweep(plan, tmp_path, show_progress=False).n_made == 0
        assert run_sweep(plan, tmp_path, show_progress=False, retry_failed=True).n_made == n_failed


def test_failing_model_stops_nothing(tmp_path):
    with loopback(honest) as good, loopback(fails(500)) as bad, loopback(honest) as gone:
        missing = ModelSpec(model=gone.base_url, retries=0)
        gone_models = [missing, spec_of(bad), spec_of(good)]
        gone.models = ()
        plan = plan_sweep(english(3), [CITE], gone_models)
        run = run_sweep(plan, tmp_path, show_progress=False)
    errors = [result.error for result in run.results]
    assert all("lists no models" in error for error in errors[:3])
    assert all("LMServerError" in error for error in errors[3:6])
    assert errors[6:] == [None] * 3
    assert len(sweep_table(plan.cells, run.results)) == 9


def test_poor_answer_is_no_failure(tmp_path):
    with loopback("I would rather not say.") as server:
        plan, run = sweep(server, tmp_path, n=2)
    frame = sweep_table(plan.cells, run.results)
    assert frame["error"].isna().all()
    assert list(frame["parse_status"]) == ["invalid", "invalid"]
    assert list(frame["verdict"]) == ["LOW_CONFID", "LOW_CONFID"]


def test_one_run_of_a_cell_serves_every_policy(tmp_path):
    lenient = GatekeeperPolicy(accept_at=50.0, reject_below=10.0, vetoes=frozenset())
    with loopback(mixed()) as server:
        plan, run = sweep(server, tmp_path / "strict", n=16)
        n_calls = len(server.chats)
        fresh_plan = plan_sweep(english(16), [CITE], [spec_of(server)], policy=lenient)
        fresh = run_sweep(fresh_plan, tmp_path / "lenient", show_progress=False)
        assert len(server.chats) == 2 * n_calls
    regated = rows_of(plan, run, lenient)
    assert_frame_equal(regated, rows_of(fresh_plan, fresh))
    assert regated["n_sound"].sum() > rows_of(plan, run)["n_sound"].sum()
    assert regated["is_judged"].all()


def test_model_verifier_that_was_never_asked_leaves_the_regated_row_unjudged(tmp_path):
    off = GatekeeperPolicy(accept_at=50.0, reject_below=10.0, vetoes=frozenset())
    verdicts = json.dumps(
        {"verdict": "PASS", "claims": [{"claim_id": "c1", "support": "supported", "reasons": []}]}
    )

    def script(received):
        if "stated_claims" in received.body["messages"][0]["content"]:
            return verdict_reply
        return mixed()(received)

    from tests.loopback_lm import says

    verdict_reply = says(verdicts)
    with loopback(script) as server:
        plan = plan_sweep(english(16), [Arm(executor="cite", verifier="excerpts_only")], [spec_of(server)])
        run = run_sweep(plan, tmp_path, show_progress=False)
    before, after = sweep_table(plan.cells, run.results), sweep_table(plan.cells, run.results, off)
    newly = (before["severity"] == "reject") & (after["severity"] != "reject")
    assert newly.any()
    assert not after.loc[newly, "is_judged"].any()
    assert after.loc[~newly, "is_judged"].all()


def test_runs_with_retries_belong_to_their_policy(tmp_path):
    with loopback(mixed()) as server:
        plan = plan_sweep(english(8), [CITE], [spec_of(server)], policy=GatekeeperPolicy(max_retries=1))
        run = run_sweep(plan, tmp_path, show_progress=False)
    frame = sweep_table(plan.cells, run.results)
    assert set(frame.loc[frame["gate_status"] == "fail", "attempts"]) == {2}
    with pytest.raises(SettingError, match="run the cells again"):
        sweep_table(plan.cells, run.results, GatekeeperPolicy(accept_at=90.0))


def test_agentic_arm_calls_the_tools_of_its_case(tmp_path):
    step = json.dumps(
        {
            "thought": "look",
            "calls": [
                {"tool_name": "query_metrics", "service": "payment-service", "alert_name": "", "query": ""}
            ],
        }
    )

    def script(received):
        from tests.loopback_lm import says

        if "thought" in received.body["messages"][0]["content"]:
            return says(step)
        return honest(received)

    case = load_cases(names=["high-cpu-en"])
    with loopback(script) as server:
        plan = plan_sweep(case, [Arm(executor="react:cite")], [spec_of(server)])
        run = run_sweep(plan, tmp_path, show_progress=False)
    result = run.results[0].run
    assert [item.tool_name for item in result.session.tool_invocations] == ["query_metrics"]
    assert result.verifier_input.gatekeeper_result.status == "pass"
    assert sweep_table(plan.cells, run.results)["variant"].iloc[0] == "react:cite"


def test_threads_and_a_dask_cluster_give_the_same_rows(tmp_path):
    with loopback(mixed(failing=True)) as server:
        plan = plan_sweep(english(6), [CITE], [ModelSpec(model="baseline"), spec_of(server)])
        threads = run_sweep(plan, tmp_path / "threads", show_progress=False)
        cluster = run_sweep(plan, tmp_path / "dask", scheduler="local", workers=2, show_progress=False)
    assert_frame_equal(rows_of(plan, threads), rows_of(plan, cluster))


def test_scheduler_by_address_gives_the_same_rows(tmp_path):
    from distributed import LocalCluster

    with (
        loopback(mixed()) as server,
        LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address="127.0.0.1:0") as cluster,
    ):
        plan = plan_sweep(english(4), [CITE], [spec_of(server)])
        there = run_sweep(plan, tmp_path / "there", scheduler=cluster.scheduler_address, show_progress=False)
        here = run_sweep(plan, tmp_path / "here", show_progress=False)
    assert_frame_equal(rows_of(plan, there), rows_of(plan, here))


def test_results_survive_the_store_whatever_they_hold(tmp_path):
    hostile = 'a\u2028b "quote" } ``` \r\n <script> 内存'

    def script(received):
        from tests.loopback_lm import says

        return says(json.dumps({"claims": [{"claim_text": hostile}]}))

    with loopback(script) as server:
        plan, run = sweep(server, tmp_path, n=1)
    kept = SweepStore(tmp_path).read(plan.cells[0].key)
    assert kept == run.results[0]
    assert kept.run.verifier_input.executor_structured_output.claims[0].claim_text == hostile


def test_table_survives_parquet(tmp_path):
    with loopback(mixed(failing=True)) as server:
        plan, run = sweep(server, tmp_path, n=8)
    frame = sweep_table(plan.cells, run.results)
    write_table(frame, tmp_path / "sweep.parquet")
    assert_frame_equal(read_table(tmp_path / "sweep.parquet"), frame)
    (tmp_path / "other.parquet").write_text("no")
    with pytest.raises(InputError, match="give the Parquet file of a sweep"):
        read_table(tmp_path / "other.parquet")


def test_table_refuses_results_of_other_cells(tmp_path):
    plan = plan_sweep(english(2), [], [ModelSpec(model="baseline")])
    run = run_sweep(plan, tmp_path, show_progress=False)
    with pytest.raises(ValueError, match="results of other cells"):
        sweep_table(plan.cells, run.results[::-1])


def test_store_that_cannot_be_made_says_so(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="choose another folder"):
        SweepStore(tmp_path / "file" / "sweep")


def test_store_that_cannot_be_written_stops_the_sweep_and_says_so(tmp_path):
    with loopback(honest) as server:
        plan, _ = sweep(server, tmp_path, n=2)
        key = plan.cells[1].key
        (tmp_path / "cells" / f"{key}.json").unlink()
        (tmp_path / "cells" / f"{key}.json").mkdir()
        with pytest.raises(OutputError, match="cannot be written"):
            run_sweep(plan, tmp_path, show_progress=False)
    assert not list((tmp_path / "cells").glob(".writing-*"))


def test_store_removes_what_a_killed_process_left(tmp_path):
    store = SweepStore(tmp_path)
    store.write(CellResult(key="done", error="x"))
    dead = tmp_path / "cells" / ".writing-999999999-abc.json"
    dead.write_text("half")
    store = SweepStore(tmp_path)
    assert not dead.exists()
    assert store.finished() == {"done"}


def test_worker_that_raises_makes_a_failed_result():
    cell = plan_sweep(english(1), [], [ModelSpec(model="baseline")]).cells[0]
    broken = cell.model_copy(update={"scenario": None})
    result = run_cell(broken)
    assert result.run is None
    assert result.error


N_KILLS, N_ANSWERED = 20, 4
"""Kills, and answers that each attempt gets: together fewer than there are cells."""


def test_sweep_killed_twenty_times_ends_with_the_rows_of_an_undisturbed_one(tmp_path):
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([killed_sweep.__name__])
    random_times = random.Random(20)
    model = Rationed(mixed(delay=0.03, failing=True))
    with loopback(model) as server:
        plan = killed_sweep.plan_at(server.base_url)
        calm = run_sweep(plan, tmp_path / "calm", show_progress=False)
        n_calm = len(server.chats)
        folder = tmp_path / "killed"
        store = SweepStore(folder)
        stamps: dict[str, int] = {}
        n_killed_at_work = 0
        for _ in range(N_KILLS):
            model.left = N_ANSWERED
            process = context.Process(target=killed_sweep.attempt, args=(server.base_url, str(folder)))
            process.start()
            _wait_for_news(store, len(stamps), process)
            time.sleep(random_times.uniform(0.0, 0.06))
            n_killed_at_work += process.is_alive()
            process.kill()
            process.join()
            for key in store.finished():
                stamp = (folder / "cells" / f"{key}.json").stat().st_mtime_ns
                assert stamps.setdefault(key, stamp) == stamp
        model.left = math.inf
        ended = run_sweep(plan, folder, show_progress=False)
    assert n_killed_at_work == N_KILLS
    assert 0 < ended.n_made < len(plan.cells)
    assert len(server.chats) - n_calm <= len(plan.cells) + 2 * N_KILLS
    assert_frame_equal(rows_of(plan, ended), rows_of(plan, calm))
    pd.testing.assert_series_equal(rows_of(plan, ended)["key"], rows_of(plan, calm)["key"])


def _wait_for_news(store: SweepStore, n_before: int, process) -> None:
    """Wait until the sweep has kept another cell, so that a kill falls into its work."""
    until = time.monotonic() + 30
    while len(store.finished()) <= n_before and process.is_alive() and time.monotonic() < until:
        time.sleep(0.005)
