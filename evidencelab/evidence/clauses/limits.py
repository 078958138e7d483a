"""What limits a statement: conditions, exceptions and restrictions, in front of it or behind it.

Patterns over *folded* text in lower case. Whoever quotes the statement without its limit tells it of more
than the text does. What makes it uncertain is the business of `hedging`.
"""

from __future__ import annotations

from evidencelab.evidence.clauses.word_starts import WordPattern
from evidencelab.evidence.late_patterns import late_pattern

_IF_CJK = "如果|假[如使定]|倘[若使]|若(?!干)"
_SUPPOSE_CJK = "假设(?!检验|条件)"
"""A verb, not the noun of a test; what else must stand behind it is for each pattern to say."""
IF_CJK = rf"{_IF_CJK}|{_SUPPOSE_CJK}(?!不|成立|是否|为)|一旦|要是"
AS_IF_CJK = r"[上下][所述图表文面:]|[图表前后此何同期实约今意数常故初愿下果]"
"""Behind 如, these make no condition of it."""
_SUPPOSED_CJK = rf"(?!{AS_IF_CJK})(?![^,;。\n]{{1,60}}等)[^,;。\n]{{2,40}}(?:时|,)"
"""Behind 如, what makes a supposition of it, not an example."""
_UNREAL = r"(?=[^,;!?。\n]{1,120}, [^.!?。\n]{0,160}\b(?:would|could|might)\b)"
"""Behind "had" or "were", what makes a supposition of it."""
_HEADS_SENTENCE = r"(?<![\w,'\")\]] )"
TOLD = (
    r"(?![^,;!?\n]{0,120}\b(?:was|were|had|did|went|came|fell|rose|got|began|lost|ran|left|took|sent|broke"
    r"|found"
    r"|made|saw|(?<!has )(?<!have )(?<!is )(?<!are )(?<!be )(?<!been )\w+[^\We]ed)\b)"
    r"(?![^,;!?\n]{0,120},[^,;!?\n]{0,40} (?:was|were|had|did)\b)"
)
"""Behind "when", what tells of something that happened is ruled out."""
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE = rf"(?:\d{{1,2}} {_MONTH}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?|\d{{4}}-\d\d-\d\d)(?:,? \d{{4}})?"

# The look-aheads let the engine skip what begins none of the words; so does a word in front of what
# it may not stand behind.
GOVERNING = late_pattern(
    r"(?=[abcdefnoprstuwy!停禁严除唯仅只前若如假倘极很鲜比])(?:(?<!\w)(?:"
    r"(?<!-)(?:unless|except(?:ing)?(?! that\b)|excluding|(?<!a )few|forbid(?:s|den)?|prohibit(?:s|ed)?"
    r"|yet to|(?:stopp?|ceas|fail|neglect|omitt?|refus|declin|forgot|unabl)(?:e|ed|s|es|ing)?(?: trying)? to"
    r"|only (?:if|when|while|after|before|for|on|in case)|provided(?: that)?|no longer"
    r"|prevent(?:s|ed|ing)?|avoid(?:s|ed|ing)?|too (?:late|slow|small|few|low|short|weak|early|busy) to"
    r"|other than|apart from|aside from|with the exception of|barring|save for|all but"
    r"|second (?:only )?to|discontinu(?:e|ed|es|ing)|withh(?:old|olds|olding|eld)"
    r"|den(?:y|ies|ying)|rul(?:es?|ed|ing) out|negative for|absence of|exempt from|devoid of)(?![\w-])"
    r"|(?<!\.)(?:absent(?:_over_time)?|not ?)\((?=\S))"
    r"|!(?<![^\s(&|,=:?{\"']!)(?=[\w.(]|\s--?[a-z])"
    r"|停[用服](?=[^,。;\n]{2})|禁止|严禁|除(?=[^,。;\n]{1,40}外)|除非|除了|唯独|仅当|仅在|仅限|只有|前提是"
    rf"|{_IF_CJK}|{_SUPPOSE_CJK}(?=[^,。;\n]{{2,40}},)|极少|很少|鲜有"
    r"|比(?<![对同环占相正反可无好]比)(?![例如较方划赛分重率值肩拟邻])"
    r"(?=[^,。;:\n]{1,20}?[多少高低快慢早晚大小长短强弱贵便轻差增减涨跌升降]))",
)
"""Words that forbid, except or condition what stands behind them in the same clause."""
GOVERNING_BY_WORD = WordPattern(
    GOVERNING,
    "abs all apa asi avo bar cea dec den dev dis exc exe fai few for neg no not omi onl oth pre pro ref rul"
    " sav sec sto too una unl wit yet 严仅倘假停前只唯如很极比禁若除鲜",
    others=late_pattern("!"),
)

