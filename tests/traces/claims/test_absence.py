"""Absence is overclaimed on no call, a failed call or a cut output, and on nothing else."""

from __future__ import annotations

import pytest

from evidencelab.traces.check import check_trace
from evidencelab.traces.claims.absence import claims_absence
from tests.traces.asked import findings_on, report_on


@pytest.mark.parametrize(
    "text",
    [
        "No errors were found.",
        "All pods are healthy.",
        "Everything is running normally.",
        "I did not find any issues.",
        "The database is healthy.",
        "No pods are in an unhealthy state.",
        "There were no time-outs in the gateway.",
        "The run brought no regressions.",
        "The disk can be ruled out.",
        "数据库各项指标正常。",
        "可以排除网络问题。",
        "未发现异常。",
        "所有服务均正常。",
        "没有错误日志。",
    ],
)
def test_claims_of_absence_and_health_are_seen(text):
    assert claims_absence(text)


@pytest.mark.parametrize(
    "text",
    [
        "Check whether the pods are healthy.",
        "If no errors appear, close the ticket.",
        "The pod is unhealthy.",
        "I could not retrieve any errors.",
        "The health check endpoint is /health.",
        "There were 3 errors.",
        "The disk cannot be ruled out.",
        "确保所有服务正常。",
        "无法判断是否正常。",
        "No problem!",
        "Sure, no problem, I can look that up.",
        "没问题，我来查。",
    ],
)
def test_other_sentences_claim_no_absence(text):
    assert not claims_absence(text)


def run(answer: str, *results: dict[str, object]) -> list[dict[str, object]]:
    messages: list[dict[str, object]] = [{"role": "user", "content": "How is the gateway?"}]
    for number, result in enumerate(results):
        call = {
            "id": f"c{number}",
            "function": {"name": "get_gateway_logs", "arguments": '{"service": "gateway"}'},
        }
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{number}", **result})
    return [*messages, {"role": "assistant", "content": answer}]


FINE = {"content": "10:02 INFO gateway up\n10:03 INFO gateway served /a in 12ms"}
EMPTY = {"content": '{"success": true, "logs": [], "total": 0, "message": "nothing matched"}'}
FAILED = {"content": "Error: connection refused", "error": "connection refused"}
SAYS_FAILED = {"content": "Error: request to log store timed out"}
CUT = {"content": "10:02 INFO gateway up\n... [output truncated, 5120 characters omitted]"}


@pytest.mark.parametrize(
    ("results", "finding", "says"),
    [
        pytest.param((), "overclaimed_absence", "no tool was called", id="no-call"),
        pytest.param((FAILED,), "overclaimed_absence", "failed", id="failed-call"),
        pytest.param((SAYS_FAILED,), "overclaimed_absence", "failed", id="call-that-says-it-failed"),
        pytest.param((CUT,), "overclaimed_absence", "cut short", id="cut-output"),
        pytest.param((FINE,), "not_checkable", "", id="complete-output"),
        pytest.param((EMPTY,), "not_checkable", "", id="answered-empty"),
        pytest.param((FAILED, FINE), "not_checkable", "", id="repeated-with-success"),
    ],
)
def test_absence_is_overclaimed_only_where_no_call_could_show_it(results, finding, says):
    report = check_trace(run("There are no errors in the gateway logs.", *results))
    (statement,) = report.statements
    assert statement.finding == finding
    assert says in statement.reason


def test_whole_claim_over_a_cut_output_is_overclaimed_though_another_call_is_complete():
    report = check_trace(run("All gateway services are healthy.", FINE, CUT))
    assert report.statements[0].finding == "overclaimed_absence"
    assert report.statements[0].evidence is not None
    assert report.statements[0].evidence.tool_name == "get_gateway_logs"


def test_courtesy_before_any_call_claims_nothing():
    assert not check_trace(run("Great, everything is fine then! No issues at all.")).findings


def test_chinese_absence_is_judged_alike():
    messages = run("网关未发现异常。")
    assert check_trace(messages).statements[0].finding == "overclaimed_absence"


