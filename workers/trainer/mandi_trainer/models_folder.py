"""Where Mandi keeps models, as its own commands look for them."""

import os
from pathlib import Path


def models_folder() -> Path:
    home = Path(os.environ.get("MANDI_HOME", ".mandi"))
    return Path(os.environ.get("MANDI_MODELS", home / "models"))
