"""Prometheus samples: vectors, matrices, histograms, scalars.

One series is `<metric> key=value ...; value @ time, ...`, numbers and times as they were written.
It must not know what a metric measures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from evidencelab.evidence.extractors.values import Pair, flatten, join_pairs, record_text, render

_SAMPLES = ("value", "values", "histogram", "histograms")


def is_series(record: object) -> bool:
    """Tell a series of a Prometheus (or Loki metric) result."""
    return (
        isinstance(record, Mapping)
        and isinstance(record.get("metric"), Mapping)
        and any(isinstance(record.get(key), list | tuple) for key in _SAMPLES)
    )


def series_text(series: object) -> str:
    """Lay out one series with every sample."""
    if not is_series(series) or not isinstance(series, Mapping):
        return record_text(series)
    labels = list(flatten(series["metric"])) if series["metric"] else []
    name = next((pair.value for pair in labels if pair.key == "__name__"), "")
    head = [name, *(join_pairs([pair]) for pair in labels if pair.key != "__name__")]
    samples: list[str] = []
    for key in _SAMPLES:
        if isinstance(series.get(key), list | tuple):
            entries = series[key] if key.endswith("s") else [series[key]]
            samples += [sample_text(entry) for entry in entries]
    rest = {key: value for key, value in series.items() if key not in (*_SAMPLES, "metric")}
    parts = (
        " ".join(part for part in head if part),
        ", ".join(part for part in samples if part),
        join_pairs(flatten(rest)) if rest else "",
    )
    return "; ".join(part for part in parts if part)


def sample_text(sample: object) -> str:
    """Lay out `[time, value]` as `value @ time`; a histogram's value as its fields."""
    if not isinstance(sample, list | tuple) or len(sample) != 2:
        return record_text(sample)
    time, value = sample
    if isinstance(value, Mapping):
        return f"{join_pairs(_histogram(value), ' ')} @ {render(time)}"
    return f"{render(value)} @ {render(time)}"


def _histogram(value: Mapping[object, object]) -> Iterator[Pair]:
    return flatten(dict(value)) if value else iter(())
