"""Slices that leave out what stands beside a statement: a qualification, the other side of a pair."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

CASES = [
    Case(
        "label-key-1",
        "变更：将闸门电压调至220伏。\n回退：执行脚本 gate_back.sh，耗时约 5 分钟。\n负责人：韩梅",
        (),
        ("执行脚本 gate_back.sh，耗时约 5 分钟", "回退：执行脚本 gate_back.sh", "负责人：韩梅"),
    ),
    Case(
        "label-key-2",
        "Change: raise gate voltage to 220 V\nRollback: run gate_back.sh within 5 minutes\nOwner: Mei",
        (),
        ("Rollback: run gate_back.sh within 5 minutes", "Owner: Mei", "Change: raise gate voltage to 220 V"),
    ),
    Case(
        "not-found-1",
        "open /srv/quay/map.bin: not found: check the mount path, the owner, the mode",
        (),
        ("check the mount path, the owner, the mode", "not found: check the mount path"),
    ),
    Case(
        "missing-1",
        "ERROR missing keys: dock, lane, tide in quay.yaml",
        ("keys: dock, lane, tide in quay.yaml",),
        ("missing keys: dock, lane, tide in quay.yaml",),
    ),
    Case(
        "only-1",
        "Only 3 of 14 pumps restarted after the surge, the rest stayed off.",
        (),
        ("Only 3 of 14 pumps restarted after the surge",),
    ),
    Case(
        "than-1",
        "Latency is higher than on Monday: 412 ms against 266 ms.",
        ("Latency is higher",),
        ("412 ms against 266 ms", "Latency is higher than on Monday"),
    ),
    Case(
        "rank-1",
        "The largest file in /var/log is quay.log with 8.1 GB, written by dockd.",
        (),
        ("quay.log with 8.1 GB, written by dockd", "The largest file in /var/log is quay.log with 8.1 GB"),
    ),
    Case(
        "rank-2",
        "最大的文件是 quay.log，占用 8.1 GB，由 dockd 写入。",
        (),
        ("quay.log，占用 8.1 GB", "占用 8.1 GB，由 dockd 写入"),
    ),
    Case(
        "bracket-1",
        "Job 881 finished (exit code 0, no output) on node ox-4.",
        (),
        ("Job 881 finished (exit code 0, no output)",),
    ),
    Case(
        "bracket-2",
        "mount failed (no such device) at 04:11",
        (),
        ("mount failed (no such device)", "mount failed"),
    ),
    Case(
        "bracket-3",
        "Backup completed (not verified) at 04:11",
        ("Backup completed", "Backup completed at 04:11"),
        ("Backup completed (not verified)",),
    ),
    Case(
        "bracket-4",
        "备份已完成（未校验），用时 12 分钟。",
        ("备份已完成", "备份已完成，用时 12 分钟"),
        ("备份已完成（未校验），用时 12 分钟",),
    ),
    Case(
        "example-1",
        "Expected downtime: 20 minutes. Start: 02:00. Contact: Ines Roth.",
        ("downtime: 20 minutes",),
        ("Start: 02:00. Contact: Ines Roth", "Expected downtime: 20 minutes"),
    ),
    Case(
        "example-2",
        "Next steps: Ines orders the seal by Friday; Otto repaints the gate.",
        ("Otto repainted the gate",),
        (
            "Next steps: Ines orders the seal by Friday",
            "Next steps: Ines orders the seal by Friday; Otto repaints the gate",
        ),
    ),
    Case(
        "example-3",
        "Old config was lost. New config is in /srv/quay.yaml.",
        (),
        ("Old config was lost", "New config is in /srv/quay.yaml"),
    ),
    Case(
        "before-1",
        "Before: 412 ms p95. After: 266 ms p95.",
        ("After: 412 ms p95",),
        ("Before: 412 ms p95", "After: 266 ms p95"),
    ),
    Case(
        "before-2",
        "重启前内存占用 91%，重启后回落到 34%。",
        ("内存占用 91%", "内存占用 34%"),
        ("重启前内存占用 91%", "重启后回落到 34%", "重启前内存占用 91%，重启后回落到 34%"),
    ),
    Case(
        "once-1",
        "The pump stopped once the tank was empty at 03:20.",
        (),
        ("The pump stopped once the tank was empty", "once the tank was empty at 03:20"),
    ),
    Case(
        "when-1",
        "When the tank was empty at 03:20, the pump stopped by itself.",
        (),
        ("the pump stopped by itself", "When the tank was empty at 03:20, the pump stopped by itself"),
    ),
    Case(
        "if-1",
        "If the lamp blinks twice, the fuse is gone; replace it with a 4 A type.",
        ("the lamp blinks twice, the fuse is gone", "the fuse is gone"),
        ("If the lamp blinks twice, the fuse is gone",),
    ),
    Case(
        "if-2",
        "Check if the lamp blinks. It blinked twice at 04:00.",
        (),
        ("It blinked twice at 04:00", "Check if the lamp blinks"),
    ),
    Case(
        "bi-1",
        "三号泵比二号泵晚停 14 分钟，原因是阀门卡滞。",
        ("二号泵晚停 14 分钟",),
        ("三号泵比二号泵晚停 14 分钟", "原因是阀门卡滞"),
    ),
    Case("bi-2", "压缩比为 9.8，油温 84 度，比例阀正常。", (), ("油温 84 度，比例阀正常", "压缩比为 9.8")),
    Case(
        "quote-1",
        'The harbour master said: "Berth 4 is closed." Nobody objected.',
        ("Nobody objected that berth 4",),
        ('"Berth 4 is closed."', 'The harbour master said: "Berth 4 is closed."'),
    ),
    Case(
        "planned-1",
        "Planned maintenance: 02:00-04:00 on 3 May, gate north only.",
        ("maintenance: 02:00-04:00 on 3 May",),
        ("Planned maintenance: 02:00-04:00 on 3 May, gate north only",),
    ),
    Case(
        "planned-2",
        "维护计划：5月3日2点至4点，仅北门受影响。",
        ("北门受影响",),
        ("维护计划：5月3日2点至4点，仅北门受影响",),
    ),
    Case(
        "zh-light-1",
        "三号泵的密封圈已于周二更换，运行正常。",
        ("二号泵的密封圈已于周二更换", "密封圈已于周三更换"),
        ("三号泵的密封圈已于周二更换", "密封圈已于周二更换，运行正常"),
    ),
    Case(
        "doubt-1",
        "The fault is a worn seal, Otto suspects; the lab has the part.",
        ("The fault is a worn seal",),
        ("the lab has the part", "The fault is a worn seal, Otto suspects"),
    ),
    Case(
        "later-1",
        "The alarm fired at 04:00, later cleared at 04:20 by itself.",
        (),
        ("The alarm fired at 04:00", "later cleared at 04:20 by itself"),
    ),
    Case(
        "asas-1",
        "The spare is as long as the old blade, 41 cm, and as heavy.",
        (),
        ("The spare is as long as the old blade, 41 cm", "as long as the old blade"),
    ),
    Case(
        "asas-2",
        "Restart dockd as root, as soon as the lock is free.",
        (),
        ("Restart dockd as root, as soon as the lock is free",),
    ),
    Case(
        "every-1",
        "Every crane but number 4 was greased.",
        ("Every crane was greased",),
        ("Every crane but number 4 was greased",),
    ),
    Case(
        "every-2",
        "All cranes moved but crane 4 jammed at 04:11.",
        (),
        ("All cranes moved", "crane 4 jammed at 04:11"),
    ),
    Case(
        "restrict-1",
        "Entry is free for members and pupils on Mondays.",
        ("Entry is free",),
        ("Entry is free for members and pupils on Mondays",),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_what_a_slice_hangs_on_is_kept(case):
    assert case.wrongly_accepted() == []
    assert case.wrongly_refused() == []
