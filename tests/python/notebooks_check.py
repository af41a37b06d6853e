#!/usr/bin/env python3
"""Executes the notebooks of examples/notebooks with a tiny model that is made here: they run from their first cell to their last.

    python notebooks_check.py

The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
NOTEBOOKS = REPOSITORY / "examples" / "notebooks"
sys.path.insert(0, str(HERE))

import tiny_player  # noqa: E402

# By notebook: what its last cell of code says, line by line as it begins.
LAST = {"sft_then_grpo": ["1 reward ", "2 reward "], "dpo": ["1 loss ", "2 loss ", "3 loss ", "4 loss "]}


def executed(name: str, scratch: Path) -> None:
    book = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    nbformat.validate(book)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code), "its outputs are to be cleared"
    os.environ.update(MANDI_REPOSITORY=str(REPOSITORY), MANDI_NOTEBOOK_BASE=str(scratch / "player"), MANDI_NOTEBOOK_OUT=str(scratch / name), OMP_NUM_THREADS="1",
                      PYTHONDONTWRITEBYTECODE="1")
    NotebookClient(book, timeout=1200, kernel_name="python3", resources={"metadata": {"path": str(NOTEBOOKS)}}).execute()
    said = "".join(output.text for output in code[-1].outputs if output.output_type == "stream" and output.name == "stdout").splitlines()
    assert len(said) == len(LAST[name]) and all(line.startswith(begin) for line, begin in zip(said, LAST[name], strict=True)), said


def main() -> int:
    passed = 0
    assert sorted(LAST) == sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")), "every notebook is executed"
    with tempfile.TemporaryDirectory(prefix="mandi-notebooks-") as scratch:
        tiny_player.main(f"{scratch}/player", False)
        for name in LAST:
            try:
                executed(name, Path(scratch))
                passed += 1
                print(f"ok   - {name}", flush=True)
            except Exception as error:  # noqa: BLE001 - told, and on with the next
                print(f"FAIL - {name}: {type(error).__name__}: {error}"[-2500:], flush=True)
    print(f"{passed} passed, {len(LAST) - passed} failed")
    return 0 if passed == len(LAST) else 1


if __name__ == "__main__":
    raise SystemExit(main())