SUPPOSITION = late_pattern(
    r"(?=[ipshwo如假倘若一要才方])(?:(?<![\w-])(?=[ipshwo])|(?=[如假倘若一要才方]))"
    r"((?<![\w-])(?:if|in case(?: of)?|in the event (?:of|that)|provided that|supposing"
    rf"|{_HEADS_SENTENCE}(?:when|whenever|once)(?= {TOLD}[^,;!?\n]{{1,120}}, )"
    rf"|{_HEADS_SENTENCE}should(?=[^,;!?\n]{{1,120}}, [^?\n]{{1,200}}(?:[.\n]|\Z))"
    rf"|(?:had|were){_UNREAL})(?= )|{IF_CJK}|(?<![^\s,。;:)])如(?={_SUPPOSED_CJK})|(?<=[,时后下])(?:才"
    rf"|方)(?=[可能允会准许得]))\s*",
)
"""Right in front of a clause, these say that it may be so, not that it is."""
SUPPOSITION_BY_WORD = WordPattern(SUPPOSITION, "had if in onc pro sho sup wer whe 一倘假如才方若要")

CONDITION = late_pattern(
    r"(?=[iupeaohws\u4e00-\u9fff])"
    r"(?:(?<![\w-])(?=[iupeaohws])|(?=[如假倘若一只要除当遇每凡])|(?<![^\s。;:,)])(?=[\u4e00-\u9fff]))"
    r"((?<![\w-])(?:if,? and only if,?|if(?<!check if)(?<!see if)(?<!ask if)(?<!even if)"
    r"(?<!verify if)(?<!determine if)"
    r"(?<!know if)|unless|provided(?: that)?|except(?:ing)?(?: for)?|excluding|apart from|aside from"
    r"|other than|second (?:only )?to|whenever"
    r"|in (?:the event|case)(?: of| that)?|as long as|assuming(?: that)?"
    r"|supposing(?: that)?|on an? (?:[\w-]+ ){1,3}(?=basis\b)|adjusted for|at constant|leaving aside"
    rf"|had {_UNREAL}|(?=[wo]){_HEADS_SENTENCE}(?:when|where|once) {TOLD}"
    rf"|(?=s){_HEADS_SENTENCE}should(?=[^,;!?\n]{{1,120}}, [^?\n]{{1,200}}(?:[.\n]|\Z)))(?= |(?<= ))"
    # a case as rules put it, 的 at its end
    r"|(?=[\u4e00-\u9fff])(?:(?<![^\s。;:,])(?![^,;!?。\n]{0,60}[是会挺])[^,;!?。\n]{4,61}的(?=,)"
    r"|任[一何](?=[^,;。\n]{1,30}(?:不通过|未通过|失败|超限|缺失|不满足|不符),)"
    r"|(?<![^\s。;:,)])(?=[^,;。\n]{2,20}[前后],[^,;。\n]{0,8}?(?:[可仅](?![能见以])|不得|无权|有权))[\u4e00-\u9fff]"
    # the cause or the case that a rule is about
    r"|(?<![^\s。;:,)])(?:因|由于|对于?|凡|涉及|超出|未)(?=[^,;。\n]{2,40}的[^,;。\n]{1,10},[^,;。\n]{0,16}"
    r"(?:不承担|不负|免除|免责|不予|不计入?|[应须](?!急|用)|不得|有权|无需|无须|不视为|不构成))"
    rf"|{IF_CJK}|只要"
    r"|除非|除了?[^,。;\n]{1,40}外"
    r"|[仅只][在当有](?=[^,。;\n]{2,60}(?:时|后|情[况形]下|前提下|条件下),)"
    r"|(?<![^\s,。;:)])如(?![上下][所述图表文面:]|[图表前后此何同期实约今意数常故初愿下])"
    r"|如(?=[需有遇无未系因发出不经])"
    r"|(?:遇到?|每当|凡)(?=[^,。;\n]{1,30}时,)"
    r"|(?:待|剔除|扣除|不计|不考虑|排除)(?=[^,。;\n]{1,30}[后外时],)"
    r"|(?<![^\s。;:,)])(?=[^,。;\n]{2,40}(?:时|后|情况下|前提下|条件下),(?:才|方(?![案式面法便向])|则|应当?|须|需|方可|不得"
    r"|可(?![能用见])))[\u4e00-\u9fff]"
    r"|(?:未经|非经|经)(?=[^,。;\n]{1,20},?[^,。;\n]{0,12}(?:不得|禁止|严禁|不可|任何|方可|才|后可))"
    r"|当(?=[^,。;\n]{1,40}时,?[才则应可需须请])"
    r"|当(?![时前天日月年地中])(?=[^,。;\n了曾已]{1,40}时)))"
    r"(?:(?<=外)|(?:[^,;!?。\n]|(?<=\d),(?=\d)){0,120}?"
    r"(?:,(?!(?<=\d,)\d)(?:\s?(?:or|and(?! then)|或|且|并且)\s?(?:[^,;!?。\n]|(?<=\d),(?=\d)){1,80},)?"
    r"|(?<=[^小工延实定临及同\d]时)(?<!\d\s时)(?![间长延段刻钟区候效光期机])|(?<!\d):(?=\s[^\s])"
    # without a comma, up to a pronoun with its verb
    r"|(?<!if )(?<= )(?=(?:it|they|you|we|this|that|please) (?:can|will|should|must|may|shall|is|are|needs)\b"
    r"[^,;!?\n]{0,160}(?:\.\s|\n|\Z))))\s*"
    r"((?:(?:then|please|immediately)(?= )|则|就|才|便|请|应当?|需要?|必须|须|可以|至少|立即|马上)\s*)?",
)
"""A condition or an exception in front of the statement that it limits.

The second group is what may stand between them.
"""
CONDITION_BY_WORD = WordPattern(
    CONDITION,
    "adj apa as asi ass at exc had if in lea on onc oth pro sec sho sup unl whe"
    " 一不仅任倘假凡剔只因如对当待扣排未每涉由经若要超遇除非",
    others=late_pattern("[的前后时下],"),
)

