"""
Joins and unpacks what bench/gpu/pack.ts wrote: python3 unpack.py PIECES ROOT
PIECES: the folder into which the contents of all its folders were copied. Every checksum is compared; Python's own library is enough.
"""
import hashlib
import io
import json
import shutil
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def unpack(archive: dict, pieces: Path, root: Path) -> str:
    joined = bytearray()
    for piece in archive["pieces"]:
        part = (pieces / piece["file"]).read_bytes()
        if hashlib.sha256(part).hexdigest() != piece["digest"]:
            raise SystemExit(f"{piece['file']} did not arrive whole.")
        joined += part
    if hashlib.sha256(joined).hexdigest() != archive["digest"]:
        raise SystemExit(f"{archive['name']} is not what was packed.")
    name = archive["name"].split(".")[0]
    with tarfile.open(fileobj=io.BytesIO(joined)) as tar:
        tar.extractall(root / name, filter="tar")
    return name


def main() -> None:
    pieces, root = Path(sys.argv[1]), Path(sys.argv[2])
    archives = json.loads((pieces / "pieces.json").read_text())
    with ThreadPoolExecutor() as pool:
        for name in pool.map(lambda archive: unpack(archive, pieces, root), archives):
            print(f"unpacked {name}")
    (root / "models").mkdir()
    for file in (root / "weights").iterdir():
        shutil.move(file, root / "models" / file.name)
    shutil.move(root / "runtime", root / "models" / "runtime")
    (root / "node" / "node").chmod(0o755)


main()
