"""Slices of tests, settings, logs and other outputs that leave out what they are part of."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

CASES = [
    Case(
        "ci-1",
        "Ran 212 tests in 41.2s: 209 passed, 3 failed (2 flaky), 0 skipped",
        (
            "209 passed, 0 skipped",
            "Ran 212 tests in 41.2s: 209 passed, 0 skipped",
            "212 tests in 41.2s: 209 failed",
        ),
        ("Ran 212 tests in 41.2s: 209 passed, 3 failed",),
    ),
    Case(
        "ci-2",
        'FAIL src/lock.test.ts\n  ● opens the gate\n    expect(received).toBe(expected)\n    Expected: "open"\n    Received: "shut"',
        ('Received: "open"', 'Expected: "shut"', 'opens the gate … Received: "open"'),
        ('Received: "shut"', 'Expected: "open"\n    Received: "shut"', "FAIL src/lock.test.ts"),
    ),
    Case(
        "ci-3",
        "step 3/5 lint      ok    12s\nstep 4/5 unit      FAILED 88s (retried, ok on attempt 3)\nstep 5/5 package   skipped",
        ("step 4/5 unit      ok", "unit FAILED 88s (ok on attempt 3)", "step 5/5 package   ok"),
        ("step 4/5 unit      FAILED 88s (retried, ok on attempt 3)", "step 5/5 package   skipped"),
    ),
    Case(
        "ci-4",
        "Build #418 passed with 6 warnings on branch release/9.2",
        ("Build #418 passed on branch release/9.2",),
        ("Build #418 passed with 6 warnings", "Build #418 passed with 6 warnings on branch release/9.2"),
    ),
    Case(
        "ci-5",
        "Deployment finished in canary only; production was not touched.",
        ("Deployment finished", "Deployment finished in production"),
        ("Deployment finished in canary only",),
    ),
    Case(
        "k8s-1",
        "Last State:     Terminated\n  Reason:       OOMKilled\nState:          Running\n  Started:      Mon, 04 Mar 2030 08:11:00",
        ("State: Terminated", "State:          Running\n  Reason:       OOMKilled"),
        ("Last State:     Terminated\n  Reason:       OOMKilled", "State:          Running"),
    ),
    Case(
        "k8s-2",
        "Conditions:\n  Type             Status\n  MemoryPressure   False\n  DiskPressure     True\n  Ready            False",
        ("Ready True", "MemoryPressure   True", "DiskPressure False"),
        ("DiskPressure     True", "MemoryPressure: False"),
    ),
    Case(
        "k8s-3",
        "0/9 nodes are available: 4 node(s) had untolerated taint, 5 Insufficient memory.",
        ("9 nodes are available", "5 node(s) had untolerated taint"),
        ("0/9 nodes are available: 4 node(s) had untolerated taint", "5 Insufficient memory"),
    ),
    Case(
        "k8s-4",
        "limits:\n  memory: 512Mi\nrequests:\n  memory: 128Mi",
        ("requests:\n  memory: 512Mi", "limits: memory: 128Mi", "requests … memory: 512Mi"),
        ("requests:\n  memory: 128Mi", "limits:\n  memory: 512Mi"),
    ),
    Case(
        "promql-1",
        'sum(rate(ferry_errors_total{dock="east",code=~"5.."}[5m])) > 0.5',
        (
            'ferry_errors_total{dock="east"}',
            "rate(ferry_errors_total[5m]) > 0.5",
            'sum(rate(ferry_errors_total{dock="east"}[5m]))',
        ),
        (
            'ferry_errors_total{dock="east",code=~"5.."}[5m]',
            'rate(ferry_errors_total{dock="east",code=~"5.."}[5m])',
        ),
    ),
    Case(
        "promql-2",
        "expr: queue_depth > 400 for 10m unless maintenance == 1",
        ("queue_depth > 400 for 10m",),
        ("expr: queue_depth > 400 for 10m unless maintenance == 1",),
    ),
    Case(
        "sql-1",
        "SELECT name FROM berths WHERE length > 12 AND NOT reserved ORDER BY name;",
        (
            "SELECT name FROM berths WHERE length > 12;",
            "SELECT name FROM berths;",
            "WHERE reserved ORDER BY name",
        ),
        (
            "SELECT name FROM berths WHERE length > 12 AND NOT reserved",
            "SELECT name FROM berths WHERE length > 12 AND NOT reserved ORDER BY name;",
        ),
    ),
    Case(
        "sql-2",
        "DELETE FROM tickets WHERE paid = 0 AND issued < '2029-01-01' LIMIT 50;",
        ("DELETE FROM tickets;", "DELETE FROM tickets", "DELETE FROM tickets WHERE paid = 0;"),
        ("DELETE FROM tickets WHERE paid = 0 AND issued < '2029-01-01' LIMIT 50;",),
    ),
    Case(
        "shell-1",
        "$ tar -xf dock.tar --exclude=logs -C /srv/dock\n$ rm -rf /srv/old --dry-run",
        ("tar -xf dock.tar -C /srv/dock",),
        ("tar -xf dock.tar --exclude=logs -C /srv/dock", "rm -rf /srv/old --dry-run"),
    ),
    Case(
        "log-1",
        "09:14:02 INFO [berth] retry 3/5 for job 8812 succeeded after 2 failures\n09:14:09 INFO [berth] job 8813 done",
        ("job 8812 done", "retry 3/5 for job 8813"),
        ("retry 3/5 for job 8812 succeeded after 2 failures", "job 8813 done"),
    ),
    Case(
        "log-2",
        "[dry-run] would remove 14 volumes\n[live] removed 2 volumes",
        ("[live] would remove 14 volumes", "remove 14 volumes", "[live] removed 14 volumes"),
        ("[dry-run] would remove 14 volumes", "[live] removed 2 volumes"),
    ),
    Case(
        "log-3",
        "ERROR (suppressed): cannot bind port 7070\nINFO: listening on 7071",
        ("INFO: cannot bind port 7070", "ERROR: listening on 7071"),
        ("ERROR (suppressed): cannot bind port 7070", "INFO: listening on 7071"),
    ),
    Case(
        "log-4",
        'level=info msg="cache warmed" dur=4.1s\nlevel=warn msg="cache cold" dur=9.7s',
        ('msg="cache warmed" dur=9.7s', 'level=info msg="cache cold"', 'level=warn msg="cache warmed"'),
        ('level=warn msg="cache cold" dur=9.7s', 'msg="cache warmed" dur=4.1s'),
    ),
    Case(
        "log-5",
        "2030-05-05 03:00:11 backup: 41 of 44 volumes copied, 3 skipped (locked)",
        ("41 volumes copied", "44 volumes copied", "backup: 44 volumes copied"),
        ("backup: 41 of 44 volumes copied", "41 of 44 volumes copied, 3 skipped"),
    ),
    Case(
        "changelog-1",
        "## 5.0\n- Dropped: TLS 1.0\n- Added: TLS 1.3\n## 4.9\n- Added: TLS 1.2",
        ("5.0: Added: TLS 1.2", "## 4.9\n- Added: TLS 1.3", "- Added: TLS 1.0"),
        ("## 5.0\n- Dropped: TLS 1.0", "- Added: TLS 1.3"),
    ),
    Case(
        "man-1",
        "-f, --force    overwrite without asking (dangerous)\n-n, --no-act   print, do not write",
        ("-n, --no-act   overwrite without asking", "-f, --force    print, do not write"),
        ("-f, --force    overwrite without asking", "-n, --no-act   print, do not write"),
    ),
    Case(
        "chat-1",
        "Mira: can we ship tonight?\nTom: no, QA is still red.\nMira: ok, Thursday then.",
        (
            "we ship tonight",
            "Tom: ok, Thursday then.",
            "Mira: no, QA is still red.",
            "can we ship tonight: ok",
        ),
        ("Tom: no, QA is still red.", "Mira: ok, Thursday then."),
    ),
    Case(
        "chat-2",
        "小周：昨晚的补丁上了吗？\n老范：没上，审批卡住了。\n小周：那今晚再上。",
        ("昨晚的补丁上了", "老范：那今晚再上。", "补丁上了"),
        ("老范：没上，审批卡住了。", "小周：那今晚再上。"),
    ),
    Case(
        "mail-1",
        "From: lena@quay.example\nTo: oskar@quay.example\nSubject: Re: crane 4\n\nOskar, crane 4 stays locked until Friday.\n> Is crane 4 free again?",
        ("crane 4 free again", "From: oskar@quay.example", "crane 4 stays locked"),
        ("crane 4 stays locked until Friday", "> Is crane 4 free again?"),
    ),
    Case(
        "table-1",
        "| host | check | result |\n|---|---|---|\n| ox-1 | disk | pass |\n| ox-1 | raid | fail |\n| ox-2 | disk | fail |",
        ("ox-1 | disk | fail", "ox-2 | disk | pass", "ox-1 raid pass", "ox-1: pass"),
        ("| ox-1 | raid | fail |", "ox-2 disk fail"),
    ),
    Case(
        "table-2",
        "Flight  From  To   Status\nKX41    OSL   HAM  delayed\nKX44    HAM   OSL  on time",
        ("KX41 HAM OSL", "KX44 delayed", "KX41    OSL   HAM  on time"),
        ("KX41    OSL   HAM  delayed", "KX44 HAM OSL on time"),
    ),
    Case(
        "table-3",
        "name,role,since\nIda,owner,2019\nBo,guest,2024",
        ("Bo,owner,2019", "Ida,guest", "Bo: owner"),
        ("Ida,owner,2019", "name: Bo, role: guest"),
    ),
    Case(
        "xml-1",
        '<server><port enabled="false">8080</port><port enabled="true">9090</port></server>',
        ('<port enabled="true">8080</port>', '<port enabled="false">9090</port>', 'enabled="true" 8080'),
        ('<port enabled="true">9090</port>', '<port enabled="false">8080</port>'),
    ),
    Case(
        "xml-2",
        '<!-- <feature name="tide" on="1"/> -->\n<feature name="moon" on="1"/>',
        ('<feature name="tide" on="1"/>',),
        ('<feature name="moon" on="1"/>',),
    ),
    Case(
        "ini-1",
        "[staging]\nhost = ox-9\nreadonly = no\n[production]\nhost = ox-1\nreadonly = yes",
        ("[production]\nhost = ox-9", "[staging] readonly = yes", "[production] … readonly = no"),
        ("[production]\nhost = ox-1", "[staging]\nhost = ox-9\nreadonly = no"),
    ),
    Case("ini-2", "; debug = true\ndebug = false\n", ("debug = true",), ("debug = false",)),
    Case("env-1", "# export LANE=north\nexport LANE=south", ("export LANE=north",), ("export LANE=south",)),
    Case(
        "patch-1",
        "-  retries: 2\n+  retries: 6\n   lane: south",
        ("retries: 2\n   lane: south", "+  retries: 2"),
        ("+  retries: 6", "retries: 6\n   lane: south"),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_what_a_slice_hangs_on_is_kept(case):
    assert case.wrongly_accepted() == []
    assert case.wrongly_refused() == []
