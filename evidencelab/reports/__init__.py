"""Notebooks run, compared, and shown as tables, figures and pages."""

import sys

# jsonschema, which nbformat and altair import, builds a grammar of international addresses when it
# finds this package: nearly two seconds in every process and every kernel. No schema here has any.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