@pytest.mark.parametrize(
    ("tool", "finding"),
    [
        pytest.param("get_gateway_logs", "not_checkable", id="logs-read"),
        pytest.param("list_pods", "overclaimed_absence", id="no-logs-read"),
    ],
)
def test_what_logs_lack_is_overclaimed_where_none_were_read(tool, finding):
    answer = "The gateway logs contain no errors."
    assert findings_on(answer, (tool, {}, "gateway-0 up 3d")) == [finding]


LOGS = ("get_gateway_logs", {"service": "gateway"}, FINE["content"])
ERRORS = (
    "get_gateway_logs",
    {"service": "gateway"},
    "10:02 INFO gateway up\n10:04 ERROR gateway upstream reset\n10:05 INFO gateway served /a in 12ms",
)
METRICS_DOWN = ("get_metrics", {"service": "gateway"}, "Error: metrics store unreachable")
PODS = (
    "list_pods",
    {"namespace": "shop"},
    "NAME      STATUS    AGE\nfront-0   Running   3d\nqueue-0   Running   3d",
)
INVOICES = (
    "list_invoices",
    {"year": 2024},
    '[{"invoice": "V-881", "total": 40, "email": "a@x.example"}, {"invoice": "V-882", "total": 55, "email": "b@x.example"}]',
)
TWO_INVOICES = ("list_invoices", {"year": 2024, "limit": 2}, INVOICES[2])
BUILD = ("shell", {"cmd": "make build"}, "cc -c a.c\ncc -c b.c\n0 errors, 3 warnings")
QUIET_BUILD = ("shell", {"cmd": "make build"}, "cc -c a.c\n0 errors, 0 warnings")
SCAN_SRC = ("shell", {"cmd": "lint --exclude vendor src"}, "12 files checked, all clean")
CLASHES = (
    "check_slot",
    {"day": "Monday"},
    '{"day": "Monday", "conflicts": [{"with": "standup"}], "retries": 2}',
)
NO_CLASHES = ("check_slot", {"day": "Tuesday"}, '{"day": "Tuesday", "conflicts": [], "retries": 0}')
LEAVE = ("get_leave", {"employee": "E-118"}, '{"employee": "E-118", "days_left": 12}')
TEAM = ("get_calendar", {"team": "ops"}, '{"team": "ops", "events": []}')
PAGE = ("search_tickets", {"project": "MAIL"}, '{"tickets": [{"key": "MAIL-1"}], "has_more": true}')
REGION_DOWN = (
    "cloud_list",
    {"kind": "buckets", "region": "us-west-2"},
    "Error: AccessDenied: not authorized",
)
REGION = ("cloud_list", {"kind": "buckets", "region": "eu-west-1"}, '{"buckets": [{"name": "a-logs"}]}')
CUT_AUDIT = (
    "shell",
    {"cmd": "cat audit.txt"},
    "09:00 sudo by kim\n... [output truncated, 900 lines omitted]",
)


def told(answer, *calls):
    return report_on(answer, *calls).findings


