"""`python -m mandi_trainer train | mix | play | dpo | grpo | learn | convert | unpack | register | hub`."""

import argparse
import importlib
import sys

COMMANDS = {
    "train": "fine-tune a base model on samples",
    "dpo": "learn preferences from pairs of moves",
    "grpo": "learn from whole matches against a Mandi that runs",
    "mix": "make one file of samples of several",
    "play": "play matches with an adapter, to measure it or to label its turns",
    "learn": "learn a game's policy by playing it (bazaar/open)",
    "convert": "make a GGUF adapter of a checkpoint",
    "unpack": "make a checkpoint of a GGUF adapter, to go on from it",
    "register": "put an adapter with its card where Mandi finds it",
    "hub": "upload a run, pairs, a dataset or an adapter to a hub as it grows",
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="mandi_trainer", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    # Only the command that is asked for is loaded: `hub` needs no torch, and every help would wait for it.
    asked = next(iter(sys.argv[1:]), None)
    for name, text in COMMANDS.items():
        child = commands.add_parser(name, help=text)
        if name != asked:
            continue
        command = importlib.import_module(f".{name}", __package__)
        child.description = command.__doc__
        command.add_arguments(child)
        child.set_defaults(run=command.run)
    args = parser.parse_args()
    args.run(args)


main()
