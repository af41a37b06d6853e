"""What the checks beside it share: they find the trainer, run it in a process of its own, and tell which of their checks hold."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
TRAINER = HERE.parents[1] / "workers" / "trainer"
sys.path.insert(0, str(TRAINER))
sys.dont_write_bytecode = True

ENV = {**os.environ, "PYTHONPATH": str(TRAINER), "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"}
# Ends as a killed process does, in its n-th save, at the moment when `last` has stepped aside and nothing has taken its place.
DYING = """
import os, runpy, sys
saves, at = 0, int(sys.argv.pop(1))
def die(event, args):
    global saves
    if event == 'os.rename' and str(args[0]).endswith('/fresh'):
        saves += 1
        if saves == at: os.kill(os.getpid(), 9)
sys.addaudithook(die)
sys.argv = ['mandi_trainer', *sys.argv[1:]]
runpy.run_module('mandi_trainer', run_name='__main__')
"""


def trainer(words: list[str], dying: int | None = None) -> subprocess.CompletedProcess:
    """`dying`: in which of its saves it is killed."""
    start = ["-m", "mandi_trainer"] if dying is None else ["-c", DYING, str(dying)]
    return subprocess.run([sys.executable, *start, *words], capture_output=True, text=True, env=ENV, check=False)


def rows_of(out: Path, event: str) -> list[dict]:
    rows = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    return [row for row in rows if row["event"] == event]


def run_all(checks: dict[str, Callable[[], None]]) -> int:
    """Each by its name; the last line is "N passed, N failed". The exit status."""
    passed = 0
    for name, check in checks.items():
        try:
            check()
            passed += 1
            print(f"ok   - {name}", flush=True)
        except Exception as error:  # noqa: BLE001 - told, and on with the next
            print(f"FAIL - {name}: {type(error).__name__}: {error}"[:2500], flush=True)
    print(f"{passed} passed, {len(checks) - passed} failed")
    return 0 if passed == len(checks) else 1
