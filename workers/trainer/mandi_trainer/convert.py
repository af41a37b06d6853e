"""Makes a GGUF adapter of a checkpoint, with llama.cpp's own converter (MIT): the one in the source that node-llama-cpp carries."""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from transformers import AutoConfig

from .checkpoints import MARK, require_whole
from .finite import require_finite
from .models_folder import models_folder

BUNDLE = "runtime/node-llama-cpp-*/node_modules/node-llama-cpp/llama/gitRelease.bundle"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--checkpoint", type=Path, required=True, help="folder with adapter_model.safetensors, e.g. OUT/last")
    parser.add_argument("--base", type=Path, required=True, help="the base model that it was trained on, a GGUF file")
    parser.add_argument("--out", type=Path, required=True, help="the adapter file to write, *.gguf")
    parser.add_argument("--llama-cpp", type=Path, default=None, help="a checkout of llama.cpp (default: the runtime's own source)")
    parser.add_argument("--models", type=Path, default=models_folder(), help="Mandi's models folder, which has the runtime")


def run(args: argparse.Namespace) -> None:
    require_adapter(args.checkpoint)
    with tempfile.TemporaryDirectory() as scratch:
        source = args.llama_cpp or unpacked(args.models, Path(scratch) / "llama.cpp")
        base = Path(scratch) / "base"
        write_config(args.base, base)
        adapter = without_base(args.checkpoint, Path(scratch) / "adapters" / args.out.stem)
        script = source / "convert_lora_to_gguf.py"
        words = ["--base", base, "--outtype", "f16", "--outfile", args.out.resolve(), adapter]
        subprocess.run([sys.executable, script, *map(str, words)], check=True)
    print(f"{args.out}: {args.out.stat().st_size:,} bytes")


def without_base(checkpoint: Path, folder: Path) -> Path:
    """The adapter by the name that it gets. Where its base lay on this machine would end up in the file."""
    folder.mkdir(parents=True)
    config = json.loads((checkpoint / "adapter_config.json").read_text())
    (folder / "adapter_config.json").write_text(json.dumps({**config, "base_model_name_or_path": None}))
    shutil.copyfile(checkpoint / "adapter_model.safetensors", folder / "adapter_model.safetensors")
    return folder


def require_adapter(folder: Path) -> None:
    """A run's checkpoint must be whole; an adapter that something else trained has no mark to be held to."""
    is_ours = not folder.is_dir() or (folder / MARK).exists() or (folder / "state.json").exists()
    if is_ours:
        require_whole(folder)
    if not (folder / "adapter_model.safetensors").is_file():
        raise SystemExit(f"{folder} has no adapter_model.safetensors: name a checkpoint, e.g. OUT/last")
    require_finite(folder)


def unpacked(models: Path, target: Path) -> Path:
    bundles = sorted(models.glob(BUNDLE))
    if not bundles:
        raise SystemExit(f"no runtime in {models}: run `npx mandi models pull` once, or name --llama-cpp")
    subprocess.run(["git", "clone", "--quiet", str(bundles[-1]), str(target)], check=True)
    return target


def write_config(gguf: Path, folder: Path) -> None:
    """What the converter must know of the base: the shapes, not the weights."""
    config = AutoConfig.from_pretrained(gguf.parent, gguf_file=gguf.name)
    config.architectures = ["LlamaForCausalLM"]
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    folder.mkdir()
    config.save_pretrained(folder)
