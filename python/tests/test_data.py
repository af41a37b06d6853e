import json
import os
import subprocess
from pathlib import Path

import pytest

from mandi import MandiError, find_mandi
from mandi import data


def test_an_export_comes_back_as_rows(tmp_path: Path) -> None:
    environment = {**os.environ, "MANDI_HOME": str(tmp_path / "home")}
    environment.pop("DATABASE_URL", None)
    mandi = find_mandi()

    def run(*words: str) -> None:
        subprocess.run([*mandi, *words], env=environment, check=True, capture_output=True)

    try:
        run("play", "--ruleset", "open", "--task", "single_trade", "--seed", "7", "--policy", "planner", "--save")
        out = tmp_path / "rows"
        run("export", "--format", "trajectories", "--ruleset", "open", "--out", str(out))
        rows = data.load(out)
        assert len(rows) == data.manifest(out)["rows"] > 0
        text, read = json.dumps(rows[0]), json.dumps(data.parsed(rows[0]))
        assert "\\\"round_index\\\"" in text  # an observation, as text in text
        assert "\\\"round_index\\\"" not in read and '"round_index"' in read
    finally:
        run("db", "remove", "--yes")  # the server of this database lives on otherwise


def test_a_folder_without_an_export_is_said(tmp_path: Path) -> None:
    with pytest.raises(MandiError, match="has no export"):
        data.load(tmp_path)
