"""One question to one HTTP service, answered within a time and a size, or refused in one line.

It must not know what is asked, nor what an answer means.
"""

from __future__ import annotations

import ipaddress
import json
import re
import time
from collections.abc import Mapping
from typing import NamedTuple

import httpx
from pydantic import JsonValue

from evidencelab.errors import ServiceError

_MAX_SAID = 300
_PAGE_TITLE = re.compile(r"<(?:title|h1)\b[^>]*>\s*([^<]+)", re.IGNORECASE)


class Endpoint(NamedTuple):
    """Where a service answers, and how long and how much it may.

    Attributes:
        name: What messages call it.
        url: Base address; a path in it is kept in front of every path that is asked for.
        timeout_seconds: Time for connecting and for each wait; a whole answer may take twice as long.
        max_bytes: The largest body that is read.
        headers: Sent with every request.
    """

    name: str
    url: str
    timeout_seconds: float = 10.0
    max_bytes: int = 5_000_000
    headers: Mapping[str, str] = {}


def ask(
    endpoint: Endpoint,
    path: str,
    params: Mapping[str, str | list[str]] | None = None,
    body: JsonValue = None,
) -> JsonValue:
    """Ask for JSON: by GET, or by POST where there is a body.

    Redirects are not followed, and a loopback address is never asked through a proxy.

    Raises:
        ServiceError: No answer in time, none at all, a status other than 2xx, too large a body, or
            one that is not JSON. The message names the service and what it said, never a credential.
    """
    url = httpx.URL(endpoint.url)
    target = url.copy_with(path=url.path.rstrip("/") + path, query=None)
    deadline = time.monotonic() + endpoint.timeout_seconds
    try:
        with (
            httpx.Client(
                timeout=endpoint.timeout_seconds,
                trust_env=not _is_loopback(url.host),
                headers={"Accept": "application/json", **endpoint.headers},
            ) as client,
            client.stream(
                "GET" if body is None else "POST", target, params=dict(params or {}), json=body
            ) as response,
        ):
            content = _read(endpoint, response, deadline)
            status = response.status_code
    except httpx.TimeoutException as error:
        raise _no_answer(endpoint) from error
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
        raise ServiceError(endpoint.name, f"cannot be reached ({error or type(error).__name__})") from error
    return _parse(endpoint, path, status, content)


def _read(endpoint: Endpoint, response: httpx.Response, deadline: float) -> bytes:
    content = bytearray()
    for chunk in response.iter_bytes():
        content += chunk
        if len(content) > endpoint.max_bytes:
            reason = f"answered with more than {endpoint.max_bytes} bytes; ask for less"
            raise ServiceError(endpoint.name, reason, response.status_code)
        if time.monotonic() > deadline:
            raise _no_answer(endpoint)
    return bytes(content)


def _parse(endpoint: Endpoint, path: str, status: int, content: bytes) -> JsonValue:
    text = content.decode("utf-8", "replace")
    try:
        answer: JsonValue = json.loads(text)
    except (ValueError, RecursionError) as error:
        if 200 <= status < 300:
            reason = f"{path} answered {status} with something that is not JSON: {_excerpt(text)}"
            raise ServiceError(endpoint.name, reason, status) from error
        answer = text
    if not 200 <= status < 300:
        raise ServiceError(endpoint.name, f"{path} answered {status}: {_said(answer)}", status)
    return answer


def _said(answer: JsonValue) -> str:
    """Find the sentence in an error body, as Prometheus, Alertmanager, Loki or Elasticsearch write it."""
    if isinstance(answer, dict):
        error = answer.get("error")
        if isinstance(error, dict):
            error = error.get("reason") or error.get("message") or error.get("type")
        parts = (answer.get("errorType"), error, answer.get("message"))
        said = ": ".join(part for part in parts if isinstance(part, str) and part)
        return _excerpt(said or json.dumps(answer, ensure_ascii=False))
    return _excerpt(answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False))


def _excerpt(text: str) -> str:
    title = _PAGE_TITLE.search(text[:2000]) if text.lstrip().startswith("<") else None
    line = " ".join((title.group(1) if title else text).split())
    return (line if len(line) <= _MAX_SAID else f"{line[:_MAX_SAID]}…") or "an empty body"


def _no_answer(endpoint: Endpoint) -> ServiceError:
    return ServiceError(endpoint.name, f"timed out: no whole answer within {endpoint.timeout_seconds:g} s")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
