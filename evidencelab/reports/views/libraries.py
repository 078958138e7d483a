"""Scripts that a page may hold, by name, so that an executed notebook need not carry them.

They are part of installed packages, name no address, and are put into a page once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import vl_convert

VEGA = "vega"

_BUNDLE_ADDRESSES = (
    "https://vega.github.io/editor/",
    "https://vega.github.io/schema/vega/v6.json",
    "https://github.com/vega/vega-lite/issues/2415",
)


@lru_cache(maxsize=1)
def vega_bundle() -> str:
    """The drawing library as one script without addresses; it defines `vegaEmbed`."""
    bundle = str(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;"))
    for address in _BUNDLE_ADDRESSES:
        bundle = bundle.replace(address, "")
    return "(function(){" + bundle.replace("</script", "<\\/script") + "})();"


LIBRARIES: dict[str, Callable[[], str]] = {VEGA: vega_bundle}


def library_source(name: str, given: str | None) -> str:
    """The script of a library: as it was given, or else the one known by that name; else nothing."""
    if given is not None:
        return given
    return LIBRARIES[name]() if name in LIBRARIES else ""
