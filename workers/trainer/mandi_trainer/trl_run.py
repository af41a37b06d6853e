"""What runs by TRL have in common: their settings, their log under this trainer's names, sealed checkpoints, and resuming from the last."""

import argparse
import json
import os
import shutil
import warnings
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")  # everything is here already; a look elsewhere would only wait
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
os.environ.setdefault("HF_DATASETS_DISABLE_PROGRESS_BARS", "1")
warnings.filterwarnings("ignore", category=FutureWarning, module="transformers")

import torch  # noqa: E402
from peft import LoraConfig, PeftModel, get_peft_model  # noqa: E402

from . import checkpoints  # noqa: E402
from .base_model import digest_of_base, load_base, require_base  # noqa: E402
from .devices import memory_of, pick_device, pick_dtype  # noqa: E402
from .digests import digest_of  # noqa: E402
from .pins import COMPARED_BY_TRL, refuse_others  # noqa: E402
from .runs import Run  # noqa: E402
from .runs import forget as forget_run  # noqa: E402
from .trl_watch import Told  # noqa: E402

TARGETS = "all-linear"
ADAPTER = "adapter_model.safetensors"


def add_common(parser: argparse.ArgumentParser, positive) -> None:
    parser.add_argument("--base", type=Path, required=True, help="the base model, a GGUF file or a folder of Transformers")
    parser.add_argument("--adapter", type=Path, default=None, help="a checkpoint to begin with, as `train` saves it; left out: a fresh adapter")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints, log and the adapter, e.g. .mandi/runs/NAME")
    parser.add_argument("--rank", type=positive, default=8, help="of a fresh adapter")
    parser.add_argument("--steps", type=positive, default=200)
    parser.add_argument("--warmup", type=int, default=0, help="steps in which the learning rate rises")
    parser.add_argument("--save-every", type=positive, default=25, help="steps between checkpoints")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stop", action="append", default=[], help="a token that ends a reply; may be given several times (default: the chat's end of turn, the end of text)")
    parser.add_argument("--fresh", action="store_true", help="start over: remove the checkpoints and log in the folder")
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda, or cuda:1 and so on; one that is not there is an error")
    parser.add_argument("--dtype", default="auto", choices=["auto", "float32", "bfloat16"], help="of the base; the adapter is in float32")
    parser.add_argument("--threads", type=positive, default=1, help="on the CPU; more than one collapses on a busy machine")


def begin(args: argparse.Namespace) -> tuple[str, torch.dtype]:
    """Device and number format, once everything is as it has to be."""
    require_base(args.base)
    if args.adapter is not None:
        checkpoints.require_whole(args.adapter)
    device = pick_device(args.device)
    dtype = pick_dtype(args.dtype, device)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    return device, dtype


def pins_of(args: argparse.Namespace, kind: str, dtype: torch.dtype, **more: object) -> dict:
    """What a run that is resumed must have in common with itself."""
    adapter = None if args.adapter is None else digest_of(args.adapter / ADAPTER)
    return {"kind": kind, "base": digest_of_base(args.base), "adapter": adapter, "dtype": str(dtype), "targets": TARGETS, "alpha": 2 * args.rank,
            "torch": torch.__version__, "rank": args.rank, "seed": args.seed, "warmup": args.warmup, "steps": args.steps, **more}


def settle(args: argparse.Namespace, pins: dict) -> tuple[Path | None, int]:
    """The checkpoint that the run goes on from, and its step; None: it begins."""
    if args.fresh:
        checkpoints.forget(args.out)
        forget_run(args.out)
    shutil.rmtree(scratch_of(args.out), ignore_errors=True)
    if checkpoints.settle(args.out) is None:
        return None, 0
    last = args.out / "last"
    refuse_others(json.loads((last / "run.json").read_text()), pins, args.out, COMPARED_BY_TRL)
    return last, json.loads((last / "state.json").read_text())["updates"]


def scratch_of(out: Path) -> Path:
    """Where TRL writes before it is sealed."""
    return out / "unsealed"


def finish(args: argparse.Namespace, run: Run, watch: "Watch") -> None:
    shutil.rmtree(scratch_of(args.out), ignore_errors=True)
    run.end(**watch.come())


def open_model(args: argparse.Namespace, device: str, dtype: torch.dtype) -> PeftModel:
    """The base with the adapter that the run begins with. A resumed one gets its weights from its checkpoint later."""
    base = load_base(args.base, dtype, device)
    if args.adapter is not None:
        model = PeftModel.from_pretrained(base, args.adapter, is_trainable=True, torch_device=device)
    else:
        model = get_peft_model(base, LoraConfig(r=args.rank, lora_alpha=2 * args.rank, target_modules=TARGETS, task_type="CAUSAL_LM"))
    for weight in model.parameters():
        if weight.requires_grad:
            weight.data = weight.data.float()
    return model


def common_settings(args: argparse.Namespace, device: str, dtype: torch.dtype) -> dict:
    """Of TRL's configurations. Each step is logged; checkpoints are sealed by `Watch`."""
    return {
        "output_dir": str(scratch_of(args.out)),
        "max_steps": args.steps,
        "learning_rate": args.lr,
        "warmup_steps": args.warmup,
        "lr_scheduler_type": "linear",
        "logging_steps": 1,
        "logging_first_step": True,
        "logging_nan_inf_filter": False,
        "save_strategy": "steps",
        "save_steps": args.save_every,
        "report_to": [],
        "seed": args.seed,
        "use_cpu": device == "cpu",
        "bf16": device != "cpu" and dtype == torch.bfloat16,
        "fp16": False,
        "gradient_checkpointing": False,
        "disable_tqdm": True,
    }


class Watch(Told):
    """Makes each checkpoint one of ours, besides."""

    def __init__(self, run: Run, pins: dict, device: str, *, samples: int, last: Path | None) -> None:
        """`last`: the checkpoint that the run goes on from."""
        super().__init__(run, samples=samples, before=json.loads((last / "state.json").read_text()) if last is not None else None)
        self.pins, self.device = pins, torch.device(device)

    def used(self) -> dict:
        return memory_of(self.device)

    def on_evaluate(self, args, state, control, model=None, **_) -> None:
        if not self.is_best or model is None:
            return
        def write(folder: Path) -> None:
            save_adapter(model, folder)
            self.write_facts(folder, state.global_step)
        checkpoints.save_aside(self.run.out / "best", state.global_step, write)
        self.run.checkpoint(state.global_step, "best", digest_of(self.run.out / "best" / ADAPTER))

    def on_save(self, args, state, control, **_) -> None:
        written = Path(args.output_dir) / f"checkpoint-{state.global_step}"
        def write(folder: Path) -> None:
            shutil.copytree(written, folder, dirs_exist_ok=True)
            (folder / "README.md").unlink(missing_ok=True)
            self.write_facts(folder, state.global_step)
        checkpoints.save(self.run.out, state.global_step, write)
        shutil.rmtree(written)
        self.run.checkpoint(state.global_step, "last", digest_of(self.run.out / "last" / ADAPTER))

    def write_facts(self, folder: Path, step: int) -> None:
        state = {"updates": step, "samples": step * self.samples, "tokens": self.tokens, "seconds": self.seconds()}
        (folder / "state.json").write_text(json.dumps(state))
        (folder / "run.json").write_text(json.dumps(self.pins, indent=2))


def quieten(trainer) -> None:
    """The run's log is on the screen already."""
    from transformers.trainer_callback import PrinterCallback

    trainer.remove_callback(PrinterCallback)


def save_adapter(model: PeftModel, folder: Path) -> None:
    model.save_pretrained(folder, selected_adapters=["default"])
    (folder / "README.md").unlink(missing_ok=True)