ATTRIBUTE = late_pattern(
    r"(?=[\u4e00-\u9fff\d])(?:(?<![^\s。;:,(])|(?<=[一二三四五六七八九十\d]、))(?![^,;。\n]{0,24}(?:是|会(?![员议计场费籍展])))([\u4e00-\u9fff\d][^,;。:\n的]{1,20}的)(?=[\u4e00-\u9fff]{1,8}?"
    r"(?:不(?:[予得可计能准许退换补收赔负]|触发|支持|接受|受理|提供|享[受有]|参[与加]|适用|允许|承担|保修|发放)|[须应](?![急用变])|必须|一律|视为|禁止|无效|无需))()"
)
"""What a rule is limited to by an attribute of its subject."""

UNTIL = late_pattern(
    r"(?=[utpb\d])(?<![\w-])((?:until|till|through|prior to|before) "
    rf"(?:{_DATE}|v?\d+(?:\.\d+)+)(?=,? [^\W\d])"
    rf"|(?:\d{{2,4}} ?年 ?)?\d{{1,2}} ?月 ?\d{{1,2}} ?日(?:之|以)?前(?=,?[\u4e00-\u9fff])),?\s*()"
)
"""The last day on which what follows holds."""

FIRST = late_pattern(
    r"((?<![首优原领事率祖])先(?![进前生后锋例行决天知])[^,。;:!?\n]{2,30}?再(?![次度三现者]))()"
    r"(?=[\u4e00-\u9fff])"
)
"""What has to be done first, in the clause of what may be done then."""

_THEN_CJK = r"(?:(?<![刚人天英])才(?![华智干略子的]|能[的力和])|方才?(?=[可能会得准许允]))"
ONLY_THEN = late_pattern(
    r"(?=[只唯除仅必须需要待等经])"
    r"((?:(?:只有|唯有|除非|仅当|[只仅]在|必须)[^。;!?\n]{1,80}?"
    rf"|[须需要待等经][^,。;:!?\n]{{1,30}}?[后过时](?={_THEN_CJK}))"
    rf"(?:,(?=[^,。;!?\n]{{0,16}}?{_THEN_CJK})|(?={_THEN_CJK})))({_THEN_CJK}\s*)?"
)
"""The only case in which what follows is so, up to the clause that tells what is, or its 才."""

