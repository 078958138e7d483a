"""A loopback HTTP server that answers as a test tells it to, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit


class Asked(NamedTuple):
    """One request: method, path without its query, the query's first values, headers, JSON body."""

    method: str
    path: str
    params: dict[str, str]
    headers: dict[str, str]
    body: object


class Answer(NamedTuple):
    """One reply; `hangs` makes the server send nothing until the test is over.

    `drips` sends the body one byte at a time, that many seconds apart.
    """

    status: int = 200
    body: object = ""
    content_type: str = "application/json"
    hangs: bool = False
    drips: float = 0.0


class Loopback(NamedTuple):
    """The running server's address and the requests so far."""

    url: str
    asked: list[Asked]


@contextmanager
def answering(answer: Callable[[Asked], Answer]) -> Iterator[Loopback]:
    """Run a server for the time of a `with` block."""
    asked: list[Asked] = []
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.0"

        def do_GET(self) -> None:
            self._answer(None)

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self._answer(json.loads(content) if content else None)

        def _answer(self, body: object) -> None:
            parts = urlsplit(self.path)
            params = {key: values[0] for key, values in parse_qs(parts.query).items()}
            request = Asked(self.command, parts.path, params, dict(self.headers), body)
            asked.append(request)
            reply = answer(request)
            if reply.hangs:
                over.wait(30)
                return
            text = reply.body if isinstance(reply.body, str) else json.dumps(reply.body, ensure_ascii=False)
            content = text.encode()
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.content_type)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if not reply.drips:
                self.wfile.write(content)
                return
            for byte in content:
                if over.wait(reply.drips):
                    return
                try:
                    self.wfile.write(bytes([byte]))
                except OSError:
                    return

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield Loopback(f"http://127.0.0.1:{server.server_address[1]}", asked)
    finally:
        over.set()
        server.shutdown()
        thread.join()
        server.server_close()
