"""Where Mandi keeps models, as its own commands look for them."""

import os
from pathlib import Path

CLONE = Path(__file__).resolve().parents[3]


def models_folder() -> Path:
    """In the clone that this file is in, whatever the working folder; what the environment names, as it is."""
    home = Path(os.environ.get("MANDI_HOME", CLONE / ".mandi"))
    return Path(os.environ.get("MANDI_MODELS", home / "models"))
