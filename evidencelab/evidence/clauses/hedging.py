"""What makes less of a statement than a fact: doubts, claims, plans, examples, what was taken back.

A pattern over *folded* text of what stands right in front of the statement that it is about. Whoever quotes
the statement without it tells as a fact what the text does not. A plain source ("the kubelet says") is none
of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from evidencelab.evidence.clauses.word_starts import WordPattern
from evidencelab.evidence.late_patterns import late_pattern


def _each(words: str, behind: str) -> Iterator[str]:
    """Put the same behind each of some words, one alternative for those that begin with the same letter."""
    for letter, group in groupby(sorted(words.split()), key=lambda word: word[0]):
        yield f"{letter}(?:{'|'.join(word[1:] for word in group)}){behind}"


_PERSONS = (
    "customer client user vendor supplier tenant caller reporter tester plaintiff defendant "
    "witness colleague coworker teammate manager guest analyst expert rumor rumour he she they someone "
    "somebody people who you policyholder insured insurer claimant applicant appellant respondent accused "
    "victim prosecutor lawyer attorney patient doctor nurse landlord buyer seller owner driver passenger "
    "neighbour neighbor resident visitor hiker warden guard officer official inspector contractor technician "
    "mechanic employee employer minister mayor president chairman chairwoman chair spokesman "
    "spokeswoman spokesperson director ceo founder journalist teacher student parent mother father friend "
    "boss predecessor successor critic opponent candidate broker merchant dealer retailer manufacturer "
    "carrier forwarder borrower lender debtor creditor subscriber participant interviewee"
)
"""Roles of people and parties; none that a program has too, as an agent, a worker or an operator."""
PERSON = rf"(?:{_PERSONS.replace(' ', '|')})s?"
_MODALS = ("may", "will", "[Mm]ight", "[Cc]ould", "[Ss]hould", "[Ww]ould", "[Mm]ust")
"""In lower case only are those that in capitals are a month and a name."""
_DOUBTED = (
    *_each(
        "possibl[ey] probabl[ey] likely potential(?:ly)? perhaps maybe suspected alleged(?:ly)? apparently "
        "presum(?:ed|ably) supposedly reportedly purportedly seemingly hopefully ostensibly theoretically "
        "hypothetical(?:ly)? whether only merely solely else otherwise almost nearly virtually practically",
        "",
    ),
    "in theory",
    r"in the (?:words|eyes) of (?:[\w'-]+ ){1,4}?[\w'-]+,",
    "or else",
    "all but",
    "on the verge of",
    "close to",
    *_each(
        "i we they you people some many",
        " (?:(?:do|also|still|now|really) )?(?:think|thought|believed?|assumed?|suppose|reckon|feel|felt"
        "|figure|imagine|presume|bet|wonder)(?: that)?",
    ),
    *_each("seem look appear sound feel", "(?:s|ed)? (?:to(?= (?:be|have) )|as (?:if|though)|like|that)"),
    "seem(?:s|ed)? to",
    "in (?:my|our|his|her|their) (?:opinion|view),?",
    "imh?o,?",
    "afaik,?",
    "iirc,?",
    "as far as (?:i|we) (?:know|can tell|remember),?",
    "if (?:i|we) (?:remember|recall) correctly,?",
    *_each(
        "guess theory hypothesis suspicion assumption hunch impression speculation assessment",
        "(?: (?:is|was))?(?: that|:|(?<= is)|(?<= was))",
    ),
    *_each("suspect guess hope fear doubt", r"(?:s|es|d|ed)?(?: that| to(?! not\b))?"),
    *_each("possibility chance risk danger likelihood threat", "(?: that| of)"),
    *_each(
        "false untrue wrong incorrect unlikely doubtful possible conceivable unclear unknown disputed",
        "(?: that| if)",
    ),
)
_CLAIMED = (
    *_each(
        "claim believe alleg assert insist contend argu speculat theoris theoriz assum complain pretend "
        "think predict",
        "(?:s|e|es|d|ed|ing)(?: that)?",
    ),
    "den(?:y|ies|ied),? that",
    "has it that",
    r"according to (?:[\w'-]+ ){0,3}?(?:posts?|articles?|tweets?|rumou?rs?|newspapers?|tabloids?|press|media"
    r"|leaks?),?",
    r"m(?:r|s|rs)\.? [\w'-]+ (?:states?|stated|says?|said|notes|noted|adds|added|explains|explained)"
    r"(?: that)?",
    *_each("lack miss reject disput", "(?:s|es|ed|ing)"),
    *_each("short out free", " (?:of|from)"),
    *_each("stop quit cease discontinue refrain", r"(?:s|d|ped|ting|ing|ped)?(?: from)?(?= \w{2,}ing\b)"),
    *_each("instead rather", " (?:of|than)"),
    r"either(?: [\w.-]+){1,6}? or",
    "either",
    *_each(
        "max maximum min minimum average avg mean median peak target expected planned previous desired",
        r"(?= [a-z_-]+ \d)",
    ),
    *_each("max min avg", r"\.(?= [a-z_-]+ \d)"),
    "dispute[sd]?,? that",
    "refute[sd]?,? that",
    *_each(
        "misdiagnosed misread misidentified misclassified mislabelled mislabeled mistaken misreported "
        "misinterpreted",
        " (?:as|for)",
    ),
    *_each("all the", " other"),
    "the rest of",
    *_each(
        "second third fourth fifth sixth seventh eighth ninth tenth",
        r"(?= (?:(?:larg|bigg|small|high|low|long|short|fast|slow|old)est|best|worst|most|least)\b)",
    ),
    # of whom it is said
    *_each(
        "her his their my patient's",
        " (?:mother|father|brother|sister|wife|husband|son|daughter|aunt|uncle|parent|grandmother|grandfather"
        "|cousin)s?",
    ),
    "forecasts?,? that",
    "alleges,? that",
    r"expected(?: to be)?(?= [^,;.\n]{1,60}?,? (?:but|got|received|found|actual|instead)\b)",
    *_each("rumors? rumours? allegations? speculations?", " that"),
    r"contrary to (?:[\w'-]+ ){0,4}?that",
    *_each(
        "expect estimate anticipate suggest recommend propose demand request warn promise", "(?:s|d|ed)? that"
    ),
    *_each(
        _PERSONS,
        "s?(?: (?:also|once|later|then|first|again|has|have|had)){0,2} (?:(?:said|says?)(?: that)?"
        "|(?:reports?|reported|states?|stated|mentions?|mentioned|notes?|noted|adds?|added|explains?|explained"
        "|confirms?|confirmed|announces?|announced|declares?|declared|repl(?:y|ies|ied)) that)",
    ),
    *_each(
        "wrote writes testified testifies recalls recalled remarked commented swears swore confided conceded "
        "concedes admits admitted maintains maintained reiterated stressed",
        " that",
    ),
    r"told (?:(?:us|me|him|her|them|you|everyone|everybody|(?:the|our|my|his|her|their|an?) [\w'-]+"
    r"|(?-i:[A-Z][\w'-]+(?: [A-Z][\w'-]+)?))(?: that)?|that)",
    rf"according to (?:[\w'-]+ ){{0,3}}?(?:{PERSON}|m(?:r|s|rs)\.?)(?: (?-i:[A-Z])[\w.'-]*){{0,3}},?",
)
_INTENDED = (
    *_each(
        "expected planned plans scheduled recommended proposed proposes supposed intended intends? wanted "
        "wants? needed needs promised agreed decided offered attempted aims? aimed tried tries "
        "going about",
        r" to(?! not\b)",
    ),
    *_each(
        "suggest(?:s|ed)? propos(?:es?|ed) recommend(?:s|ed)? advocat(?:es?|ed)",
        r"(?= \w+ing (?:(?:off|on|up|down|out|away) )?(?:the|an?|all|both|its|our|their)\b)",
    ),
    *_each("verify check ensure", "(?: that| whether| if)"),
    *_each("see ask know determine decide", " if"),
    "find out if",
    "make sure(?: that)?",
    *_each("is are was were", " to(?= be )"),
    "please (?:verify|check|confirm|make sure|ensure)(?: that| whether| if)?",
    "to[ -]?do",
    "fixme",
)
_A_COUNT = (
    r"(?= (?:[\d$€£]|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty"
    r"|fifty|sixty|half|a (?:dozen|hundred|thousand|million|third|quarter|half))\b))"
)
"""In front of a number, in digits or in words."""
_PARTIAL = (
    *_each("one two three four five half none most many some several few part", " of"),
    *_each(
        "one two three four five six seven eight nine",
        r" (?:in|out of)(?: every)? (?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty"
        r"|a hundred)(?: of)?",
    ),
    rf"at (?:least|most){_A_COUNT}",
    rf"up to{_A_COUNT}",
    rf"no (?:more|less|fewer) than{_A_COUNT}",
    rf"more than{_A_COUNT}",
    rf"less than{_A_COUNT}",
    rf"fewer than{_A_COUNT}",
    *_each("about around roughly approximately approx circa over under exceeding", rf"\.?{_A_COUNT}"),
)
_PAST = (
    *_each(
        "originally previously formerly",
        " (?:planned|scheduled|expected|set|due|meant|intended)(?: (?:for|to|at|on|by))?",
    ),
    "previously,?",
    "formerly,?",
    "originally,?",
    "used to",
    "until recently,?",
    *(
        f"{word}(?= (?:since|as of) )"
        for word in [
            "deprecated",
            "obsolete",
            "removed",
            "retired",
            "withdrawn",
            "discontinued",
            "unsupported",
            "revoked",
        ]
    ),
)
_EXAMPLE = (
    "for example,?",
    "for instance(?=,),?",
    r"e\.g\.,?",
    "such as",
    r"in (?:(?:the|a|an|our|this|last [\w']+) )?(?:[\w-]+ )?"
    r"(?:drill|simulation|exercise|rehearsal|dry[ -]run|demo|sandbox|worst case|best case"
    r"|hypothetical case),",
)
_DOUBTED_CJK = (
    r"疑似|疑为|疑因|(?<![^\s,。;:(])疑(?=[与系])|可能|或许|也许|大概|似乎|貌似|恐怕|据称|据说|据传|听说|传言|传闻|或将|预计|估计|有望|建议(?!\s*:\s*[若如请])"
    r"|(?<![于合出到过])预期|(?<![虚模草])拟|是否|能否|可否|怀疑|猜测|推测|猜想|假设|假定|不排除|理论上|否则|或则"
    r"|(?:初步|个人|主观)(?:判断|分析|推断|认为|怀疑|估计|定位|觉得|感觉|看)|认为|觉得|感觉(?:像是?|是)|好像|像是"
    r"|(?:逾期|超期|到期|届时|期满)(?=[即则将视须应可不按由作])"
    r"|(?:合格|通过|同意|批准|审批|核准|许可|授权|备案|到账|签字|盖章)后(?=[\u4e00-\u9fff]{0,4}[付方可应须再才退还发交])"
    r"|(?:低于|高于|超过?|不足|少于|多于|未满|年满|违反)[^,。;:\n者]{1,24}者(?=[\u4e00-\u9fff]{2})"
    r"|看起来(?:像是?|是)?|看上去(?:像是?|是)?|看样子|几乎|近乎|险些|差点儿?"
)
SAID_BY_CJK = (
    r"(?:(?<=[户商方告人家员友师者民客士您你他她们司属])|(?<=[局校队店院部市处厂行会组班家科站社董]长)"
    r"|(?<=[医学先考]生)|(?<=司机)|(?<=[机船]长)|(?<=[业车房雇店船货]主)|(?<=[股房]东)|(?<=[员职]工)|(?<=[^汇共]总)|(?<=[员协工]会))"
)
"""Behind a word for who speaks."""
_CLAIMED_CJK = (
    r"爆料称?|否决了?|驳回了?(?=[\u4e00-\u9fff]{2})|网传|传出|声称|宣称|自称|坚称|诉称|辩称|号称|谎称|指控|主张|反映(?![出了在的])|投诉称?|否认(?:了|过)?|预测"
    r"|传说|相传|谣传|盛传|讹传|谣称|诬称|驳斥|误[判诊认标读当](?![断别])|误以为|(?<!安全)考虑(?![到了过的周与和,。;]|不周)|误认为|担心|担忧|设想|幻想|深信|坚信|相信|期待|期盼|盼望|发誓|扬言|威胁(?=[要将会])"
    r"|暗示|影射|呼吁|敦促|自述|自诉|自报|口称|坦言|告诉(?:[^,。;:\n]{1,8}(?=[,:])|(?:我|你|他|她|咱)们?|您|大家)"
    # a title over rules promises nothing that could be untrue
    rf"|(?:承诺|许诺)(?!\s*[:\n](?![^。;\n]{{0,60}}[已了将会]))|{SAID_BY_CJK}(?:承诺|许诺)"
    rf"|{SAID_BY_CJK}"
    r"(?:(?:反馈|表示|提出|指出|强调|透露|回应|解释|回忆|补充|承认|抱怨|写)(?:说|称|道)?"
    r"|称(?![为作之谓呼职])|说(?![明法服话]))"
    r"|(?<=[\u4e00-\u9fff,])(?<![名简职俗统别全又也对著代昵尊匀堪合志人并旧原古官通])称(?![为作之谓呼职重量其号赞霸得心病帝])"
    r"|(?<![数证票单收])据[^,。;:\n]{1,10}?(?:反映|反馈|称|介绍|透露|(?:说明|表示|告知|回复|通知|通报|消息)(?=,))|据(?:悉|了解)(?=,)"
    # of whom it is said, not of the patient
    r"|(?:父亲|母亲|父母|祖父|祖母|爷爷|奶奶|外公|外婆|哥哥|弟弟|姐姐|妹妹|兄弟|姐妹|配偶|丈夫|妻子|儿子|女儿|家属|家族中?)(?=[有患曾])"
)
_INTENDED_CJK = (
    r"请(?:核实|确认|检查|验证|排查|注意)(?:是否)?|确保|务必|争取|力争|有待|打算|试图|企图|希望"
    r"|请求判令|准备(?=[于在将对把])|(?<=[侧方户组部司们])要求(?![的是为,])"
    # what somebody wants to be done
    r"|(?<=[方户组部司们人事员家师长友者谁学])(?:曾|也|还|再次|一致|当场)?(?:提议|建议|倡议|要求)(?=[把将对由在先给让])"
)
_PARTIAL_CJK = (
    r"其[余他它](?!\s*[,:])|只(?!读|剩)|(?<!不)仅(?!次|仅)|不[仅只止](?=\s?\d)|唯独"
    r"|(?<!全)(?:大?部分|多数|少数|个别|半数)的?|(?:上午|下午|凌晨|傍晚|晚上|至少|至多|最多|大约|将近|接近|超过?|逾|不足|不到"
    r"|(?<![预节合公条制大])约|近(?!\s?\d[\d.]*\s?(?:[\d.]|[天日周月年小分秒次]|个[月小])))(?=\s?[\d一二三四五六七八九十百半])"
)
_PAST_CJK = r"原定于?|原计划于?|计划(?=[于在将])|原本|本应|本该|本来|(?<![^\s,。;:!?(])(?:此前|以前|原先)"
_EXAMPLE_CJK = r"例如|比如|譬如|诸如|(?:演练|模拟|演习|预演|沙箱)(?:环境|场景)?中,?"
_HEADS_CJK = "".join(
    sorted(
        {
            word[0]
            for words in (_DOUBTED_CJK, _CLAIMED_CJK, _INTENDED_CJK, _PARTIAL_CJK, _PAST_CJK, _EXAMPLE_CJK)
            for word in re.findall(r"[\u4e00-\u9fff]+", words)
        }
    )
)
"""Characters that any of these can begin with, so that the engine skips all others."""


def _by_first_letter(alternatives: Sequence[str]) -> str:
    """Join alternatives that begin with a letter each, so that the engine tries those of one letter only."""
    rests: dict[str, list[str]] = {}
    for alternative in alternatives:
        rests.setdefault(alternative[0], []).append(alternative[1:])
    return "|".join(
        f"(?-i:[{letter}{letter.upper()}])(?:{'|'.join(rest)})" for letter, rest in sorted(rests.items())
    )


_WORDS = _by_first_letter((*_DOUBTED, *_CLAIMED, *_INTENDED, *_PARTIAL, *_PAST, *_EXAMPLE))
HEDGE = late_pattern(
    rf"(?:(?<![\w./-])(?=[a-zA-Z\d])|(?-i:(?=[{_HEADS_CJK}])))"
    rf"((?<![\w./-])(?:(?-i:{'|'.join(_MODALS)})(?! not\b)|{_WORDS}|\d[\d,.]{{0,30}}%? of"
    rf"|\d[\d,.]{{0,9}} (?:in|out of)(?: every)? \d[\d,.]{{0,9}}(?: of)?)(?=,? |(?<=,) )"
    rf"|(?=[\u4e00-\u9fff])"
    rf"(?:{_DOUBTED_CJK}|{_CLAIMED_CJK}|{_INTENDED_CJK}|{_PARTIAL_CJK}|{_PAST_CJK}|{_EXAMPLE_CJK}))"
    r"(?:\s*[,:])?\s*"
    r"(?:((?-i:that|be|have(?: been)?|the|these|those|its|our|their|all|it's|it is|this is"
    r"|there (?:is|are))(?= )"
    r"|[于在自从][^,。;:\n]{1,12}?(?:[前后内起时]|[年月日周季]度?)|是(?!否)|为|由于|因为|会|将|在|当|有|对|[\"'(])\s*)?",
    re.IGNORECASE,
)
"""What makes less of the statement that it stands right in front of.

