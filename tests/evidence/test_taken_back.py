"""Slices that lose that what they tell of was taken back, and slices that keep it or tell of other things."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

BACK_CASES = [
    Case(
        "approval-en",
        "The approval by T. Varga on 9 May was withdrawn after the audit.",
        (
            "The approval by T. Varga on 9 May",
            "approval by T. Varga ... on 9 May",
            "approval by T. Varga",
            "The approval by T. Varga ... after the audit",
        ),
        ("The approval by T. Varga on 9 May was withdrawn", "was withdrawn after the audit"),
    ),
    Case(
        "announce-en",
        "The ferry line announced a second night service in April and cancelled it in May.",
        ("The ferry line announced a second night service in April", "announced a second night service"),
        ("announced a second night service in April and cancelled it", "cancelled it in May"),
    ),
    Case(
        "deploy-en",
        "Release 7.4 was deployed to all shops at noon but rolled back within the hour.",
        ("Release 7.4 was deployed to all shops at noon", "Release 7.4 was deployed to all shops"),
        ("Release 7.4 was deployed to all shops at noon but rolled back", "rolled back within the hour"),
    ),
    Case(
        "hypo-en",
        "The second theory, that a lightning strike tripped the feeder, was dropped on Friday.",
        ("a lightning strike tripped the feeder", "lightning strike tripped the feeder"),
        (
            "The second theory, that a lightning strike tripped the feeder, was dropped",
            "was dropped on Friday",
        ),
    ),
    Case(
        "statement-en",
        "Erratum: the statement that tank 5 was empty was incorrect; it held 40 litres.",
        ("tank 5 was empty", "the statement that tank 5 was empty"),
        ("the statement that tank 5 was empty was incorrect", "it held 40 litres"),
    ),
    Case(
        "permit-en",
        "The permit issued to quay crew B on 3 March has since been revoked.",
        ("The permit issued to quay crew B on 3 March", "permit issued to quay crew B"),
        ("has since been revoked", "The permit issued to quay crew B on 3 March has since been revoked"),
    ),
    Case(
        "appointment-en",
        "The appointment of Dr Lund as ward lead was later rescinded.",
        ("The appointment of Dr Lund as ward lead",),
        ("The appointment of Dr Lund as ward lead was later rescinded",),
    ),
    Case(
        "merge-en",
        "PR 512 was merged on Tuesday and reverted on Wednesday because of a leak.",
        ("PR 512 was merged on Tuesday",),
        ("reverted on Wednesday because of a leak", "PR 512 was merged on Tuesday and reverted on Wednesday"),
    ),
    Case(
        "paper-en",
        "The journal published the trial results in June, but they were retracted in September.",
        ("The journal published the trial results in June",),
        (
            "The journal published the trial results in June, but they were retracted",
            "they were retracted in September",
        ),
    ),
    Case(
        "order-en",
        "Purchase approval PA-31 was granted at 09:00 and was then overturned by finance.",
        ("Purchase approval PA-31 was granted at 09:00", "approval PA-31 was granted"),
        ("was then overturned by finance",),
    ),
    Case(
        "approve-zh",
        "变更单 C-77 的审批已于周三撤销。",
        ("变更单 C-77 的审批",),
        ("变更单 C-77 的审批已于周三撤销",),
    ),
    Case(
        "notice-zh",
        "物业五月发布的停水公告现已作废。",
        ("物业五月发布的停水公告", "五月发布的停水公告"),
        ("物业五月发布的停水公告现已作废",),
    ),
    Case(
        "open-zh",
        "东门通道上午九点宣布开放，十点又被关闭并撤回公告。",
        ("东门通道上午九点宣布开放",),
        ("东门通道上午九点宣布开放，十点又被关闭并撤回公告",),
    ),
    Case(
        "deploy-zh",
        "4.2 版本昨晚已发布到全部门店，随后因内存泄漏回滚。",
        ("4.2 版本昨晚已发布到全部门店",),
        ("随后因内存泄漏回滚", "4.2 版本昨晚已发布到全部门店，随后因内存泄漏回滚"),
    ),
    Case(
        "claim-zh",
        "关于光缆被挖断的结论已被推翻，真实原因是断电。",
        ("光缆被挖断", "光缆被挖断的结论"),
        ("关于光缆被挖断的结论已被推翻", "真实原因是断电"),
    ),
    Case(
        "appeal-zh",
        "李某提出的退款申请已获批准，后被财务驳回。",
        ("李某提出的退款申请已获批准", "退款申请已获批准"),
        ("后被财务驳回", "退款申请已获批准，后被财务驳回"),
    ),
    Case(
        "grant-zh",
        "管理员已授权供应商访问机房，次日收回授权。",
        ("管理员已授权供应商访问机房",),
        ("次日收回授权",),
    ),
    Case("permit-zh", "该诊所的经营许可在六月被吊销。", ("该诊所的经营许可",), ("经营许可在六月被吊销",)),
    Case(
        "grant",
        "The export licence granted to Norfeld AG last spring has now been suspended and revoked.",
        ("The export licence granted to Norfeld AG last spring",),
        (),
    ),
    Case(
        "plan-out",
        "The board announced a dividend of 12 cents, then withdrew it a week later.",
        ("The board announced a dividend of 12 cents",),
        ("The board announced a dividend of 12 cents, then withdrew it",),
    ),
    Case(
        "enabled",
        "Feature flag dark-cart was enabled for all tenants and later reverted by ops.",
        ("Feature flag dark-cart was enabled for all tenants",),
        ("later reverted by ops",),
    ),
    Case(
        "finding",
        "The finding that the seal was cracked proved wrong.",
        ("the seal was cracked",),
        ("The finding that the seal was cracked proved wrong",),
    ),
    Case(
        "conclusion",
        "Our conclusion that node b lost its lease has been retracted.",
        ("node b lost its lease",),
        (),
    ),
    Case(
        "elected",
        "Mr Dahl was elected chair on Monday, but his election was annulled on Friday.",
        ("Mr Dahl was elected chair on Monday",),
        ("his election was annulled on Friday",),
    ),
    Case(
        "opening",
        "The opening of gate C, set for May, was called off.",
        ("The opening of gate C",),
        ("was called off",),
    ),
    Case("zh-open", "北馆扩建工程三月宣布动工，五月又叫停。", ("北馆扩建工程三月宣布动工",), ("五月又叫停",)),
    Case(
        "zh-appoint", "董事会任命何平为总监，一周后撤回任命。", ("董事会任命何平为总监",), ("一周后撤回任命",)
    ),
    Case(
        "zh-award",
        "该标段已确定由远大公司中标，后因投诉被取消。",
        ("该标段已确定由远大公司中标",),
        ("后因投诉被取消",),
    ),
    Case("zh-hyp", "数据库死锁导致超时的假设已被排除。", ("数据库死锁导致超时",), ("假设已被排除",)),
    Case(
        "zh-deploy",
        "补丁 88 已推送至全部门店，但随即因报错被撤回。",
        ("补丁 88 已推送至全部门店",),
        ("补丁 88 已推送至全部门店，但随即因报错被撤回",),
    ),
    Case(
        "txn",
        "Transaction 991 on db-2 was rolled back because of a deadlock.",
        (),
        ("Transaction 991 on db-2", "was rolled back because of a deadlock"),
    ),
    Case(
        "timeline",
        "09:00 release 7.4 deployed to shops\n09:40 release 7.4 rolled back",
        (),
        ("09:00 release 7.4 deployed to shops", "09:40 release 7.4 rolled back"),
    ),
    Case(
        "timeline-1",
        "09:00 release 7.4 deployed to shops; 09:40 rollback finished",
        (),
        ("09:00 release 7.4 deployed to shops", "09:40 rollback finished"),
    ),
    Case(
        "other-subject",
        "The new schema was approved on Monday and the old one was withdrawn.",
        (),
        ("The new schema was approved on Monday", "the old one was withdrawn"),
    ),
    Case(
        "field",
        "ticket=55 state=approved approver=kim cancelled=false",
        (),
        ("ticket=55 state=approved approver=kim", "state=approved approver=kim"),
    ),
    Case(
        "request",
        "The request from 10.1.4.9 was rejected by rule 12.",
        (),
        ("The request from 10.1.4.9", "rejected by rule 12"),
    ),
    Case(
        "job",
        "Job 4471 on node-3 was cancelled by the scheduler.",
        (),
        ("Job 4471 on node-3", "was cancelled by the scheduler"),
    ),
    Case(
        "conn",
        "Connection to broker-4 opened at 10:01:03 and closed at 10:01:09.",
        (),
        ("Connection to broker-4 opened at 10:01:03",),
    ),
    Case(
        "next-sentence",
        "The budget was approved on 4 May. The old forecast was withdrawn.",
        (),
        ("The budget was approved on 4 May",),
    ),
    Case(
        "zh-time",
        "09:10 发布 4.2 版本\n09:45 回滚 4.2 版本",
        (),
        ("09:10 发布 4.2 版本", "09:45 回滚 4.2 版本"),
    ),
    Case("zh-other", "新合同已批准，旧合同已作废。", (), ("新合同已批准", "旧合同已作废")),
    Case("zh-cancel-noun", "取消按钮已上线，点击量 3000。", (), ("取消按钮已上线", "点击量 3000")),
    Case(
        "zh-rollback-plan", "发布计划已批准，回滚预案见附件二。", (), ("发布计划已批准", "回滚预案见附件二")
    ),
    Case("zh-tx", "事务 8812 在从库回滚，耗时 3 秒。", (), ("事务 8812", "耗时 3 秒")),
    Case(
        "en-approved-only",
        "The change was approved by Kim at 10:04 and deployed at 11:00.",
        (),
        ("The change was approved by Kim at 10:04", "deployed at 11:00"),
    ),
    Case(
        "en-rollback-ready",
        "The release was approved and a rollback script was prepared.",
        (),
        ("The release was approved", "a rollback script was prepared"),
    ),
    Case(
        "en-reject-after",
        "The patch was released in May and users rejected cookies less often.",
        (),
        ("The patch was released in May",),
    ),
    Case(
        "two-times",
        "Badge 41 was issued to Rao by the desk at 07:40 and recalled by security at 09:15",
        (),
        (
            "Badge 41 was issued to Rao by the desk at 07:40",
            "recalled by security at 09:15",
        ),
    ),
]


@pytest.mark.parametrize("case", BACK_CASES, ids=lambda case: case.kind)
def test_what_was_taken_back_is_not_told_as_if_it_held(case):
    assert case.wrongly_accepted() == []
    assert case.wrongly_refused() == []
