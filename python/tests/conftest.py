import os
from pathlib import Path

# The wheel under test lies in an environment of its own: it is told where Mandi is, as a user would.
os.environ.setdefault("MANDI_HOME", str(Path(__file__).resolve().parents[2]))