EXCEPTION = late_pattern(
    r"(?:(?<![\w-])(?:(?=[euaowipsb]|cont|cond|depend|not |till|to |for |from |than )"
    r"|(?<=[,(])(?=\w)|(?=[a-z]{3,7}er than ))|(?=[除不]))"
    r"(?:(?<![\w-])(?:except(?:ing)?|excluding|unless|apart from|aside from|other than"
    r"|with (?:(?:\d+|some|several|minor) )?(?:exception|error|warning|failure)s?(?! of)"
    r"|with the exception of|save for|barring|if|in case|in the event|subject to|(?:as|so) long as"
    r"|(?:but )?only (?:if|when|while|after|before|for|in|on|at|with|within|until|where|during|upon|between)"
    r"|provided(?: that|(?= )(?! (?:by|to|with|in|for|as|at|from|via|through|on|under)\b))"
    r"|on (?:the )?condition(?: that)?|(?:depending|conditional|contingent) (?:up)?on"
    r"|(?:more|less|worse|better|(?:high|low|great|small|larg|long|short|fast|slow|few|old|new|bigg)er)"
    r" than(?= )"
    rf"|when(?= {TOLD}(?!(?:it|this|that|we|they|i|he|she)\b)[^,;.!?\n]{{1,60}} (?:is|are|has|have)\b)"
    r"|than(?:(?<=er than)|(?<=more than)|(?<=less than))(?= )"
    r"|[ap](?:(?<=\d .)|(?<=\d.))\.?m\b\.?|but only(?= )"
    r"|(?<=\d )to(?= v?\d)(?! \d{1,3}(?:\.\d{1,3}){3})|and(?= [^,.;\n]{1,40} respectively\b)"
    r"|short of|(?:above|below|over|under|behind|ahead of) (?:the |its |our )?"
    r"(?:limit|target|threshold|plan|budget|average|norm|forecast|schedule)"
    r"|at the (?:very )?(?:latest|earliest)"
    r"|(?:on|at) (?:weekdays|weekends|(?:public |bank )?holidays|(?:working|business) days"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days)"
    r"|(?:once|twice|\d+ times) (?:per|an?|every|each)(?= \w)"
    r"|per(?= \w)|where(?=\s+[\w.]+\s*(?:[=<>]|!=|in\b|is\b|not\b|like\b|between\b))"
    r"|(?:in|on|for|at|to|from|by|with) (?:[\w-]+ ){1,3}only(?=\s*(?:[.,;:!?)\]\n]|\Z))"
    r"|once(?= (?:the|it|you|they|we|all|[a-z]+(?:ed|en))\b)"
    r"|while (?:stocks|supplies) last|excl|not including|not counting|(?:up)?on request|(?<=\()pending"
    r"|(?=[utfwio])(?:(?<=free )|(?<=charge )|(?<=valid )|(?<=refundable )|(?<=permitted )|(?<=allowed ))"
    r"(?:until|till|up to|for|within|from|on|in)"
    r"|only(?=\s*(?:[.,;:!?)\]\n]|\Z)))(?![\w-])"
    r"|除外|禁[用服]|忌[用服]|慎用|之一|除非|不含|不包括|(?<=,)(?:仅|唯有|唯独|只有)(?![为限供是用需次])"
    r"|(?<=\()(?:仅(?!供参考)|只|限|凭|若|除|未含|待|如(?![上下图表前后此何同期]))"
    r"|(?<=[,(])(?:但?(?:前提|条件)(?:是|为)|但[仅只限须需]|视[^,。;)\n]{1,20}而定|以[^,。;)\n]{1,20}为准"
    r"|(?P<excepted>[^,。;()\n]{1,20}除外))"
    r"|(?<=\()[^。;()\n]{1,60}除外(?=\))"
    r"|(?<=\()[^(),;\n]{1,40} only(?=\)))",
)
"""Right behind a statement, these take something out of it, or make it hold in one case only."""
EXCEPTION_BY_WORD = WordPattern(
    EXCEPTION,
    "a abo ahe am and apa as asi at bar beh bel bet big but by con dep exc fas few for fro gre hig if in lar"
    " les lon low mor new not old on onc onl oth ove p pen per pm pro sav sho slo sma so sub tha til to twi"
    " und unl unt up upo whe whi wit wor 不之仅以但凭前只唯如待忌慎未条禁若视限除",
    others=late_pattern(r"除外| only\)| times "),
)

