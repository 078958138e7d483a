"""The field names by which replies say how a call went, as tools, gateways and stores spell them.

Names only: what a field's value means is read elsewhere.
"""

from __future__ import annotations


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# The first two are what replies call their message.
MESSAGE_KEYS = _words("message msg detail details info reason note hint summary description")
SUCCESS_KEYS = _words("success ok succeeded")
FAILED_KEYS = _words("isError is_error failed")
ERROR_KEYS = _words("error error_message errorMessage error_msg errorType exception err errors")
EXIT_KEYS = _words("return_code returncode exit_code exitCode errcode errno")
CODE_KEYS = _words("code status_code statusCode http_status status")
TOTAL_KEYS = _words(
    """
    total total_count totalCount count total_hits totalHits total_results totalResults num_found numFound
    matched hit_count returned
    """
)
INCOMPLETE_KEYS = _words(
    """
    timed_out timedOut timeout is_partial isPartial partial partial_failure incomplete incomplete_results
    incompleteResults is_running terminated_early interrupted failures shard_failures failed_shards
    failed_pages dropped_entries truncatedAlerts partial_errors
    """
)
MORE_KEYS = _words(
    """
    next_token nextToken next_page_token nextPageToken next_cursor nextCursor next_page nextPage next
    has_more hasMore truncated is_truncated isTruncated continue
    """
)
WARNING_KEYS = _words("warning warnings")

OK_WORDS = frozenset(_words("success ok succeeded successful completed complete done no_data"))
FAILED_WORDS = frozenset(
    _words(
        """
        error errored failed failure fail timeout timed_out timedout denied forbidden unauthorized
        cancelled canceled aborted exception unavailable
        """
    )
)
PENDING_WORDS = frozenset(_words("pending running queued in_progress processing started incomplete partial"))
NO_ERROR_WORDS = frozenset({"", "none", "null", "nil", "false", "0", "ok", "success", "no error", "无"})

# Lists under these names say how the call went, or are details of a record: rarely the answer.
ASIDE_KEYS = frozenset(
    _words(
        """
        error errors warnings infos _shards _clusters failures shard_failures root_cause stats statistics
        links _links video_links dropped_entries profile tags labels annotations groupLabels commonLabels
        commonAnnotations
        """
    )
)
# Objects under these names only wrap the answer.
WRAPPER_KEYS = frozenset(
    _words(
        """
        data result results response responses body payload output content hits items list rows records
        value alerts logs evidence_blocks page
        """
    )
)
# Text under these names is the answer where there is no list.
TEXT_KEYS = _words("stdout output logs log data result results response body stderr")

# Fields that say nothing about the world: how the call went, and what was asked.
ENVELOPE_KEYS = WRAPPER_KEYS | frozenset(
    (
        *MESSAGE_KEYS,
        *SUCCESS_KEYS,
        *FAILED_KEYS,
        *ERROR_KEYS,
        *EXIT_KEYS,
        *CODE_KEYS,
        *TOTAL_KEYS,
        *INCOMPLETE_KEYS,
        *MORE_KEYS,
        *WARNING_KEYS,
        *_words(
            """
            infos took took_ms elapsed elapsed_ms duration_ms execution_time request_id requestId trace_id
            traceId id version schema_version apiVersion kind metadata meta tool tool_name toolName type
            resultType result_type timestamp time date url uri page_size pageSize per_page limit offset
            size step start end from to since until window range interval time_range timeRange query q
            filter filters expr expression sql keyword keywords search source backend datasource
            data_source index indices topic stats statistics params arguments request input invocation
            namespace service services cluster pod container host env environment region tenant job
            instance app application team severity level state language receiver groupKey metric
            metric_name alert_name alertname trace user channel database table collection bucket device
            node hostname ip zone project pod_name service_name selector label log_group logGroup stream
            dashboard panel externalURL links _links pagination paging profile encodingFlags _shards
            _clusters num_reduce_phases
            """
        ),
    )
)

# Of these, the ones that may be objects; an object under another name is a record.
ENVELOPE_OBJECT_KEYS = WRAPPER_KEYS | frozenset(
    (
        *TOTAL_KEYS,
        *_words(
            """
            metadata meta stats statistics params arguments request input invocation query filter filters
            time_range timeRange window range links _links pagination paging profile page _shards
            _clusters error source
            """
        ),
    )
)
