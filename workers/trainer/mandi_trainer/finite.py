"""Weights and losses that are no numbers: a run stops at the first one, and such a checkpoint is neither converted nor registered.

Needs nothing but Python.
"""

import json
import math
from array import array
from pathlib import Path

ADAPTER = "adapter_model.safetensors"
# Type code of Python's array, bits of the exponent: all set means infinity or NaN.
EXPONENTS = {"F32": ("I", 0x7F80_0000), "F16": ("H", 0x7C00), "BF16": ("H", 0x7F80)}


def why_stop(update: int, loss: float, norm: float) -> str | None:
    """Why a run must not take this update: its loss or its gradient's norm is not finite. None: it may."""
    broken = [f"{name} is {value}" for name, value in (("loss", loss), ("gradient norm", norm)) if not math.isfinite(value)]
    return f"Update {update}: the {' and the '.join(broken)}." if broken else None


def require_finite(folder: Path) -> None:
    """Exits with the tensor's name where the checkpoint's adapter holds infinity or NaN."""
    broken = broken_tensor(folder / ADAPTER)
    if broken is not None:
        raise SystemExit(f"{folder / ADAPTER}: {broken}. Train again with a lower --lr, or name an earlier checkpoint.")


def broken_tensor(file: Path) -> str | None:
    """The first fault of a safetensors file: not readable, cut short, or a number that is not finite. None: it is sound."""
    data = file.read_bytes()
    try:
        size = int.from_bytes(data[:8], "little")
        tensors = json.loads(data[8 : 8 + size])
        body = memoryview(data)[8 + size :]
        for name, tensor in tensors.items():
            if name == "__metadata__":
                continue
            code, exponent = EXPONENTS[tensor["dtype"]]
            start, end = tensor["data_offsets"]
            if end > len(body):
                return f"{name} is cut short"
            if any(value & exponent == exponent for value in array(code, bytes(body[start:end]))):
                return f"{name} holds a number that is infinite or NaN"
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        return f"it cannot be read ({fault.__class__.__name__}: {fault})"
    return None
