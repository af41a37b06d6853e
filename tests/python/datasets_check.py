#!/usr/bin/env python3
"""Load what `mandi export` wrote with Hugging Face datasets, unchanged.

    python datasets_check.py folder [folder ...]

A folder is a dataset: part files and their manifest. One named NAME.parquet holds the same rows as the folder NAME. The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

from __future__ import annotations

import json
import math
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

CACHE = tempfile.TemporaryDirectory(prefix="mandi-datasets-")
os.environ.update(HF_HOME=CACHE.name, HF_HUB_OFFLINE="1", HF_DATASETS_DISABLE_PROGRESS_BARS="1", HF_HUB_DISABLE_TELEMETRY="1")

from datasets import load_dataset  # noqa: E402

AS_JSON = {"observation", "actions", "facts"}

passed = 0
failed = 0


def check(name: str, ok: bool, detail: Any = "") -> None:
    global passed, failed
    passed += ok
    failed += not ok
    print(f"ok   - {name}" if ok else f"FAIL - {name}: {detail!r}"[:600])


def same(loaded: Any, written: Any) -> bool:
    """Where rows differ in their keys, datasets fills the gaps with null; of a number it may lose the last bits."""
    if isinstance(loaded, dict) and isinstance(written, dict):
        return all(same(loaded.get(key), written.get(key)) for key in loaded.keys() | written.keys())
    if isinstance(loaded, list) and isinstance(written, list):
        return len(loaded) == len(written) and all(map(same, loaded, written))
    if isinstance(loaded, float) and isinstance(written, (int, float)):
        return math.isclose(loaded, written, rel_tol=1e-9, abs_tol=1e-9)
    return loaded == written


def written_in(folder: Path) -> list[Any]:
    parts = sorted(folder.glob("part-*.jsonl"))
    return [json.loads(line) for part in parts for line in part.read_text(encoding="utf-8").splitlines()]


def told(value: Any, name: str = "") -> Any:
    """What has no fixed shape is JSON text."""
    if name in AS_JSON and isinstance(value, str):
        return json.loads(value)
    if isinstance(value, dict):
        return {key: told(one, key) for key, one in value.items()}
    return [told(one) for one in value] if isinstance(value, list) else value


def load(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    is_parquet = manifest["form"] == "parquet"
    written = written_in(folder.with_suffix("") if is_parquet else folder)
    parts = sorted(str(folder / file["name"]) for file in manifest["files"])
    by_files = load_dataset("parquet" if is_parquet else "json", data_files=parts, split="train")
    by_card = load_dataset(str(folder), split=manifest["request"]["split"])
    check(f"{folder.name}: its files alone bring what its card does", len(by_files) == len(by_card) and same(by_files[0], by_card[0]), by_files.features)
    check(f"{folder.name}: its card types every column", "null" not in str(by_card.features), by_card.features)
    check(f"{folder.name}: its card names the columns of its rows", set(by_card.column_names) == set(written[0]), by_card.column_names)
    rows, written = [told(row) for row in by_card], [told(row) for row in written]
    check(f"{folder.name}: has rows, as many as its manifest says", 0 < len(rows) == manifest["rows"], len(rows))
    check(f"{folder.name}: has every row that was written", len(rows) == len(written), len(written))
    differ = next(((a, b) for a, b in zip(rows, written) if not same(a, b)), None)
    check(f"{folder.name}: every row comes back as it was written", differ is None, differ)


def main(folders: list[str]) -> int:
    for folder in map(Path, folders):
        try:
            load(folder)
        except Exception as error:  # noqa: BLE001 - told, and on with the next
            check(f"{folder.name} loads", False, f"{type(error).__name__}: {error} {error.__cause__}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
