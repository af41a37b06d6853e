"""Where the trainer computes, in which numbers, and how much memory that took."""

import re
import sys

import torch

try:
    import resource
except ImportError:  # Windows
    resource = None

NAME = re.compile(r"auto|cpu|mps|cuda(:\d+)?")


def pick_device(name: str) -> str:
    """`auto` takes a GPU where torch sees one. A device that was asked for by name and is not there ends the run: nothing else is taken."""
    if not NAME.fullmatch(name):
        raise SystemExit(f"--device {name}: must be auto, cpu, mps, cuda, or cuda:1 and so on")
    if name == "auto":
        if torch.cuda.is_available():
            return "cuda"
        return "mps" if torch.backends.mps.is_available() else "cpu"
    if name.startswith("cuda"):
        require_cuda(name)
    if name == "mps" and not torch.backends.mps.is_available():
        raise SystemExit("--device mps: torch finds no Mac GPU here; use --device cpu to train without one")
    return name


def require_cuda(name: str) -> None:
    other = "--device cpu computes without one, --device auto takes whatever there is"
    is_there = torch.cuda.is_available()  # torch for AMD's GPUs calls them cuda as well, and has no CUDA version
    if not is_there and torch.version.cuda is None:
        raise SystemExit(f"--device {name}: this torch ({torch.__version__}) was built without CUDA. Install the one from PyTorch's own index for your "
                         f"CUDA; {other}")
    if not is_there:
        raise SystemExit(f"--device {name}: torch {torch.__version__} sees no CUDA device here: no NVIDIA GPU, or a driver older than CUDA "
                         f"{torch.version.cuda} needs (nvidia-smi tells); {other}")
    index = torch.device(name).index or 0
    if index >= torch.cuda.device_count():
        raise SystemExit(f"--device {name}: there are {torch.cuda.device_count()} CUDA devices here, counted from cuda:0")


def pick_dtype(name: str, device: str) -> torch.dtype:
    """The base's numbers; the adapter is learnt and saved in float32 whatever they are.

    bfloat16 where a GPU computes in it. Older GPUs and most processors only imitate it, and float16 would need its loss scaled.
    """
    if name != "auto":
        return getattr(torch, name)
    if not device.startswith("cuda"):
        return torch.float32
    with torch.cuda.device(device):
        return torch.bfloat16 if torch.cuda.is_bf16_supported(including_emulation=False) else torch.float32


def memory_of(device: torch.device) -> dict:
    """The most so far, in MiB; of a CUDA device its own too."""
    used = {}
    if resource is not None:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        used["rss_mb"] = peak // (2**20 if sys.platform == "darwin" else 2**10)  # bytes on a Mac, KiB elsewhere
    if device.type == "cuda":
        used["gpu_mb"] = torch.cuda.max_memory_allocated(device) // 2**20
    return used
