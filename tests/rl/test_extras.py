"""Where the research extra is missing, a sentence says so; the rest of the package does without it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from calumma.core import errors
from calumma.rl import aec_env, vector_env


@pytest.mark.parametrize("make", [lambda: aec_env("yamamoto"), lambda: vector_env("yamamoto", 2)])
def test_a_missing_library_is_named_with_the_way_to_get_it(monkeypatch, make):
    monkeypatch.setattr(errors, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"needs the library numpy.*calumma\[research\]"):
        make()


def test_the_package_loads_without_any_of_the_libraries():
    optional = "numpy gymnasium pettingzoo pyspiel pyarrow ray matplotlib"
    check = f"import sys, calumma.cli, calumma.rl; assert not set('{optional}'.split()) & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
