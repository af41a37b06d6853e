"""What `mandi export` wrote, as Hugging Face datasets."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from datasets import Dataset, load_dataset

from .process import MandiError

AS_JSON = ("observation", "actions", "facts")
"""Columns whose values have no fixed shape: they are JSON text in the files."""


def manifest(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """The manifest of an export: its format, request, files with digests, and number of rows.

    Raises:
        MandiError: the folder holds no export.
    """
    path = Path(folder) / "manifest.json"
    if not path.is_file():
        raise MandiError(f"{folder} has no export of Mandi: {path} is missing. Write one with `npx mandi export --out {folder}`.")
    told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return told


def load(folder: str | os.PathLike[str]) -> Dataset:
    """The rows of an export, JSON lines or Parquet, as `datasets` has them. Columns without a fixed shape are JSON text: `parsed(row)` reads them.

    Args:
        folder: Where `mandi export --out` wrote it.

    Raises:
        MandiError: the folder holds no export, or not as many rows as its manifest says.
    """
    told = manifest(folder)
    kind = "parquet" if told["form"] == "parquet" else "json"
    files = [str(Path(folder) / part["name"]) for part in told["files"]]
    rows = load_dataset(kind, data_files=files, split="train")
    if len(rows) != told["rows"]:
        raise MandiError(f"{folder} has {len(rows)} rows, but its manifest says {told['rows']}: export it again.")
    return rows


def parsed(row: dict[str, Any]) -> dict[str, Any]:
    """One row with its JSON columns read, in lists of steps too. `datasets` gives every row one shape, so that this is done where a row is used."""
    read: dict[str, Any] = _parsed(row, "")
    return read


def _parsed(value: Any, name: str) -> Any:
    if name in AS_JSON and isinstance(value, str):
        return json.loads(value)
    if isinstance(value, dict):
        return {key: _parsed(one, key) for key, one in value.items()}
    return [_parsed(one, name) for one in value] if isinstance(value, list) else value
