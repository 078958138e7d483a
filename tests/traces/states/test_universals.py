"""Statements on all records of a list, or on none, are refuted by one that is otherwise."""

from __future__ import annotations

import pytest

from tests.traces.states.told import run

FLATS = {
    "flats": [
        {"ref": "G-11", "rooms": 2, "lift": True, "garage": False},
        {"ref": "G-12", "rooms": 3, "lift": False, "garage": False},
        {"ref": "G-13", "rooms": 3, "lift": True, "garage": False},
    ]
}
NODES = (
    "list_nodes",
    {},
    "NAME     STATUS     ROLE     AGE\nnode-a   Ready      main     90d\nnode-b   NotReady   worker   90d",
)
JOBS = (
    "list_jobs",
    {"team": "etl"},
    "NAME     STATUS     TOOK\nload-a   Complete   4m\nload-b   Failed     1m",
)


@pytest.mark.parametrize(
    ("output", "answer"),
    [
        (FLATS, "Two of the flats have a lift."),
        (FLATS, "All four have a lift."),
        (FLATS, "My two favourites are G-11 and G-13. All flats have a lift."),
        (FLATS, "All other flats have a lift."),
        (FLATS, "Not all flats have a lift."),
        (FLATS, "No flats have a garage."),
        (FLATS, "All flats have a kitchen."),
        (JOBS, "Not all jobs are complete."),
        (NODES, "除 node-b 外，所有节点均正常。"),
        (NODES, "并非所有节点都正常，node-b 未就绪。"),
        (JOBS, "No jobs are running."),
        (JOBS, "All jobs except load-b are complete."),
        (JOBS, "All jobs of the other team are complete."),
        (JOBS, "All nightly jobs are complete."),
        (JOBS, "Once all jobs are complete, the report starts."),
    ],
)
def test_statement_on_all_that_may_be_so_is_no_finding(output, answer):
    assert [(s.text, s.reason) for s in run(answer, output).findings] == []


@pytest.mark.parametrize(
    ("output", "answer", "held"),
    [
        (FLATS, "All flats have a lift.", "false"),
        (FLATS, "No flat has a lift.", "true"),
        (JOBS, "All jobs are complete.", "Failed"),
        (JOBS, "Both jobs were successful.", "Failed"),
        (JOBS, "No jobs are failed.", "Failed"),
        (JOBS, "All jobs are running normally.", "Failed"),
        (NODES, "All nodes are Ready.", "NotReady"),
        (NODES, "Both nodes are healthy.", "NotReady"),
        (NODES, "所有节点均正常。", "NotReady"),
        (JOBS, "All jobs of the etl team are healthy.", "Failed"),
        (JOBS, "Everything in team etl is fine.", "Failed"),
    ],
)
def test_statement_on_all_is_altered_where_one_record_is_otherwise(output, answer, held):
    (statement,) = run(answer, output).findings
    assert statement.finding == "altered"
    assert statement.values[-1].evidence_value == held


def test_all_is_not_refuted_where_a_later_call_may_have_changed_it():
    assert not run("All jobs are complete.", JOBS, ("rerun_job", {"name": "load-b"}, "ok")).findings


def test_raised_digit_is_no_number_of_things():
    pods = [{"name": "a", "status": "Running"}, {"name": "b", "status": "Failed"}]
    assert len(run("All ² pods are running.", pods).statements) == 1
