"""The digest of a file, as cards and manifests of Mandi write it."""

import hashlib
from pathlib import Path

PIECE = 1 << 20


def digest_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return f"sha256:{digest.hexdigest()}"
