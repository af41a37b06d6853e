"""
Makes llama.cpp's CUDA library run on a GPU for which it has no machine code, under a driver too old to translate its PTX.

    python3 bench/gpu/one-gpu.py --library libggml-cuda.so --arch 90 --tools nvidia/cu13/bin --work FOLDER --out libggml-cuda.so.new

The library holds each group of kernels several times: as machine code for some GPUs, and as PTX for others, which the driver translates when
they are first used. A driver only takes PTX up to its own version. This program translates the PTX for one GPU beforehand, by `ptxas`
of the toolkit that the PTX was made with (PyPI's nvidia-cuda-nvcc; `--tools` is the folder of ptxas and fatbinary), and writes the result where the group
was. Whatever is for other GPUs is left out. It goes on where it broke off; `--limit` stops after so many groups, and those that are not
translated yet keep their PTX. Needs `pip install zstandard`.
"""
import argparse
import struct
import subprocess
import sys
from pathlib import Path

import zstandard

HEAD = struct.Struct("<IHHQ")
MAGIC = HEAD.pack(0xBA55ED50, 1, 16, 0)[:8]
PTX = 1
COMPRESSED_ZSTD = 0x8000


def groups(library: bytes):
    """Where each group of kernels begins, and how many bytes its images have."""
    at = library.find(MAGIC)
    while at >= 0:
        (_, _, head, size) = HEAD.unpack_from(library, at)
        yield at, size
        at = library.find(MAGIC, at + head + size)


def images(library: bytes, at: int, size: int):
    """(kind, GPU, where its head begins, length of the head, of the body) of each image of a group."""
    end = at + HEAD.size + size
    place = at + HEAD.size
    while place < end:
        kind, _, head, body = struct.unpack_from("<HHIQ", library, place)
        arch = struct.unpack_from("<I", library, place + 28)[0]
        yield kind, arch, place, head, body
        place += head + body


def ptx_of(library: bytes, at: int, size: int, arch: int) -> bytes | None:
    for kind, gpu, place, head, body in images(library, at, size):
        if kind != PTX or gpu != arch:
            continue
        packed = struct.unpack_from("<I", library, place + 16)[0]
        flags = struct.unpack_from("<Q", library, place + 40)[0]
        text = library[place + head : place + head + (packed or body)]
        if flags & COMPRESSED_ZSTD:
            text = zstandard.ZstdDecompressor().decompress(text, max_output_size=1 << 28)
        elif packed:
            raise SystemExit("PTX is packed in a way that this program does not know.")
        return text.rstrip(b"\0")
    return None


def translate(text: bytes, name: str, options) -> Path:
    code = options.work / f"{name}.cubin"
    if code.exists():
        return code
    source = options.work / f"{name}.ptx"
    source.write_bytes(text)
    fresh = code.with_suffix(".new")
    subprocess.run([options.tools / "ptxas", f"-arch=sm_{options.arch}", "-O3", source, "-o", fresh], check=True)
    fresh.rename(code)
    return code


def packed(kind: str, file: Path, options) -> bytes:
    out = options.work / "group.fatbin"
    image = f"--image3=kind={kind},sm={options.arch},file={file}"
    subprocess.run([options.tools / "fatbinary", "-64", "--compress-all", image, f"--create={out}"], check=True)
    return out.read_bytes()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--arch", type=int, required=True)
    parser.add_argument("--tools", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=None)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    library = options.library.read_bytes()
    fresh = bytearray(library)
    translated = left = 0
    for number, (at, size) in enumerate(groups(library)):
        text = ptx_of(library, at, size, options.arch)
        if text is None:
            raise SystemExit(f"Group {number} has no PTX for sm_{options.arch}.")
        name = f"{number:03}"
        if (options.work / f"{name}.cubin").exists() or options.limit is None or translated < options.limit:
            group = packed("elf", translate(text, name, options), options)
            translated += 1
        else:
            source = options.work / f"{name}.ptx"
            source.write_bytes(text)
            group = packed("ptx", source, options)
            left += 1
        room = HEAD.size + size
        if len(group) > room:
            raise SystemExit(f"Group {number} needs {len(group)} bytes, and has {room}.")
        fresh[at : at + room] = group + bytes(room - len(group))
    options.out.write_bytes(fresh)
    print(f"{translated} groups are machine code for sm_{options.arch}, {left} are PTX: {options.out}", file=sys.stderr)


main()
