"""The example that needs no trainer takes two updates over each API."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "reinforce.py"


@pytest.mark.parametrize("api", ["gymnasium", "pettingzoo", "arrays"])
def test_two_updates(api: str) -> None:
    command = [sys.executable, str(EXAMPLE), "--api", api, "--updates", "2", "--matches", "6"]
    done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ), check=False)
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"^update \d: mean score -?\d+\.\d+ of \d+ seats$", done.stdout, re.M)) == 2
    assert float(done.stdout.split()[-1]) > 0