It says that the statement is not certain, not so yet, or so in one case only. The first group is the
hedge, the second what may stand between it and the statement.
"""
HEDGE_BY_WORD = WordPattern(
    HEDGE,
    "abo acc adm afa agr aim all alm ana ant app are arg aro as ask ass at att ave avg bel bor bos "
    "bro buy cal can car cea ceo cha che cir cla cli clo col com con cou cow cre cri cus dan dea deb dec "
    "def dem den dep des det dir dis doc dou dri e eig eit els emp ens est exc exp fal fat fea fee few fif "
    "fin fiv fix for fou fre fri goi gua gue hal has he her hes hik his hop hun hyp i if iir imh imo imp in "
    "inc ins int is jou kno lac lan law len les lik loo mai mak man max may mea mec med mer mig min mis mor "
    "mos mot mr mrs ms mus my nea nee nei nin no non nur obs off on one onl opp or ori ost oth out ove "
    "own par pas pat pea peo per pla ple pol pos pot pra pre pro pur qui rat rec ref rei rej rem rep req "
    "res ret rev ris rou rum sch sec see sel sev she sho six sol som sou spe spo sto str stu sub suc sug "
    "sup sus swe swo tar tea tec ten tes the thi thr to tod tol tri two unc und unk unl uns unt up use "
    "ven ver vic vir vis wan war was we wer whe who wil wit wou wri wro you " + _HEADS_CJK,
    others=late_pattern(r"[\d%,.] (?:of|in|out of)(?!\w)", re.IGNORECASE),
)

_ALLOWING = (
    r"(?:can|may|must|shall|should|will|allow(?:s|ed)?|permit(?:s|ted)?|requir(?:es|ed)|valid|eligible|if|when"
    r"|unless|until|at a time|per)"
)
STRESS = late_pattern(
    rf"(?:only|merely)(?= (?:an? |the )?[$€£]?\d(?![^.;\n]{{0,80}}\b{_ALLOWING}\b))"
    r"|[仅只](?=[剩余存有为用需耗占达持续时]{0,3}\s?\d(?![^,;。\n]{0,40}(?:[可须]|应(?![急用])|允许|准许|限|不得|有效)))",
    re.IGNORECASE,
)
"""Such a word in front of a value that bounds nothing: it stresses how little that is, and is no hedge."""
