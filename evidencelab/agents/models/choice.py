"""Which model answers: the embedded one, any DSPy name, any OpenAI-compatible address, a recording, none.

A model is named by one string, given as a parameter or in EVIDENCELAB_LM:

    baseline                    no model at all
    smollm2                     the embedded one
    openai/gpt-4o-mini          any name DSPy knows; its key comes from that provider's own variable
    http://host:8000/v1#name    any OpenAI-compatible server; `#name` may be left out where the
                                server lists its models; a key, if any, comes from EVIDENCELAB_API_KEY
    replay:FILE                 completions recorded earlier, for tests

Keys are read from the environment and from nowhere else. This module must not know a stage, a
variant or a contract of the chain.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import urllib.error
import urllib.request
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import dspy
from dspy.utils.exceptions import LMError
from pydantic import Field

from evidencelab.agents.models import embedded
from evidencelab.agents.models.replay import ReplayEngine, read_recording
from evidencelab.contracts import Contract
from evidencelab.errors import MissingExtraError, ServiceError, SettingError

# LiteLLM, which DSPy imports for providers it cannot reach itself, would fetch a price list.
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
# DSPy prints a line for every answer that was cut; here a cut answer is what the record says it is.
logging.getLogger("dspy.clients.lm").setLevel(logging.ERROR)

MODEL_VARIABLE = "EVIDENCELAB_LM"
KEY_VARIABLE = "EVIDENCELAB_API_KEY"
BASELINE = "baseline"
REPLAY = "replay:"
DISCOVERY_SECONDS = 10.0

Kind = Literal["baseline", "local", "url", "replay", "named"]


class ModelSpec(Contract):
    """A model and the settings under which it is asked.

    Attributes:
        model: Its name, as the module describes.
        temperature: Sampling temperature; 0 repeats itself as far as the model does.
        max_tokens: Longest answer, tokens.
        seed: Seed of the sampling; None sends none.
        timeout_seconds: Longest silence of a server before the call counts as failed.
        retries: How often a call is repeated after a time-out, a 429 or a 5xx.
        response_schema: Whether an OpenAI-compatible server is sent JSON Schemas.
        cache: Whether DSPy may answer from its own cache of earlier calls.
    """

    model: str = Field(default=BASELINE, min_length=1)
    temperature: float = Field(default=0.0, ge=0.0, le=2.0)
    max_tokens: int = Field(default=1024, ge=1)
    seed: int | None = 0
    timeout_seconds: float = Field(default=60.0, gt=0.0)
    retries: int = Field(default=3, ge=0)
    response_schema: bool = True
    cache: bool = False

    @property
    def kind(self) -> Kind:
        """How the model is reached."""
        if self.model == BASELINE:
            return "baseline"
        if self.model == embedded.NAME:
            return "local"
        if self.model.startswith(("http://", "https://")):
            return "url"
        return "replay" if self.model.startswith(REPLAY) else "named"


class MeasuredLM(dspy.LM):  # type: ignore[misc]
    """A DSPy LM that keeps its last call to itself; a copy keeps its own."""

    def update_history(self, entry: dict[str, Any]) -> None:
        """Remember the last call only: evidence must not pile up in a process-wide list."""
        self.history[:] = [entry]


@dataclass(frozen=True)
class Model:
    """A model ready to be asked.

    Attributes:
        spec: The settings; where a server was asked which model it serves, with that name put in.
        label: How tables call it, without anything secret.
        lm: The DSPy LM; None for the baseline.
        engine: What answers and in which version.
        address: Where it answers; empty where nothing leaves the process.
    """

    spec: ModelSpec
    label: str
    lm: Any
    engine: str
    address: str = ""

    @property
    def fingerprint(self) -> str:
        """Hash of everything that could change an answer: engine, address, model, sampling, seed."""
        spec = self.spec
        parts = [self.engine, self.address, self.label, spec.temperature, spec.max_tokens, spec.seed]
        parts.append(spec.response_schema)
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]

    def __deepcopy__(self, memo: object) -> Model:
        """A model is shared: an optimiser that copies a program copies no weights and no connection."""
        return self

    def with_seed(self, seed: int | None) -> Model:
        """Give the same model under another seed."""
        spec = self.spec.model_copy(update={"seed": seed})
        return replace(self, spec=spec, lm=None if self.lm is None else self.lm.copy(seed=seed))

    def close(self) -> None:
        """Close the connections the model holds."""
        if self.lm is not None:
            self.lm.close()


def model_from_environment(default: str = BASELINE) -> str:
    """Read the model's name from EVIDENCELAB_LM; `default` where it is unset or empty."""
    return os.environ.get(MODEL_VARIABLE, "").strip() or default


def check_model(spec: ModelSpec) -> None:
    """Say what is wrong with a model's name without loading anything or calling anybody.

    Raises:
        SettingError: The name cannot be a model.
        MissingExtraError: The embedded model is asked for and not installed.
        InputError: A recording cannot be read.
    """
    if spec.kind == "local":
        embedded.weights_path()
        if not embedded.is_installed():
            raise MissingExtraError("local", embedded.INSTALL)
    elif spec.kind == "replay":
        read_recording(Path(spec.model.removeprefix(REPLAY)))
    elif spec.kind == "url":
        _host_of(spec.model)
    elif spec.kind == "named":
        _check_name(spec.model)


