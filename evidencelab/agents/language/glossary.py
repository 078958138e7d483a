"""Words that say the same in Chinese and English, and words that say nothing about a system.

`tools.synonyms` knows the topics an incident can be about; here stand the small words around them
(slow, refused, queue, 持续, 失败) and the words of reporting itself (an alert exists, the logs show),
which a claim may use without any evidence for them. It must not know a service, a scenario or a case.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from evidencelab.agents.language.wording import camel_parts, fold, stem, words
from evidencelab.tools.synonyms import find_concepts
from evidencelab.tools.terms import term_pattern

_GROUPS = """
high: high|elevated|too high|过高|偏高|较高|很高|高
low: low|too low|过低|偏低|较低|低
slow: slow|slowly|slowness|sluggish|缓慢|变慢|过慢|很慢|慢
fail: fail|failed|failure|failing|unsuccessful|失败|未成功|故障
error: error|errors|报错|错误|出错|异常|exception
timeout: timeout|time-out|time out|timed out|times out|timing out|超时
full: full|no space left|no space|out of space|out of disk|insufficient|ran out|写满|已满|占满|打满|满|不足
exhausted: exhausted|exhaustion|used up|depleted|耗尽|用尽|用完|not available|unavailable|不可用|无可用
refused: refused|refuse|rejected|reject|denied|拒绝|被拒
expired: expired|expire|expires|expiry|expiring|expiration|has passed|过期|到期|失效
valid_until: not after|notafter|valid until|end date|ends|有效期|截止
restart: restart|restarts|restarted|restarting|重启
killed: killed|kill|kills|terminated|终止|杀死|被杀|杀掉
crash: crash|crashed|crashes|crashloopbackoff|崩溃
drop: drop|dropped|lost|loss|丢失|丢弃|丢
retry: retry|retries|retrying|retried|重试
request: request|requests|call|calls|请求|调用
response: response|responses|reply|响应|应答
connection: connection|connections|connect|连接
connection_count: 连接数|connections
wait: wait|waiting|waits|pending|等待|排队
idle: idle|空闲
active: active|in use|活跃|使用中
usage: usage|use|used|utilisation|utilization|consumption|occupancy|使用率|占用率|利用率|使用量|占用|使用
current: current|currently|now|present|presently|当前|目前|现在|此时
duration: duration|for|lasting|lasted|since|持续|持续时间|时长
threshold: threshold|limit|upper limit|阈值|上限|限制
average: average|avg|mean|平均
maximum: max|maximum|peak|最大|最高|峰值|上限
minimum: min|minimum|最小|最低
rate: rate|ratio|percentage|share|率|比例|占比|比率
count: count|number|times|total|次数|数量|总数|个数|条数
size: size|大小|容量|capacity|volume
queue: queue|queued|queues|队列
message: message|messages|消息
backlog: backlog|lag|lagging|behind|积压|堆积|滞后|落后|延迟
topic: topic|主题
partition: partition|partitions|分区
consumer: consumer|consumers|消费者|消费组|消费
producer: producer|生产者|生产
latency: latency|delay|response time|took|elapsed|耗时|延迟|时延|响应时间
disk: disk|disks|volume|filesystem|file system|device|磁盘|硬盘|文件系统|卷|设备
space: space|storage|空间|存储
memory: memory|mem|内存
heap: heap|堆内存|堆
cpu: cpu|processor|处理器
thread: thread|threads|线程
process: process|processes|进程
container: container|containers|容器
pod: pod|pods
node: node|nodes|host|节点|主机
cluster: cluster|集群
instance: instance|replica|replicas|实例|副本
image: image|镜像
deploy: deploy|deployed|deployment|rollout|rolled out|release|released|发布|部署|上线
version: version|revision|build|版本
config: config|configuration|setting|settings|配置|设置
database: database|db|数据库
query: query|queries|sql|statement|查询|语句
slow_query: slow query|慢查询
table: table|表
lock: lock|locked|locks|锁
index: index|索引
transaction: transaction|transactions|事务
replication: replication|replica|复制|主从
cache: cache|cached|缓存
key: key|keys|键
dns: dns|name resolution|域名|域名解析
resolve: resolve|resolves|resolving|resolution|lookup|lookups|解析
host_name: host|hostname|主机名|主机|域名
certificate: certificate|cert|tls|ssl|x509|证书
handshake: handshake|握手
valid: valid|validity|有效
invalid: invalid|无效|非法
rate_limit: rate limit|rate limited|rate limiting|throttled|throttling|too many requests|限流|限速
quota: quota|配额|额度
reject: rejected|rejects|拒绝
endpoint: endpoint|path|route|api|接口|端点|路径
upstream: upstream|上游
downstream: downstream|下游
client: client|clients|客户端
server: server|servers|服务端|服务器
service: service|services|服务
user: user|users|用户
order: order|orders|订单
payment: payment|payments|支付
network: network|网络
packet: packet|packets|包|数据包
file: file|files|文件
open_files: open files|file descriptors|句柄|文件描述符
write: write|writes|writing|written|写入|写
read: read|reads|reading|读取|读
start: start|started|starting|startup|启动|开始
stop: stop|stopped|stopping|停止
running: running|运行中|运行
scheduled: scheduled|schedule|scheduling|调度
job: job|jobs|task|tasks|任务|作业
backup: backup|备份
login: login|sign-in|logon|登录
authentication: authentication|auth|authenticate|认证|鉴权
permission: permission|permissions|forbidden|unauthorized|unauthorised|权限|无权限
missing: missing|absent|缺失|缺少
rise: rise|rises|rising|rose|increase|increased|increasing|grow|growing|grew|上升|升高|增长|增加|上涨
fall: fall|falls|falling|fell|drop|dropped|drops|decrease|decreased|decreasing|下降|降低|减少|下跌
throughput: throughput|吞吐量|吞吐
pause: pause|paused|pauses|停顿|暂停
collection: collection|回收
leader: leader|主节点
election: election|选举
healthcheck: health check|probe|liveness|readiness|健康检查|探针|探活
unhealthy: unhealthy|not healthy|不健康
degraded: degraded|degradation|降级
circuit: circuit breaker|熔断
firing: firing|fired|triggered|alerting|触发|告警中
resolved: resolved|recovered|cleared|已恢复|恢复|已解除|解除
pending_state: pending|待触发
critical: critical|严重|紧急
warning: warn|warning|警告
online: online|在线
offline: offline|down|掉线|离线|宕机|下线
pool: pool|连接池|池
stack: stack|堆栈
attempt: attempt|attempts|尝试
clock: clock|ntp|时钟|对时
skew: skew|drift|drifts|drifted|offset|漂移|偏差|偏移
hit_rate: hit rate|hit ratio|命中率|命中
evict: evict|evicted|eviction|evictions|驱逐
pull: pull|pulled|pulling|fetch|fetched|拉取|下载
session: session|sessions|会话
callback: callback|callbacks|webhook|webhooks|回调|通知
token: token|tokens|令牌|凭证
balance: balance|balancing|rebalance|rebalancing|均衡|再均衡|重平衡
broken: broken|break|breaks|disconnected|interrupted|断开|中断|断连|断链
sync: sync|syncs|synced|synchronisation|synchronization|synchronise|同步
storage_node: shard|shards|segment|segments|分片|段
election_lost: leader election|选主|选举
delete: delete|deleted|deletes|removed|删除|移除
create: create|created|creates|创建|新建
duplicate: duplicate|duplicated|duplicates|repeated|twice|重复
corrupt: corrupt|corrupted|checksum|损坏|校验失败|校验
format: format|parse|parsing|parsed|decode|格式|解析失败|反序列化
upload: upload|uploads|uploaded|上传
download: download|downloads|downloaded|下载
export: export|exports|exported|导出
import: import|imports|imported|导入
refund: refund|refunds|refunded|退款
stock: stock|inventory|库存
shipment: shipment|shipments|shipping|delivery|deliveries|发货|物流|配送
mail: mail|email|emails|mails|邮件
sms: sms|text messages|短信
search: search|searches|搜索|检索
report: report|reports|报表|报告
bandwidth: bandwidth|throughput|带宽|流量
traffic: traffic|流量
jitter: jitter|抖动|波动
temperature: temperature|overheating|温度|过热
power: power|电源|供电
license: licence|license|授权|许可证|许可
quota_disk: inode|inodes|索引节点
port: port|ports|端口
firewall: firewall|防火墙
route: route|routes|routing|路由
gateway: gateway|网关
proxy: proxy|代理
load: load|负载
alarm_silence: silenced|muted|静默
scale: scale|scaled|scaling|autoscaling|扩容|缩容|伸缩
rollback: rollback|rolled back|roll back|回滚|回退
canary: canary|灰度|金丝雀
heartbeat: heartbeat|heartbeats|心跳
zombie: hang|hangs|hung|stuck|frozen|卡住|卡死|挂起|无响应
open: open|opened|opens|打开
close: close|closed|closes|关闭
receive: receive|received|receives|answered|answers|answer|replied|收到|接收|应答|返回
send: send|sent|sends|sending|发送
sign: signature|signed|签名
encrypt: encrypt|encryption|decrypt|加密|解密
exit_code: exit code|exit status|退出码|退出状态
provider: provider|providers|vendor|服务商|供应商|提供商
readiness: readiness|ready|就绪
check: check|checks|checked|检查|校验
scan: scan|scans|scanned|examined|扫描
row: row|rows|行|行数
column: column|columns|列
thread_group: group|groups|组
worker: worker|workers|工作线程
retention: retention|保留
limit: limit|limits|quota|上限|限额|限制
exceed: exceed|exceeds|exceeded|exceeding|超过|超出
attempt_count: attempts|times|次
leader_term: term|任期
near_limit: near the limit|close to the limit|close to limit|nearing the limit|接近上限|接近满|逼近上限
"""


_REPORTING_EN = frozenset(
    words(
        """a about above according across after again against alert alerts also among amount an and
        another any application are as at be been before being below between both but by can check
        come comes contain contains contained could described describes did do does during entry
        entries event events evidence exist exists existing field fields find finding following for
        found from further give given had has have having here how if in include includes including
        indicate indicates into is it its itself label labels least line lines list listed log
        logged logs made make match matched matches matching may message messages metric metrics
        mention mentions more name named names no not note noted observation observed of on one only
        or other our out output over own per place point points present query queries reach reached
        reaches reaching read reading readings reads record recorded records report reported
        reporting reports result results retrieved return returned returns row rows said same sample
        samples ran run runs saw say says search searched see seen series service set several show
        showed showing shown shows some stand standing stands state stated states status still such
        than that the their them then there these they this those through time timestamp to together
        too took takes taking tool under up upto value values via was were what when where which
        while who with within without would written yes call called calls information data currently
        current now it's that's there's alarm alarms retrieve level warning-level error-level
        level-error"""
    )
)
_REPORTING_ZH = tuple(
    sorted(
        words(
            """当前 目前 现在 此时 本次 这次 该次 查询 检索 搜索 结果 显示 表明 记录 日志 告警 报警 警报
            存在 出现 发现 检测到 检索到 查询到 查到 找到 匹配 相关 有关 关于 工具 返回 数据 指标 证据
            信息 内容 条目 状态 处于 其中 包括 包含 以及 并且 同时 另外 此外 还有 没有 未能 已经 曾经
            时间 时刻 级别 等等 总共 合计 一条 一次 达到 如下 分别 对应 名称 名为 标记 描述 说明 写明
            记载 报告 观察到 观测到 看到 可见 确有 确实 属于 来自 应用 服务 任何 没查到 数值 字段 所示
            给出 指出 提到 提及 正在 触发 当时 期间 最近 最新 采样 样本 采样点 依次 先后 记有 出自
            系统 日志报 报出 耗时 用时 一致 条件 满足 日志中 告警中 记录中 结果中 未检索到 未查询到
            未找到 未发现 未查到 没有找到 没有检索到 没有查到 未返回"""
        ),
        key=len,
        reverse=True,
    )
)
_EDGE_ZH = "".join(
    words(
        """的了着过于是为有无和与及或且并也已曾被向把给按各每某另再又
        还只仅如即这该此其至从由以在未没共称见处值条次个项"""
    )
)
_TRAILING_ZH = "到中里内等"
_PARTICLES_ZH = frozenset("后时前需报约")


_COMPOUND = re.compile(
    r"(?<![A-Za-z0-9_])(?:[A-Za-z0-9_]{0,60}?[a-z0-9][A-Z][A-Za-z0-9_]{0,60}|[A-Z]{2,40}[a-z]\w{0,60}"
    r"|[A-Za-z]{1,40}(?:[-_][A-Za-z]{1,40}){1,8})"
)


EVENT_SENSES = frozenset(
    words(
        """high low slow fail error full exhausted refused expired crash drop rise fall broken missing receive
        send open close create delete start stop reject retry resolved firing killed restart timeout
        rollback evict rate_limit unhealthy degraded offline online exceed invalid duplicate corrupt"""
    )
)
"""What happens to a thing, as against the thing: naming the thing does not say it happened."""


class _Group(NamedTuple):
    name: str
    patterns: tuple[re.Pattern[str], ...]


def _groups() -> tuple[_Group, ...]:
    rows = (line.partition(":") for line in _GROUPS.strip().splitlines())
    return tuple(
        _Group(name.strip(), tuple(term_pattern(form.strip()) for form in forms.split("|")))
        for name, _, forms in rows
    )


GROUPS: tuple[_Group, ...] = _groups()


class Sense(NamedTuple):
    """What a piece of a text says: a concept or a group of equal words, at `[start, end)`."""

    name: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def senses_of(text: str) -> tuple[Sense, ...]:
    """Find every concept and every group of equal words in a text; they may overlap."""
    found = [
        Sense(f"topic:{mention.concept.name}", mention.start, mention.end)
        for mention in find_concepts(text)
        if not mention.is_sign
    ]
    for group in GROUPS:
        for pattern in group.patterns:
            found += [Sense(group.name, *hit.span()) for hit in pattern.finditer(text)]
    return tuple(sorted(set(found), key=lambda sense: (sense.start, -sense.end, sense.name)))


@lru_cache(maxsize=4096)
def sense_names(text: str) -> frozenset[str]:
    """Name the senses of a text, those inside its compound words (`HighCPUUsage`) included."""
    return frozenset(sense.name for sense in senses_of(opened(text)))


def opened(text: str) -> str:
    """Write the parts of every compound word behind it: `HighCPUUsage High CPU Usage`."""
    return _COMPOUND.sub(lambda hit: " ".join((hit.group(), *camel_parts(hit.group()))), text)


def is_reporting_word(word: str) -> bool:
    """Tell whether a Latin word belongs to reporting itself and states nothing about a system."""
    low = fold(word)
    return low in _REPORTING_EN or stem(low) in _REPORTING_EN


def cut_reporting(run: str) -> tuple[str, ...]:
    """Cut the words of reporting out of a run of CJK characters, single characters apart."""
    pieces = [run]
    for word in _REPORTING_ZH:
        pieces = [part for piece in pieces for part in piece.split(word)]
    return tuple(piece for piece in pieces if piece)


def without_reporting(run: str) -> tuple[str, ...]:
    """Cut the words of reporting and the particles at their edges out of a run of CJK characters."""
    bare = (piece.strip(_EDGE_ZH).rstrip(_TRAILING_ZH).strip(_EDGE_ZH) for piece in cut_reporting(run))
    return tuple(piece for piece in bare if piece and piece not in _PARTICLES_ZH)
