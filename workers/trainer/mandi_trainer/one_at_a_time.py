"""One process a folder: two that save into it would remove each other's checkpoints."""

from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None


def hold(out: Path) -> IO[str]:
    """Held until what is answered is closed, or the process ends."""
    file = (out / "lock").open("a")
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SystemExit(f"another run is writing to {out}: wait until it ends, or name another --out") from None
    return file
