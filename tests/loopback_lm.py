"""A real HTTP server on loopback that speaks the OpenAI chat wire format, and its failures.

Programs are proved against it instead of against a mock: the client's own transport, retries and
time-outs run. Every request that arrived is kept, with the headers it carried.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """One scripted answer: what the server sends, and how it misbehaves while sending."""

    status: int = 200
    body: str = ""
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    hang_seconds: float = 0.0
    cut_at: int | None = None


def says(
    content: str | None, *, tokens_in: int = 11, tokens_out: int = 7, finish: str = "stop", delay: float = 0.0
) -> Reply:
    """Build a well-formed completion whose text is `content`."""
    body = {
        "id": "chatcmpl-loopback",
        "object": "chat.completion",
        "created": 1,
        "model": "loopback-model",
        "choices": [
            {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish}
        ],
        "usage": {
            "prompt_tokens": tokens_in,
            "completion_tokens": tokens_out,
            "total_tokens": tokens_in + tokens_out,
        },
    }
    return Reply(body=json.dumps(body, ensure_ascii=False), hang_seconds=delay)


def refuses(text: str = "I cannot help with that.") -> Reply:
    """Build a completion in which the model declines, in the wire format's own refusal field."""
    body = json.loads(says(None).body)
    body["choices"][0]["message"]["refusal"] = text
    return Reply(body=json.dumps(body))


def fails(status: int, *, retry_after: str | None = None, message: str = "no") -> Reply:
    """Build an error reply of the wire format."""
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    body = json.dumps({"error": {"message": message, "type": "error", "code": str(status)}})
    return Reply(status=status, body=body, headers=headers)


def html() -> Reply:
    """Build the page a proxy shows instead of the API."""
    return Reply(body="<html><body><h1>Welcome</h1></body></html>", content_type="text/html")


def cut_json(at: int = 60) -> Reply:
    """Build a reply whose connection closes in the middle of the JSON, after promising more."""
    return Reply(body=says('{"claims": []}').body, cut_at=at)


def hangs(seconds: float) -> Reply:
    """Build a reply that comes only after `seconds`."""
    return Reply(body=says("late").body, hang_seconds=seconds)


@dataclass(frozen=True)
class Received:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: Any
    at: float


Script = Callable[[Received], Reply]


class LoopbackLM:
    """The running server: its address, and what it was asked."""

    def __init__(self, script: Script, models: tuple[str, ...] = ("loopback-model",)) -> None:
        self.requests: list[Received] = []
        self.models = models
        self._script = script
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def base_url(self) -> str:
        """The address an OpenAI client takes as its base URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def chats(self) -> list[Received]:
        """The chat completions asked for, in order of arrival."""
        return [request for request in self.requests if request.path.endswith("/chat/completions")]

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def answer(self, received: Received) -> Reply:
        with self._lock:
            self.requests.append(received)
            if received.path.endswith("/models"):
                names = [{"id": name, "object": "model"} for name in self.models]
                return Reply(body=json.dumps({"object": "list", "data": names}))
            return self._script(received)

    def wait(self, seconds: float) -> None:
        self._stopping.wait(seconds)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a client that gave up waiting is part of the tests."""


def _handler(server: LoopbackLM) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            pass

        def do_GET(self) -> None:
            self._reply(None)

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            self._reply(json.loads(self.rfile.read(length)))

        def _reply(self, body: Any) -> None:
            reply = server.answer(Received(self.path, dict(self.headers), body, time.monotonic()))
            if reply.hang_seconds:
                server.wait(reply.hang_seconds)
            payload = reply.body.encode()
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.content_type)
            self.send_header("Content-Length", str(len(payload)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if reply.cut_at is None:
                self.wfile.write(payload)
                return
            self.wfile.write(payload[: reply.cut_at])
            self.wfile.flush()
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)

    return Handler


def in_turn(*replies: Reply) -> Script:
    """Answer with `replies` one after another; the last one repeats."""
    left = list(replies)

    def script(_: Received) -> Reply:
        return left.pop(0) if len(left) > 1 else left[0]

    return script


@contextmanager
def loopback(
    script: Script | Reply | str, *, models: tuple[str, ...] = ("loopback-model",)
) -> Iterator[LoopbackLM]:
    """Run a server for the length of a `with` block.

    Args:
        script: A function from the request to a reply, one reply for all, or the text of one.
        models: The model ids that `GET /models` lists.
    """
    if isinstance(script, str):
        script = says(script)
    if isinstance(script, Reply):
        script = in_turn(script)
    server = LoopbackLM(script, models)
    server.start()
    try:
        yield server
    finally:
        server.stop()
