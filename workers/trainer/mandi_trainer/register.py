"""Puts an adapter with its card where Mandi finds it, and writes the agent that plays with it."""

import argparse
import json
import re
import shutil
import time
from pathlib import Path

from .checkpoints import require_whole
from .digests import digest_of
from .finite import require_finite
from .models_folder import models_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--adapter", type=Path, required=True, help="as `convert` wrote it")
    parser.add_argument("--checkpoint", type=Path, required=True, help="the folder that it was made of: says how it was trained")
    parser.add_argument("--samples", type=Path, default=None, help="manifest.json, as `npx mandi samples` wrote it; not for a run of `learn`")
    parser.add_argument("--game", default=None, help="of a run of `learn`: the game that it plays, e.g. bazaar/open")
    parser.add_argument("--prompt", default=None, help="of a run of `learn`: the prompt that it is asked with (default: the one it learnt with)")
    parser.add_argument("--summary", default=None, help="what the agent is, in a sentence")
    parser.add_argument("--built-in", action="store_true", help="with --into workers/adapters: the card names the agent too, so that it comes with Mandi")
    parser.add_argument("--as", dest="known_as", default=None, help="with --built-in: the agent's name and version where it is the next version of one, e.g. smollm2-open@2")
    parser.add_argument("--name", required=True, help="lower case, digits, hyphens, e.g. smollm2-classic")
    parser.add_argument("--stop", action="append", default=[], help="text that ends a reply; may be given several times (default: those of the run, by `--stop` of dpo and grpo)")
    parser.add_argument("--title", default=None)
    parser.add_argument("--license", "--licence", dest="licence", default="Apache-2.0", help="an adapter has its base's license, unless you know better")
    parser.add_argument("--base-name", default="smollm2-135m-instruct", help="the base model's name in Mandi")
    parser.add_argument("--into", type=Path, default=models_folder(), help="Mandi's models folder (default), or workers/adapters")
    parser.add_argument("--agent", type=Path, default=None, help="where the agent's file goes (default: NAME.agent.json beside the adapter)")


def run(args: argparse.Namespace) -> None:
    require_whole(args.checkpoint)
    require_finite(args.checkpoint)
    how = json.loads((args.checkpoint / "run.json").read_text())
    state = json.loads((args.checkpoint / "state.json").read_text())
    manifest = manifest_of(args, how)
    args.into.mkdir(parents=True, exist_ok=True)
    target = args.into / f"{args.name}.gguf"
    if target.resolve() != args.adapter.resolve():
        shutil.copyfile(args.adapter, target)
    card = card_of(args, target, how)
    card["trained"] = {**({"samples": manifest} if args.samples else {}), "run": how, "state": state}
    if args.built_in:
        made = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
        words = {"owner": "Mandi", "summary": args.summary or args.title or args.name, **agent_of(args, manifest, how)}
        name, version = known_as(args)
        card["agent"] = {"version": version, "createdAt": made, **words, "name": name}
    write(args.into / f"{args.name}.json", card)
    agent = args.agent or args.adapter.parent / f"{args.name}.agent.json"
    write(agent, agent_of(args, manifest, how))
    print(f"{target} and its card; add the agent with: npx mandi agents add {agent}")


def known_as(args: argparse.Namespace) -> tuple[str, int]:
    found = re.fullmatch(r"([a-z0-9-]+)@([1-9]\d*)", args.known_as or f"{args.name}@1")
    if found is None:
        raise SystemExit(f"--as {args.known_as}: NAME@VERSION, e.g. smollm2-open@2")
    return found[1], int(found[2])


def manifest_of(args: argparse.Namespace, how: dict) -> dict:
    """What it learnt from: samples by their manifest, or a game that it played itself."""
    if args.samples is None:
        if "file" in how or args.game is None:
            raise SystemExit("--samples names the manifest of what it was trained on; a run of `learn` needs --game")
        return {"prompt": {"version": args.prompt or how["prompt"]}, "ruleset": args.game}
    manifest = json.loads(args.samples.read_text())
    if how.get("file") != manifest["file"]["digest"]:
        raise SystemExit("the checkpoint was trained on other samples than this manifest's")
    return manifest


def card_of(args: argparse.Namespace, target: Path, how: dict) -> dict:
    return {
        "kind": "adapter",
        "name": args.name,
        "title": args.title or args.name,
        "digest": digest_of(target),
        "bytes": target.stat().st_size,
        "licence": args.licence,
        "base": {"name": args.base_name, "digest": how["base"]},
    }


MOST_STOPS, LONGEST_STOP = 8, 100


def stops_for(args: argparse.Namespace, how: dict) -> list[str]:
    """Those that are named here, or that the run was trained with; each once, and no more than an agent may have."""
    stops = list(dict.fromkeys(args.stop or how.get("stop") or []))
    wrong = next((stop for stop in stops if not 0 < len(stop) <= LONGEST_STOP), None)
    if wrong is not None:
        raise SystemExit(f"--stop {wrong[:20]!r}: a stop has 1 to {LONGEST_STOP} characters")
    if len(stops) > MOST_STOPS:
        raise SystemExit(f"--stop: an agent has at most {MOST_STOPS} stops, and here are {len(stops)}")
    return stops


def agent_of(args: argparse.Namespace, manifest: dict, how: dict) -> dict:
    """The likeliest move each time, asked with the prompt that it was trained on."""
    sampling = {"temperature": 0, "topP": 1, "topK": 0, "seed": 0, "maxTokens": 64, "stop": stops_for(args, how)}
    spec = {"kind": "model", "model": args.base_name, "adapter": args.name, "backends": [], "prompt": manifest["prompt"]["version"],
            "sampling": sampling, "grammar": True, "repairs": 1, "fallback": None, "turnSeconds": 30,
            "budget": {"tokens": None, "calls": None, "seconds": None, "dollars": None}}
    return {"name": args.name, "title": args.title or args.name, "licence": args.licence, "plays": [manifest["ruleset"]], "spec": spec}


def write(file: Path, value: dict) -> None:
    file.write_text(f"{json.dumps(value, indent=2)}\n", encoding="utf-8")
