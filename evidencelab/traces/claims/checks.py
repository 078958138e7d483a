"""What is looked for by a check of its own: how it is spoken of, and the words of the calls that look for it.

The words of the calls are wide, since a check without any of them in its name, its arguments or its answer
can hardly have looked. It must not know any call.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Check(NamedTuple):
    """Something to be looked for.

    Attributes:
        spoken: How it is spoken of.
        name: What it is called in a reason.
        reads: The words of calls that look for it, or show it.
    """

    spoken: re.Pattern[str]
    name: str
    reads: re.Pattern[str]


def _check(spoken: str, name: str, reads: str) -> Check:
    return Check(re.compile(spoken, re.IGNORECASE), name, re.compile(reads, re.IGNORECASE))


SOURCES = (
    _check(
        r"\b(?:your|the|their|his|her|our) (?:team(?:'s|’s|mates?)?|colleagues?|co-?workers?|department)\b"
        r"|(?:团队|同事|部门)(?:成员)?的?(?:日程|休假|请假)",
        "what the team has",
        r"team|colleague|cowork|member|department|dept|staff|roster|group|shared|people|crew|团队|同事|部门",
    ),
    _check(
        r"\b(?:network|packet loss|dns)\b|网络",
        "the network",
        r"net|packet|ping|latenc|dns|tcp|connect|trace|socket|bandwidth|http|curl|route|link|timeout|网络|延迟",
    ),
    _check(
        r"\bdisk\b|磁盘",
        "the disks",
        r"disk|storage|volume|filesystem|\bdf\b|iops|inode|mount|pvc|\bio\b|node|host|smart|磁盘|存储",
    ),
    _check(
        r"\b(?:database|mysql|postgres(?:ql)?)\b|数据库",
        "the database",
        r"db|database|sql|pg_|postgres|mongo|redis|oracle|aurora|rds|query|table|connection|conn|hikari"
        r"|pool|schema|数据|连接",
    ),
)
"""Things that are said to have no problem, which shows only where they were looked into."""

DUPLICATES = "duplicates"
CHECKS = (
    _check(
        r"\bduplicat\w+|重复",
        DUPLICATES,
        r"duplicat|dedup|\bdup\b|unique|distinct|uniq|value_counts|counter|重复|去重",
    ),
    _check(
        r"\b(?:invalid|malformed|ill-formed)\b|格式错误",
        "what is invalid",
        r"valid|malform|regex|re\.match|pattern|format|lint|schema|syntax|check|verif|parse|str\.contains|校验",
    ),
    _check(
        r"\bvulnerabilit\w+|漏洞",
        "vulnerabilities",
        r"vuln|cve|audit|advisor|secur|snyk|trivy|ghsa|dependabot|scan|nessus|exploit|漏洞|安全",
    ),
    _check(
        r"\bdeadlocks?\b|死锁",
        "locks",
        r"lock|innodb|thread|dump|trace|wait|log|死锁|锁",
    ),
    _check(
        r"\b(?:memory leaks?)\b|内存泄漏",
        "memory",
        r"mem|heap|ram|oom|rss|free|alloc|gc|top|profil|leak|内存|泄漏",
    ),
    _check(
        r"\b(?:(?:re)?deploy(?:ment)?s?|rollouts?|rollbacks?)\b|(?<!未)(?:部署|发布|上线|回滚)(?:记录|操作|变更|$)",
        "deployments",
        r"deploy|rollout|rollback|release|revision|version|commit|git|argo|helm|spinnaker|pipeline|build"
        r"|chang|replicaset|image|\btag|event|部署|发布|变更|版本|上线|事件",
    ),
    _check(
        r"\b(?:alarms?|alerts?)\b|告警|报警",
        "alerts",
        r"alarm|alert|page[rd]|incident|firing|notif|opsgenie|monitor|prometheus|event|告警|报警|监控|事件",
    ),
    _check(
        r"\bbad (?:blocks?|sectors?)\b|坏块|坏道",
        "bad blocks",
        r"smart|badblock|bad.?(?:block|sector)|dmesg|scrub|fsck|mdadm|megacli|storcli|坏块|坏道",
    ),
    _check(
        r"\bconfig(?:uration)? (?:changes?|drifts?|edits?)\b|配置(?:变更|修改|改动)",
        "changes of configuration",
        r"config|chang|diff|audit|git|commit|deploy|terraform|drift|param|setting|helm|event|release|配置|变更|发布",
    ),
    _check(
        r"\b(?:(?:leaked|exposed|hard-?coded) \w+|secrets?|credentials?)\b|密钥|凭证泄露",
        "secrets",
        r"secret|credential|leak|token|key|passw|trufflehog|scan|grep|rg\b|expos|密钥|凭证|泄",
    ),
    _check(
        r"\bcert(?:ificate)?s?\b|证书",
        "certificates",
        r"cert|tls|ssl|x509|expir|https|issuer|证书",
    ),
    _check(
        r"\b(?:log-?ins?|sign-?ins?|brute[- ]force \w+)\b|登录",
        "logins",
        r"log|auth|sign|ssh|session|access|audit|siem|passw|user|登录|日志",
    ),
    _check(
        r"\b(?:(?:database|schema|pending|db) migrations?)\b|数据库迁移",
        "migrations",
        r"migrat|schema|flyway|alembic|liquibase|ddl|version|deploy|sql|table|prisma|迁移",
    ),
    _check(
        r"\b(?:oom(?:[- ]?kill\w*)?|out[- ]of[- ]memory(?: \w+)?)\b|内存溢出",
        "memory",
        r"oom|mem|kill|dmesg|pod|container|event|log|heap|exit|termin|内存|溢出",
    ),
    _check(
        r"\b(?:cpu )?throttling\b|限流",
        "throttling",
        r"throttl|cpu|quota|limit|rate|429|限流",
    ),
    _check(
        r"\b(?:malware|virus(?:es)?|trojans?|ransomware)\b|恶意软件|病毒",
        "malware",
        r"malware|virus|trojan|ransom|clamav|edr|defender|scan|threat|hash|signature|malicious|恶意|病毒",
    ),
    _check(
        r"\b(?:(?:failing|failed|broken) tests?|test failures?)\b|测试失败",
        "tests",
        r"test|spec\b|jest|junit|\bci\b|build|pass|fail|coverage|make|check|tox|测试",
    ),
    _check(
        r"\b(?:performance )?regressions?\b|性能(?:回退|退化)",
        "regressions",
        r"regress|bench|perf|latenc|test|compar|baseline|metric|p\d\d|throughput|duration|time|before|eval|score"
        r"|accura|loss|diff|性能|延迟",
    ),
    _check(
        r"\b(?:fraud|fraudulent \w+|chargebacks?|suspicious (?:transactions?|charges?|payments?))\b|欺诈"
        r"|可疑交易",
        "fraud",
        r"fraud|transact|charge|payment|risk|txn|suspicious|card|ledger|欺诈|交易|风险",
    ),
    _check(
        r"\ballerg(?:y|ies|ens?)\b|过敏",
        "allergies",
        r"allerg|ingredient|intoleran|contain|nut\b|gluten|reaction|过敏|配料|成分",
    ),
    _check(
        r"\b(?:drug|medication)[- ](?:drug )?interactions?\b|药物相互作用|配伍禁忌",
        "interactions of drugs",
        r"interact|contraindic|drug|medic|warning|药",
    ),
    _check(
        r"\b(?:safety |open |vehicle )?recalls\b|召回",
        "recalls",
        r"recall|nhtsa|safety|campaign|notice|召回",
    ),
    _check(
        r"\b(?:public |bank |national )holidays?\b|法定节假日",
        "holidays",
        r"holiday|calendar|date|festiv|vacation|leave|workday|business.?day|节假日|假期|工作日",
    ),
    _check(
        r"\blawsuits?\b|\blitigation\b|诉讼|涉诉",
        "lawsuits",
        r"lawsuit|litig|court|legal|\bcase|filing|\bsued?\b|risk|诉讼|涉诉|法律",
    ),
    _check(
        r"\b(?:broken|dead) (?:links?|urls?)\b|死链",
        "broken links",
        r"link|url|http|crawl|404|href|链接",
    ),
    _check(
        r"\b(?:circular|cyclic) (?:imports?|dependenc(?:y|ies))\b|循环(?:依赖|引用)",
        "cycles of imports",
        r"import|depend|circular|cycl|graph|madge|require|循环|依赖",
    ),
    _check(
        r"\b(?:uncommitted|unstaged|untracked) \w+\b",
        "the state of the working tree",
        r"git|diff|status|commit|stash|staged|untracked|branch|clean",
    ),
    _check(
        r"\b(?:replication|replica) (?:lag|delays?)\b|主从延迟",
        "replication",
        r"replica|lag|slave|standby|\bwal\b|sync|seconds_behind|主从|延迟|同步",
    ),
    _check(
        r"\b(?:service |planned |scheduled )?maintenance(?: windows?)?\b|维护(?:窗口|计划)",
        "maintenance",
        r"mainten|schedul|calendar|window|event|change|status|planned|downtime|维护|计划|变更",
    ),
    _check(
        r"\binjur(?:y|ies)\b|受伤|伤病|工伤",
        "injuries",
        r"injur|hurt|wound|medical|fitness|casualt|safety|accident|availab|squad|roster|lineup|伤",
    ),
    _check(
        r"\baccidents?\b|事故",
        "accidents",
        r"accident|incident|crash|collision|injur|safety|hse|ehs|event|alarm|事故|事件|安全",
    ),
    _check(
        r"\bcomplaints?\b|投诉",
        "complaints",
        r"complain|feedback|review|rating|ticket|survey|csat|nps|sentiment|case|support|投诉|反馈|评价|评论|工单",
    ),
    _check(
        r"\b(?:labou?r |customer |legal )?disputes?\b|争议|纠纷",
        "disputes",
        r"disput|arbitrat|grievance|chargeback|claim|legal|case|contest|争议|纠纷|仲裁",
    ),
    _check(
        r"\bcurtail(?:ed|ments?)?(?: orders?)?\b|限电|弃风|弃光",
        "curtailments",
        r"curtail|dispatch|grid|order|setpoint|limit|derat|redispatch|限电|弃|调度",
    ),
    _check(
        r"\bcustoms (?:holds?|inspections?|delays?|issues?)\b|海关(?:查验|扣留)",
        "the customs",
        r"custom|clearance|hold|inspect|tariff|duty|海关|清关|查验",
    ),
    _check(
        r"\b(?:serious )?adverse (?:events?|reactions?)\b|不良(?:事件|反应)",
        "adverse events",
        r"advers|\bs?aes?\b|safety|reaction|side.?effect|toxic|event|不良|安全|反应",
    ),
    _check(
        r"\b(?:penalt(?:y|ies)|fines?|sanctions?)\b|罚款|处罚",
        "penalties",
        r"penalt|fine|sanction|fee|charge|deduct|violat|breach|罚|违规|扣",
    ),
    _check(
        r"\b(?:thefts?|burglar(?:y|ies)|break-ins?)\b|盗窃|失窃",
        "thefts",
        r"theft|stolen|burglar|break|loss|shrink|police|security|incident|盗|失窃|安防",
    ),
    _check(
        r"\b(?:infections?|outbreaks?)\b|感染|暴发",
        "infections",
        r"infect|outbreak|patho|cultur|isolat|mdro|mrsa|cluster|case|感染|暴发|菌|病原",
    ),
    _check(
        r"\b(?:pests?|plant diseases?|infestations?)\b|病虫害|虫害",
        "pests",
        r"pest|diseas|scout|infest|aphid|mite|fung|mildew|spray|虫|病|植保",
    ),
)
"""Things whose absence shows only where something looked for them."""
