#!/usr/bin/env python3
"""Executes the notebooks of examples/notebooks with a tiny model that is made here: they run from their first cell to their last.

    python notebooks_check.py

The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

from __future__ import annotations

import os
import tempfile
from functools import partial
from pathlib import Path

import nbformat
import tiny_player
from named_checks import run_all
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
NOTEBOOKS = REPOSITORY / "examples" / "notebooks"

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
    assert sorted(LAST) == sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")), "every notebook is executed"
    with tempfile.TemporaryDirectory(prefix="mandi-notebooks-") as scratch:
        tiny_player.main(f"{scratch}/player", False)
        return run_all({name: partial(executed, name, Path(scratch)) for name in LAST})


if __name__ == "__main__":
    raise SystemExit(main())
