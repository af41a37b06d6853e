"""Uploads a folder to a hub as it grows: a run with its sealed checkpoints, pairs, a dataset, an adapter; each with its card.

A process of its own, so that no hub can disturb a run. Needs huggingface_hub and a token in HF_TOKEN. HF_ENDPOINT names another hub.
"""

import argparse
import json
import os
import shutil
import tempfile
import time
from pathlib import Path

from . import checkpoints
from .digests import digest_of
from .runs import card_of

# Of a run: what is in the middle of being written, and what only resuming needs.
PASSED_OVER = {"fresh", "old", "unsealed", "lock"}
OPTIMIZER = {"optimizer.pt", "draws.pt", "scheduler.pt", "rng_state.pth", "trainer_state.json", "training_args.bin"}
OVER = {"done", "failed"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="a run (--out), a folder of pairs or samples, an export, or a folder with an adapter and its card")
    parser.add_argument("--repo", required=True, help="owner/name on the hub; created if it does not exist")
    parser.add_argument("--kind", choices=["model", "dataset"], default=None, help="default: dataset for a folder with a manifest.json, model for all others")
    parser.add_argument("--public", action="store_true", help="without this, a new repository is private")
    parser.add_argument("--follow", action="store_true", help="keep uploading what changes, until the run is over or Ctrl-C")
    parser.add_argument("--every", type=float, default=60.0, help="with --follow: seconds between checks for changes")
    parser.add_argument("--with-optimizer", action="store_true", help="also upload files that are needed only to resume")


def run(args: argparse.Namespace) -> None:
    if not args.folder.is_dir():
        raise SystemExit(f"there is no folder {args.folder}")
    if not os.environ.get("HF_TOKEN"):
        raise SystemExit("no hub token is set: put it into HF_TOKEN. Nothing was uploaded.")
    os.environ.pop("HF_HUB_OFFLINE", None)
    from huggingface_hub import HfApi

    api = HfApi(token=os.environ["HF_TOKEN"])
    kind = args.kind or ("dataset" if (args.folder / "manifest.json").is_file() else "model")
    known: dict[str, str] = {}
    is_made = False
    while True:
        is_over = not args.follow or (card_of(args.folder) or {}).get("status") in OVER
        try:
            if not is_made:
                api.create_repo(args.repo, repo_type=kind, private=not args.public, exist_ok=True)
                is_made = True
            known = upload(api, args, kind, known)
        except Exception as fault:  # noqa: BLE001 - whatever the connection or the hub does, the run goes on and is told about
            why = f"The hub could not be reached or refused: {one_line(fault)}"
            if is_over:
                raise SystemExit(why) from None
            print(f"{why} Trying again in {args.every:g} seconds.", flush=True)
        else:
            if is_over:
                return
        time.sleep(args.every)


def upload(api, args: argparse.Namespace, kind: str, known: dict[str, str]) -> dict[str, str]:
    """What is new or has changed, in one commit. Answers what is there now."""
    from huggingface_hub import CommitOperationAdd

    with tempfile.TemporaryDirectory(prefix="mandi-hub-") as scratch:
        still = Path(scratch)
        files = snapshot(args.folder, still, with_optimizer=args.with_optimizer)
        if "README.md" not in files:
            (still / "README.md").write_text(card(args.folder, args.repo, kind), encoding="utf-8")
            files.append("README.md")
        digests = {name: digest_of(still / name) for name in files}
        changed = sorted(name for name, digest in digests.items() if known.get(name) != digest)
        if not changed:
            return known
        operations = [CommitOperationAdd(path_in_repo=name, path_or_fileobj=str(still / name)) for name in changed]
        api.create_commit(args.repo, operations=operations, repo_type=kind, commit_message=message(args.folder, changed))
    print(f"uploaded {len(changed)} files to {args.repo}: {', '.join(changed[:5])}{', …' if len(changed) > 5 else ''}", flush=True)
    return digests


def snapshot(folder: Path, still: Path, with_optimizer: bool) -> list[str]:
    """The files as they are now, whole: a checkpoint that is being replaced is left out until it is sealed again."""
    files: list[str] = []
    for path in sorted(folder.iterdir()):
        if path.name in PASSED_OVER or path.name.startswith("."):
            continue
        if path.is_file():
            shutil.copyfile(path, still / path.name)
            files.append(path.name)
            continue
        try:
            shutil.copytree(path, still / path.name)
        except (OSError, shutil.Error):  # it was replaced while it was read
            shutil.rmtree(still / path.name, ignore_errors=True)
            continue
        is_checkpoint = (still / path.name / checkpoints.MARK).is_file() or (still / path.name / "adapter_config.json").is_file()
        if is_checkpoint and checkpoints.fault_of(still / path.name) is not None:
            shutil.rmtree(still / path.name)
            continue
        own = sorted(one for one in (still / path.name).rglob("*") if one.is_file() and (with_optimizer or one.name not in OPTIMIZER))
        files += [one.relative_to(still).as_posix() for one in own]
    return files


def message(folder: Path, changed: list[str]) -> str:
    run_card = card_of(folder)
    if run_card is None:
        return f"{folder.name}: {len(changed)} files"
    return f"{run_card.get('kind', 'run')} {folder.name}: step {run_card.get('step', 0)}, {run_card.get('status')}"


def card(folder: Path, repo: str, kind: str) -> str:
    """For a folder without a README.md: what its run.json, manifest.json or an adapter's card say."""
    name = repo.split("/")[-1]
    told = next((json.loads(file.read_text(encoding="utf-8")) for file in cards_in(folder)), {})
    run_card = card_of(folder) or {}
    licence = str(told.get("licence") or told.get("license") or ("cc0-1.0" if kind == "dataset" else "apache-2.0")).lower()
    head = ["---", f"license: {licence}", "tags: [mandi, negotiation]"]
    if kind == "model":
        base = told.get("base", {})
        head += ["library_name: peft", *([f"base_model: {base['name']}"] if isinstance(base, dict) and base.get("name") else [])]
    facts = {"game": run_card.get("game") or told.get("ruleset"), "prompt": run_card.get("prompt") or told.get("prompt"), "kind": run_card.get("kind"),
             "status": run_card.get("status"), "step": run_card.get("step"), "base": run_card.get("base"), "command": run_card.get("command") or told.get("command"),
             "reason": run_card.get("reason")}
    lines = [f"- {fact}: {value if isinstance(value, (str, int)) else json.dumps(value)}" for fact, value in facts.items() if value is not None]
    return "\n".join([*head, "---", "", f"# {name}", "", "Made with Mandi. What it is made of is in the JSON files next to this page.", "", *lines, ""])


def cards_in(folder: Path) -> list[Path]:
    own = [folder / "manifest.json"] if (folder / "manifest.json").is_file() else []
    return [*own, *(file.with_suffix(".json") for file in sorted(folder.glob("*.gguf")) if file.with_suffix(".json").is_file())]


def one_line(fault: BaseException) -> str:
    return " ".join(str(fault).split())[:300]
