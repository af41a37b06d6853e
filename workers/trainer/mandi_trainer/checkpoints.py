"""Checkpoints of a run, whole whenever its process dies.

One is written into `fresh` and sealed with a mark that holds the digest of each of its files, then `last` steps aside as `old` and `fresh`
becomes `last`. At any moment in between one of the three is whole, and `settle` finds it. Needs nothing but Python.
"""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from .digests import digest_of

MARK = "complete.json"
NAMES = ("last", "fresh", "old")


def save(out: Path, updates: int, write: Callable[[Path], None]) -> None:
    """`write` puts the files into the empty folder that it is given."""
    last, fresh, old = (out / name for name in NAMES)
    remove(fresh)
    fresh.mkdir()
    write(fresh)
    seal(fresh, updates)
    remove(old)
    if last.is_dir():
        os.replace(last, old)
    os.replace(fresh, last)
    sync(out)
    remove(old)


def save_aside(folder: Path, updates: int, write: Callable[[Path], None]) -> None:
    """A checkpoint apart from those that a run goes on from: the one before stays whole until the new one is."""
    fresh = folder.with_name(f".{folder.name}.fresh")
    remove(fresh)
    fresh.mkdir(parents=True)
    write(fresh)
    seal(fresh, updates)
    remove(folder)
    os.replace(fresh, folder)


def settle(out: Path) -> str | None:
    """Makes the newest whole checkpoint `last` and removes the others. Answers which it was; None: the run saved none yet."""
    found = [name for name in NAMES if (out / name).is_dir()]
    faults = {name: fault_of(out / name) for name in found}
    whole = [name for name in found if faults[name] is None]
    if not whole:
        if "last" in found or "old" in found:
            told = "".join(f"\n  {out / name}: {fault}" for name, fault in faults.items())
            raise SystemExit(f"no checkpoint in {out} is complete:{told}\nStart over with --fresh (which removes them), or name another --out.")
        remove(out / "fresh")
        return None
    best = max(whole, key=lambda name: mark_of(out / name)["updates"])
    if best != "last":
        remove(out / "last")
        os.replace(out / best, out / "last")
        sync(out)
    for name in NAMES[1:]:
        remove(out / name)
    return best


def forget(out: Path) -> None:
    for name in NAMES:
        remove(out / name)


def require_whole(folder: Path) -> None:
    """For whoever reads a checkpoint: exits with a sentence where it is none, or not the one that was saved."""
    if not folder.is_dir():
        others = [name for name in NAMES if fault_of(folder.parent / name) is None]
        hint = f"; {folder.parent / others[0]} is whole: name that, or run `train` again, which puts it back" if others else ""
        raise SystemExit(f"there is no checkpoint {folder}{hint}")
    fault = fault_of(folder)
    if fault is not None:
        raise SystemExit(f"{folder} is not complete: {fault}. Run `train` again with the same --out, or name another checkpoint.")


def fault_of(folder: Path) -> str | None:
    """Why it is not whole; None: it is."""
    try:
        mark = mark_of(folder)
    except FileNotFoundError:
        return f"it has no {MARK}, so it was not written to its end"
    except (OSError, ValueError, TypeError, KeyError):
        return f"its {MARK} cannot be read"
    for name, digest in mark["files"].items():
        if not (folder / name).is_file():
            return f"{name} is missing"
        if digest_of(folder / name) != digest:
            return f"{name} is not as it was saved"
    return None


def mark_of(folder: Path) -> dict:
    mark = json.loads((folder / MARK).read_text(encoding="utf-8"))
    return {"updates": int(mark["updates"]), "files": dict(mark["files"])}


def seal(folder: Path, updates: int) -> None:
    """Everything is on the disk before the mark says so."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for path in files:
        sync(path)
    mark = {"updates": updates, "files": {path.relative_to(folder).as_posix(): digest_of(path) for path in files}}
    unnamed = folder / f".{MARK}"
    unnamed.write_text(json.dumps(mark, indent=2), encoding="utf-8")
    sync(unnamed)
    os.replace(unnamed, folder / MARK)
    sync(folder)


def sync(path: Path) -> None:
    """Windows opens no folders and syncs no file that is read only: there the system writes when it likes."""
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove(folder: Path) -> None:
    if folder.is_dir():
        shutil.rmtree(folder)