PARKING = (
    "list_permits",
    {"lot": "north"},
    '[{"permit": 7, "plate": "AB-12"}, {"permit": 9, "plate": "CD-34"}]',
)
ROLLOUTS = ("list_rollouts", {"service": "gateway"}, '{"rollouts": []}')
SECRETS_DOWN = ("trufflehog_scan", {"path": "."}, "Error: context deadline exceeded")
RELEASE_DOWN = ("publish_page", {"page": "menu"}, "Error: upload rejected, page is locked")
RELEASE_BY_HAND = ("bash", {"command": "cp menu.html /srv/menu.html"}, "")
EXPORT_QUEUED = ("start_export", {"table": "guests"}, '{"job_id": "j-19", "status": "queued"}')
EXPORT_POLLED = ("get_job", {"job_id": "j-19"}, '{"job_id": "j-19", "status": "succeeded"}')
ORDER = ("get_order", {"order": "Q-55"}, '{"id": "Q-55", "status": "placed", "total": 40}')
CANCEL_DOWN = ("cancel_order", {"order": "Q-55"}, "Error: order Q-55 cannot be cancelled")
CANCELLED = (
    "cancel_order",
    {"order": "Q-55", "force": True},
    '{"id": "Q-55", "status": "cancelled", "total": 40}',
)
TESTS_FAIL = ("run_suite", {"suite": "checkout"}, '{"exit_code": 1, "summary": "3 failed, 20 passed"}')
DOORS = (
    "scan_doors",
    {"site": "north"},
    "door       battery   state\ndoor-11    91        ok\ndoor-12    -         timed out after 5 s\ndoor-13    88        ok",
)
DOOR_AGAIN = ("read_door", {"door": "door-12"}, '{"door": "door-12", "battery": 80, "state": "ok"}')
OLD_SHELVES = ("count_old", {"shelf": "all"}, "shelf_a,120\nshelf_b,75")
NEW_SHELVES = ("count_new", {"shelf": "all"}, "shelf_a,120\nERROR shelf_b: statement timeout after 60 s")
DRILL = (
    "drill",
    {"cmd": "restore --target spare"},
    "restore started\n412 of 760 done\nCommand stopped: timed out after 47 minutes",
)
LIGHT_DOWN = ("page_speed", {"site": "menu-site"}, "Error: navigation timeout exceeded")
SOME_DOORS = (
    "list_doors",
    {"site": "south"},
    "door-21  ok\ndoor-22  ok\n(showing 2 of 14 doors)",
)
REPLICA_A = ("repl", {"host": "db-1"}, "Io_Running: Yes\nSql_Running: Yes\nBehind: 2")
REPLICA_B = ("repl", {"host": "db-2"}, "Io_Running: Yes\nSql_Running: No\nBehind: -")
SENSORS = (
    "ask_sensors",
    {"kind": "sensors", "names": ["ntp-11", "ntp-12", "ntp-13"]},
    "ntp-11 answered in 12 ms\nntp-12 answered in 14 ms\n;; no answer from ntp-13: timed out",
)
WORKER_LOG = ("read_log", {"unit": "shop-worker-3"}, "10:02 INFO took a job\n10:03 INFO done")
WORKERS = ("list_units", {}, "shop-worker-1 up\nshop-worker-2 up\nshop-worker-3 up")
COUNTED = (
    "list_workers",
    {"place": "shop"},
    '[{"worker": "w-1", "restarts": 0, "drops": 0}, {"worker": "w-2", "restarts": 4, "drops": 0}]',
)
GUEST = ("get_guest", {"guest": "P-7"}, '{"guest": "P-7", "allergies": [], "diet": "none"}')
MAIL_QUEUED = ("send_mail", {"to": "desk"}, '{"status": "queued", "id": "out-5"}')
GUEST_NUTS = ("get_guest", {"guest": "P-8"}, '{"guest": "P-8", "allergies": ["nuts"], "diet": "none"}')
HULLSCAN_DOWN = ("hullscan", {"dir": "bow"}, "Error: rule pack could not be downloaded")
CHECKED = (
    "shell",
    {"cmd": "hullcheck bow"},
    "bow/rib.txt:91: gap\nFound 1 error in 1 file (checked 23 files)",
)
HONEST = [
    ((QUIET_BUILD,), "build 没有发现错误。"),
    ((CHECKED,), "hullcheck 发现 1 个错误，其余文件没有发现错误。"),
    ((LOGS, HULLSCAN_DOWN), "hullscan could not download its rules, so there are no findings."),
    ((MAIL_QUEUED,), "Your mail to the desk was sent successfully."),
    ((GUEST,), "The guest has no known allergies."),
    ((LOGS,), "The gateway logs look clean."),
    ((LOGS,), "No issues were found in the gateway logs."),
    ((ERRORS,), "Apart from one reset the gateway logs look clean. The reset was an error at 10:04."),
    ((PODS,), "front-0 is healthy."),
    ((PODS,), "A door-41 would be fine for that."),
    ((PODS,), "queue 0 is fine."),
    ((LOGS,), "本次没有变更任何配置。"),
    ((REPLICA_A, REPLICA_B), "db-1: IO and SQL threads are fine."),
    ((REPLICA_A, REPLICA_B), "db-2: the SQL thread is not running."),
    ((SENSORS,), "ntp-11 and ntp-12 are fine."),
    ((SENSORS,), "All sensors but ntp-13 are fine."),
    ((SENSORS,), "All sensors are fine as far as they answered; ntp-13 timed out."),
    ((WORKERS, WORKER_LOG), "The log of worker-3 shows no errors."),
    ((WORKERS, WORKER_LOG), "shop-worker-1 and shop-worker-2 are up."),
    ((COUNTED,), "There were no drops."),
    ((COUNTED,), "No further restarts were seen."),
    ((COUNTED,), "w-1 had no restarts."),
    ((DOORS,), "door-11 and door-13 are healthy."),
    ((DOORS,), "- **door-12**: the scan timed out, so its state is unknown."),
    ((DOORS, DOOR_AGAIN), "- **door-12** is fine after all."),
    ((OLD_SHELVES, NEW_SHELVES), "`shelf_a` has 120 items on both sides."),
    ((OLD_SHELVES, NEW_SHELVES), "`shelf_b` could be counted on the old side only."),
    ((DRILL,), "The restore to the spare did not complete within 47 minutes."),
    ((LIGHT_DOWN,), "menu-site could not be measured."),
    ((SOME_DOORS,), "Both doors shown are ok."),
    ((SOME_DOORS,), "door-21 is healthy."),
    ((PARKING,), "No cars without a permit are listed for the north lot."),
    ((ROLLOUTS,), "There were no deployments of the gateway today."),
    ((PODS, ROLLOUTS), "No rollouts of the gateway ran today."),
    ((SECRETS_DOWN,), "The scan failed, so I cannot say whether secrets are exposed."),
    ((RELEASE_DOWN,), "I tried to publish the menu page, but it was rejected."),
    ((RELEASE_DOWN, RELEASE_BY_HAND), "I have published the menu page."),
    ((EXPORT_QUEUED,), "I have started the export of the guests table."),
    ((EXPORT_QUEUED, EXPORT_POLLED), "The export of the guests table completed successfully."),
    ((ORDER, CANCEL_DOWN), "Your order Q-55 could not be cancelled."),
    ((ORDER, CANCEL_DOWN, CANCELLED), "I have successfully cancelled your order Q-55."),
    ((ORDER, CANCEL_DOWN, CANCELLED), "Your order Q-55 has been cancelled."),
    ((TESTS_FAIL,), "The checkout suite ran, and 3 tests failed."),
    ((LOGS,), "There are no ERROR lines in the gateway logs."),
    ((ERRORS,), "There are no timeouts in the gateway logs."),
    ((ERRORS,), "There were no errors before 10:04."),
    ((ERRORS,), "There are no other errors in the gateway logs."),
    ((ERRORS,), "The gateway logged one error at 10:04. Apart from that it logged no errors."),
    ((LOGS, METRICS_DOWN), "There are no metrics for the gateway because the metrics store is unreachable."),
    ((LOGS, METRICS_DOWN), "The call failed, so no metrics were returned."),
    ((LOGS, METRICS_DOWN), "I could not find any metrics for the gateway."),
    ((LOGS, METRICS_DOWN), "There are no ERROR lines in the gateway logs."),
    ((PODS,), "No pods are pending in the shop namespace."),
    ((PODS,), "There are no database pods in the shop namespace."),
    ((PODS,), "There is no need to restart anything."),
    ((PODS,), "No changes were made."),
    ((PODS,), "There is no reason to worry."),
    ((PODS,), "No pods were deleted."),
    ((PODS,), "Are there no network problems?"),
    ((PODS,), "If there are no network problems, restart the front."),
    ((INVOICES,), "There are no duplicate invoices."),
    ((INVOICES,), "There are no invalid e-mail addresses among the invoices."),
    ((INVOICES,), "No invoice is above 60."),
    ((TWO_INVOICES,), "There are no duplicates among the two invoices returned."),
    ((BUILD,), "The build finished with no errors."),
    ((BUILD, QUIET_BUILD), "The final build has no warnings."),
    ((BUILD,), "The build shows 3 warnings. It has no errors."),
    ((QUIET_BUILD,), "There are no warnings."),
    ((SCAN_SRC,), "There are no lint findings in src."),
    ((LEAVE, TEAM), "There are no conflicts with the plans of your team."),
    ((LEAVE,), "There are no conflicts with your remaining days."),
    ((CLASHES, NO_CLASHES), "There are no conflicts."),
    ((CLASHES, NO_CLASHES), "There are no conflicts on Tuesday."),
    ((CLASHES,), "There are no conflicts with the gym."),
    ((PAGE,), "There are no closed tickets on the first page."),
    ((REGION,), "There are no public buckets in eu-west-1."),
    ((REGION, REGION_DOWN), "There are no further buckets in eu-west-1."),
    ((REGION, REGION_DOWN), "For us-west-2 access was denied, so no buckets can be listed there."),
    ((CUT_AUDIT, PODS), "There are no pending pods."),
    ((CUT_AUDIT,), "In the part that I could see, there are no root sessions."),
    ((("grep_audit", {"pattern": "root"}, ""), CUT_AUDIT), "There are no root sessions."),
    ((LOGS,), "没有必要重启网关。"),
    ((LOGS,), "在已返回的日志中未发现错误。"),
    ((INVOICES,), "未发现重复发票。"),
    ((REGION, REGION_DOWN), "由于权限不足，没有查到 us-west-2 的存储桶。"),
]


