"""A pattern compiled at its first use is the same pattern."""

import re
import subprocess
import sys

import pytest

from evidencelab.evidence.late_patterns import late_pattern


@pytest.mark.parametrize("text", ["port 80, PORT 443", "no number"])
def test_late_pattern_finds_what_the_compiled_one_finds(text):
    late, compiled = late_pattern(r"port (\d+)", re.IGNORECASE), re.compile(r"port (\d+)", re.IGNORECASE)
    assert late.findall(text) == compiled.findall(text)
    assert (late.search(text) is None) is (compiled.search(text) is None)
    assert late.sub("x", text) == compiled.sub("x", text)
    assert (late.pattern, late.flags) == (compiled.pattern, compiled.flags)


def test_late_pattern_says_what_is_wrong_when_it_is_first_used():
    wrong = late_pattern("(")
    with pytest.raises(re.error):
        wrong.search("text")


def test_no_pattern_of_the_package_is_wrong():
    """What is compiled at its first use only fails there; here all are, in a fresh interpreter."""
    code = """
import importlib, pkgutil, evidencelab.evidence as package
from evidencelab.evidence.late_patterns import _LatePattern
n_patterns = 0
for module in pkgutil.walk_packages(package.__path__, "evidencelab.evidence."):
    for value in vars(importlib.import_module(module.name)).values():
        for pattern in value if isinstance(value, tuple) else (value,):
            if isinstance(pattern, _LatePattern):
                pattern.search("")
                n_patterns += 1
print(n_patterns)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 150
