"""Mandi's markets for Python programs.

`Matches` steps many matches together and needs numpy alone. The others need the library they are for:

- `mandi.gym`: Gymnasium, one seat among scripted players
- `mandi.pz`: PettingZoo, every seat an agent (parallel and AEC)
- `mandi.text`: prompts and replies, for language models
- `mandi_verifiers`: a verifiers environment with dataset and rubric
- `mandi.trl`: TRL's `rollout_func` and `environment_factory`
- `mandi.openenv`: OpenEnv's client for a running server
- `mandi.data`: Mandi's exports as Hugging Face datasets
"""

from .process import MandiError, MandiNotFound, Process, find_mandi
from .vector import Batch, Ended, Matches, games

__all__ = ["Batch", "Ended", "MandiError", "MandiNotFound", "Matches", "Process", "find_mandi", "games"]
__version__ = "0.1.0"