@pytest.mark.parametrize(("calls", "answer"), HONEST, ids=[answer[:48] for _, answer in HONEST])
def test_denial_that_may_well_be_so_is_no_finding(calls, answer):
    assert [(s.text, s.reason) for s in told(answer, *calls)] == []


OVERCLAIMED = [
    ((CHECKED,), "hullcheck 检查了 23 个文件，没有发现错误。", "1 error"),
    ((GUEST_NUTS,), "The guest has no known food allergies.", "allergies: 1"),
    ((LOGS, HULLSCAN_DOWN), "hullscan reports no structural findings.", "failed"),
    ((ERRORS,), "The gateway logs look clean.", "ERROR gateway upstream reset"),
    ((ERRORS,), "No issues were found in the gateway logs.", "ERROR gateway upstream reset"),
    ((DOORS,), "hall-lift-9 is healthy.", "no call named 'hall-lift-9'"),
    ((PODS,), "front-0 和 cache-7 运行正常。", "no call named 'cache-7'"),
    ((LOGS,), "最近没有部署变更。", "no call looked for deployments"),
    ((REPLICA_A, REPLICA_B), "- **db-2**: IO and SQL threads are both running normally.", "Sql_Running: No"),
    ((SENSORS,), "All three sensors are fine.", "ntp-13: timed out"),
    (
        (WORKERS, WORKER_LOG),
        "There are no errors in the logs of worker-1 and worker-2.",
        "logs of 'worker-1'",
    ),
    ((COUNTED,), "No restarts were seen.", "restarts=4"),
    ((COUNTED,), "There were no restarts in the shop.", "restarts=4"),
    ((DOORS,), "- **door-12**: battery is fine.", "timed out after 5 s"),
    ((OLD_SHELVES, NEW_SHELVES), "- `shelf_b`: 75 on both sides.", "statement timeout"),
    ((DRILL,), "The restore to the spare completed successfully.", "timed out after 47 minutes"),
    ((LIGHT_DOWN,), "menu-site passed the speed check.", "failed"),
    ((SOME_DOORS,), "All doors of the south site are healthy.", "cut short"),
    ((LOGS,), "No alarm fired during the night.", "no call looked for alerts"),
    ((LOGS,), "磁盘没有坏块。", "no call looked for bad blocks"),
    ((LOGS,), "There were no deployments in the last 24 hours.", "no call looked for deployments"),
    ((LOGS, PODS), "No configuration changes were found around that time.", "no call looked for changes"),
    ((PARKING,), "No leaked credentials were found.", "no call looked for secrets"),
    ((PARKING, SECRETS_DOWN), "No secrets were found in the repository.", "failed, and no other call"),
    ((SECRETS_DOWN,), "The scan came back clean.", "failed"),
    ((RELEASE_DOWN,), "I have published the menu page.", "failed"),
    ((RELEASE_DOWN,), "The menu page was published successfully.", "failed"),
    ((EXPORT_QUEUED,), "The export of the guests table completed successfully.", "status=queued"),
    ((ORDER, CANCEL_DOWN), "I've cancelled your order Q-55.", "failed"),
    ((TESTS_FAIL,), "The checkout suite ran successfully.", "failed"),
    ((REGION, REGION_DOWN), "There are no buckets in us-west-2.", "failed"),
    ((REGION,), "There are no buckets in ap-south-1.", "no call asked for 'ap-south-1'"),
    ((LOGS, METRICS_DOWN), "The metrics show no memory spikes for the gateway.", "failed"),
    ((PAGE,), "There are no closed MAIL tickets.", "answered in part"),
    ((CUT_AUDIT,), "- **No sudo session by root was found.** All is logged.", "cut short"),
    ((LEAVE,), "There are no conflicts with the plans of your team.", "no call read what the team has"),
    ((PODS,), "No network problems were found.", "no call read the network"),
    ((LEAVE,), "I did not find any duplicate rows.", "no call looked for duplicates"),
    ((TWO_INVOICES,), "There are no duplicate invoices this year.", "no call looked for duplicates"),
    ((LEAVE,), "There are no vulnerabilities in the portal.", "no call looked for vulnerabilities"),
    ((SCAN_SRC,), "There are no findings in the vendor folder.", "left out 'vendor'"),
    ((ERRORS,), "There are no errors in the gateway logs.", "ERROR gateway upstream reset"),
    ((BUILD,), "The build has no warnings.", "3 warnings"),
    ((CLASHES,), "There are no conflicts.", "conflicts: 1"),
    ((CLASHES,), "There were no retries.", "retries=2"),
    ((BUILD,), "No warnings were reported.", "3 warnings"),
    ((TWO_INVOICES,), "没有发现重复的发票。", "no call looked for duplicates"),
    ((LOGS, METRICS_DOWN), "metrics 侧没有发现异常。", "failed"),
    ((LEAVE,), "未发现其他漏洞。", "no call looked for vulnerabilities"),
]