def load_model(spec: ModelSpec | str) -> Model:
    """Make a model ready to be asked.

    Args:
        spec: The model and its settings, or its name alone.

    Raises:
        SettingError: The name cannot be a model.
        MissingExtraError: The embedded model is not installed.
        ServiceError: A server was to say which model it serves and did not.
        InputError: A recording cannot be read.
    """
    spec = ModelSpec(model=spec) if isinstance(spec, str) else spec
    if spec.kind == "baseline":
        return Model(spec, BASELINE, None, BASELINE)
    if spec.kind == "local":
        engine = embedded.load_engine()
        version = embedded.engine_version()
        lm = _lm(f"embedded/{version}", spec, engine=engine)
        return Model(spec, embedded.NAME, lm, version)
    if spec.kind == "replay":
        path = Path(spec.model.removeprefix(REPLAY))
        recorded = read_recording(path)
        content = hashlib.sha256("".join(sorted(r.model_dump_json() for r in recorded)).encode()).hexdigest()
        label = f"{REPLAY}{path.stem}"
        lm = _lm(f"replay/{content[:16]}", spec, engine=ReplayEngine(recorded, label))
        return Model(spec, label, lm, f"replay-{content[:16]}")
    return _from_url(spec) if spec.kind == "url" else _from_name(spec)


def _lm(name: str, spec: ModelSpec, **settings: Any) -> MeasuredLM:
    """Build the LM. Its name carries engine and address, which DSPy's cache key leaves out."""
    given = {} if spec.seed is None else {"seed": spec.seed}
    try:
        return MeasuredLM(
            name,
            temperature=spec.temperature,
            max_tokens=spec.max_tokens,
            cache=spec.cache,
            num_retries=0,  # `ask` retries: it bounds the wait a server may ask for, and counts
            **given,
            **settings,
        )
    except (LMError, ValueError, TypeError) as error:  # some models refuse some settings at once
        reason = str(error).strip().partition("\n")[0]
        raise SettingError("model", spec.model, f"cannot be set up ({reason})") from error


def _check_name(name: str) -> None:
    prefix, slash, rest = name.partition("/")
    if not slash or not prefix or not rest:
        raise SettingError(
            "model",
            name,
            "is not a model: give provider/name, or the URL of an OpenAI-compatible server",
            (BASELINE, embedded.NAME),
        )


def _host_of(name: str) -> str:
    """The host and port of a URL, without a user's name and password."""
    try:
        host = urlsplit(name.partition("#")[0]).netloc.rpartition("@")[2]
    except ValueError as error:
        raise SettingError("model", name, f"is not a URL ({error})") from error
    if not host:
        raise SettingError("model", name, "is not a URL: it names no host")
    return host


def _from_name(spec: ModelSpec) -> Model:
    _check_name(spec.model)
    prefix = spec.model.partition("/")[0]
    variables = (f"{prefix.upper()}_API_BASE", f"{prefix.upper()}_BASE_URL")
    address = next((os.environ[name] for name in variables if os.environ.get(name)), "")
    lm = _lm(spec.model, spec, timeout=spec.timeout_seconds)
    return Model(spec, spec.model, lm, f"dspy-{dspy.__version__}", _without_secrets(address))


def _from_url(spec: ModelSpec) -> Model:
    url, _, name = spec.model.partition("#")
    url = url.rstrip("/")
    host = _host_of(url)
    key = os.environ.get(KEY_VARIABLE, "")
    name = name or _served_model(url, key)
    provider = _register(url, spec.response_schema)
    given = {"api_key": key} if key else {}
    lm = _lm(f"{provider}/{name}", spec, timeout=spec.timeout_seconds, **given)
    found = spec.model_copy(update={"model": f"{url}#{name}"})
    return Model(found, f"{name}@{host}", lm, f"dspy-{dspy.__version__}", _without_secrets(url))


def _register(url: str, response_schema: bool) -> str:
    """Declare the server to DSPy under a name made of its address, and say what it can do."""
    from dspy.lm15 import AccessPolicy, ModelSupport, OpenAIChatCompat, ProviderDefinition, register_provider

    stamp = f"{url}|{response_schema}"
    provider = f"lab-{hashlib.sha256(stamp.encode()).hexdigest()[:12]}"
    definition = ProviderDefinition.chat(
        AccessPolicy(provider=provider, base_url=url),
        compat=OpenAIChatCompat(max_tokens_field="max_tokens", instruction_role="system"),
        placeholder_key="none",
    )
    register_provider(definition, supports=ModelSupport(response_schema=response_schema))
    return provider


def _served_model(url: str, key: str) -> str:
    """Ask a server which model it serves; the first it lists."""
    place = _without_secrets(url)
    request = urllib.request.Request(f"{url}/models")
    if key:
        request.add_header("Authorization", f"Bearer {key}")
    try:
        with urllib.request.urlopen(request, timeout=DISCOVERY_SECONDS) as reply:
            listed = json.loads(reply.read(1_000_000))
        return str(listed["data"][0]["id"])
    except urllib.error.HTTPError as error:
        error.close()
        raise ServiceError(
            place, f"lists no models ({error.code}); add #name to the URL", error.code
        ) from error
    except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
        raise ServiceError(place, f"lists no models ({error}); add #name to the URL") from error


def _without_secrets(url: str) -> str:
    if not url:
        return ""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()