DEDUCTING = late_pattern(
    r" ((?=[lmpbnao])(?:or(?= [$€£]?\d)(?<=[a-z\d%] or)|less(?<!or less) (?:the|any|an?|all|its|his|her"
    r"|their|our|my|your|applicable"
    r"|agreed)|net of"
    r"|minus(?= [a-z])|plus (?:vat|(?:sales )?tax|fees|postage|shipping|interest|expenses)"
    r"|(?:before|after) (?:tax(?:es)?|deduct\w+)))(?!\w)"
)
"""Right behind a sum, these take something off it or put something on it."""
TRAILING = late_pattern(
    r"[,(]\s?((?:(?:(?:the|an?|some|many|its|their|his|her|our|my) )?[a-z]+(?: [a-z]+)? (?:say|(?:claim"
    r"|argue|insist"
    r"|believe|allege|suspect|fear|hope|think|predict|estimate|contend|maintain|speculate)s?|claimed"
    r"|argued|insisted"
    r"|believed|alleged|suspected|feared|hoped|thought|predicted|estimated|contended"
    r"|speculated)(?=[.,;!?)\n\"']|\Z)|(?=[lmndaiwbspotfgh])(?:less(?! than)|minus|net|deducting|discounting"
    r"|ignoring|leaving (?:out|aside)"
    r"|without counting|save|bar|albeit|notwithstanding|(?:but|though|although) (?:not|never|without"
    r"|excluding|only)"
    r"|if not|at best|in (?:principle|theory)|on paper|for (?:now|the (?:moment|time being))"
    r"|failing (?:that|which)"
    r"|where (?:available|applicable|possible|permitted|necessary|required)|as (?:required|needed"
    r"|necessary|appropriate)"
    r"|give or take|more or less|at (?:the|[\w']+) (?:(?:sole|own) )?(?:discretion|option)|to the extent"
    r"|so (?:far|long) as|in (?:so|as) far as|insofar as|other things being equal|all being well"
    r"|weather permitting"
    r"|hopefully|presumably|supposedly|allegedly|apparently|reportedly|whichever|assuming|given that"
    r"|with luck)(?![\w-])"
    r"|[但并且须应需可将先再已还另均仍也并]{0,3}(?:扣除|扣减|扣去|扣掉|减去|除去|刨去|剔除|抵扣"
    r"|不计|不算|不列入|不包含|未(?:计入?|含|扣除|包括)|另加|另计|另收|另付)"
    r"|原则上|理论上|暂时|视(?=[^,。;)\n]{1,20}情况)))"
)
"""Behind a comma or a bracket, these take something off what was said, or make it hold in some cases only."""

CONJUNCT = late_pattern(
    r"[<>]=?\s?[\"']?-?\d[\w.%/]{0,20}[\"']?\s*"
    r"((?:,\s?)?(?:且|并且|同时|and(?= )|&&)\s*(?=[^\n;。]{1,60}[<>])|,\s?(?=[<>!]=?\s?[\"']?v?\d))"
)
"""Between two comparisons of one rule; the first alone is another rule."""

UNLIKE = late_pattern(r"(!=|<>|!~)\s?(?=([\"']?)\w)")
"""In front of what something is not."""

PRODUCT = late_pattern(r"(?<=\d)(?=\s?\*|\sx\s)\s?([*x])\s?(?=\d)")
"""Between two factors; either alone is another number."""

UNDONE = late_pattern(
    r"(?=[失超报异中fct\"'\d%])(?:(?:失败|超时|报错|异常|中断)[^,;。\n]{0,8}?(?=后[^,;。\n]{0,4}?(?:成功|恢复|通过|正常))"
    r"|[\"'\d%](?=\s?(?:变更|修改|改|调整|更正|修订|更名|替换)[为成])"
    r"|\"\s?(?=(?:is|was|are|be) replaced (?:by|with) )"
    r"|(?:failed|crashed|timed out)(?: [\w.]+){0,3} (?=before (?:it )?(?:succeed|pass|recover|complet)))"
    r"(\s?\w+)"
)
"""Behind what failed or was written, these tell that it succeeded in the end or reads otherwise."""

CHANGE = late_pattern(
    r"(?:[:=]\s?(?![^\s:=,;>]{1,40}\s\d\S{0,12}\s?->\s?[^\W\d][\w.-]{0,40}\s\d)"
    r"[\"']?[^\s:=,;>)-](?:\([^()\n]{0,40}\)|[^:=,;\n>()]){0,40}?"
    r"|(?<=\w )(?=\S{1,30}\s?->\s?\S{0,12}\d)[^\s:=,;>-]{0,12}?\d[^\s:=,;>]{0,20}?)\s?(->)"
)
"""A key or a word, its value and an arrow: the value is what it was, not what it is.

Where a name and its number stand on both sides, `gateway 12ms -> orders 35ms`, it leads to the next one.
"""