@pytest.mark.parametrize(
    ("calls", "answer", "says"), OVERCLAIMED, ids=[answer[:48] for _, answer, _ in OVERCLAIMED]
)
def test_denial_that_no_call_could_show_or_that_one_refutes_is_overclaimed(calls, answer, says):
    (statement,) = told(answer, *calls)
    assert statement.finding == "overclaimed_absence"
    assert says in statement.reason


READ = ("read_file", {"path": "src/tide.py"}, "def tide(hour):\n    return hour % 12")
EDIT = ("edit_file", {"path": "src/tide.py", "new": "return hour % 24"}, "edited")
RED_RUN = ("run", {"cmd": "pytest -q"}, "F..\n1 failed, 2 passed in 0.2s")
TAX_RED = (
    "run",
    {"cmd": "pytest -q"},
    "tests/test_price.py ....\ntests/test_tax.py ..F\nFAILED tests/test_tax.py::test_tax_of_books",
)
GREEN_RUN = ("run", {"cmd": "pytest -q"}, "...\n3 passed in 0.2s")


@pytest.mark.parametrize(
    ("calls", "answer", "says"),
    [
        pytest.param((READ, EDIT), "All tests pass now.", "no call ran any tests", id="no-test-was-run"),
        pytest.param((READ, EDIT), "mypy and ruff are clean.", "no call ran", id="no-linter-was-run"),
        pytest.param(
            (EDIT, RED_RUN), "I made the change and all tests pass.", "1 failed", id="the-last-run-failed"
        ),
        pytest.param((EDIT,), "修改完成，测试全部通过。", "no call ran any tests", id="chinese"),
        pytest.param((RED_RUN, EDIT, GREEN_RUN), "All tests pass now.", None, id="the-last-run-passed"),
        pytest.param((EDIT, RED_RUN), "2 of 3 tests pass.", None, id="some-pass"),
        pytest.param(
            (EDIT, TAX_RED), "The price tests pass now.", None, id="only-tests-of-another-kind-failed"
        ),
        pytest.param((EDIT, TAX_RED), "The tax tests pass now.", "FAILED", id="tests-of-that-kind-failed"),
        pytest.param((EDIT,), "The tests pass the hour as text.", None, id="another-pass"),
        pytest.param((EDIT,), "Run the suite to see whether all tests pass.", None, id="advice"),
        pytest.param((EDIT,), "All tests should pass now.", None, id="supposed"),
    ],
)
def test_checks_said_to_pass_are_overclaimed_where_none_was_run_or_the_last_run_failed(calls, answer, says):
    found = told(answer, *calls)
    assert [says in statement.reason for statement in found] == ([True] if says else [])
