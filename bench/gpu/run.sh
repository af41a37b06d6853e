#!/bin/bash
# On a machine with a GPU and no network, after unpack.py: bash run.sh ROOT OUT [DEVICE]
# Says what is there, asks the worker for a few turns, and only then measures. Ends early, with the reason, where CUDA does not load.
ROOT=$1 OUT=$2 DEVICE=${3:-cuda}
HERE=$(cd "$(dirname "$0")" && pwd)
cd "$ROOT" || exit 1
RUNTIME=$(echo models/runtime/*-"$DEVICE")
VERSION=${RUNTIME##*node-llama-cpp-}; VERSION=${VERSION%-*}
# On the processor the same packages serve: the binary for it is among them.
[ -e "models/runtime/node-llama-cpp-$VERSION-cpu" ] || cp -al "$RUNTIME" "models/runtime/node-llama-cpp-$VERSION-cpu"
uname -rm; ldd --version | head -1; grep -m1 'model name' /proc/cpuinfo; node/node --version

if [ "$DEVICE" = cuda ]; then
  nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader || exit 1
  LIBRARY=$(find "$RUNTIME" -name libggml-cuda.so | head -1)
  # What the library needs: of the driver, and of a toolkit that is installed or of Python's packages.
  FOUND=$(python3 - <<'PYTHON'
import glob, site, sys
names = ['libcudart.so.13', 'libcublas.so.13', 'libcublasLt.so.13', 'libcuda.so.1']
roots = ['/usr/local/nvidia/lib64', '/usr/local/nvidia/lib', '/usr/local/cuda*/lib64', '/usr/local/cuda*/targets/x86_64-linux/lib', '/usr/lib/x86_64-linux-gnu']
roots += [f'{path}/nvidia/**/lib' for path in dict.fromkeys(site.getsitepackages() + sys.path) if path]
folders = [folder for root in roots for folder in glob.glob(root, recursive=True)]
chosen = [next((folder for folder in folders if glob.glob(f'{folder}/{name}')), None) for name in names]
for name, folder in zip(names, chosen): print(f'{name}: {folder}', file=sys.stderr)
print(':'.join(dict.fromkeys(folder for folder in chosen if folder)))
PYTHON
  )
  export LD_LIBRARY_PATH=$FOUND${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  ldd "$LIBRARY" | tee "$OUT/ldd.txt" | grep -E 'not found|cuda|cublas'
  if grep -q 'not found' "$OUT/ldd.txt"; then echo 'CUDA cannot load: see what is not found above.'; exit 1; fi
  for PTX in "$HERE"/*.ptx; do [ -e "$PTX" ] && python3 "$HERE/takes-ptx.py" "$PTX"; done
fi

SERVE=(node/node program/bin/serve.mjs --models "$ROOT/models" --worker "$ROOT/program/bin/worker.mjs" --requests program/requests.json --device "$DEVICE")
echo '--- a few turns'
timeout 90 "${SERVE[@]}" --cpu-slots '' --slots 2 --turns 8 --seconds 10 --out "$OUT/few.json" 2>&1 | tee "$OUT/few.txt"
[ "${PIPESTATUS[0]}" = 0 ] || exit 1
echo '--- measured'
timeout "${SECONDS_MOST:-200}" "${SERVE[@]}" ${MORE:-} --out "$OUT/results.json" 2>&1 | tee "$OUT/results.txt"
exit "${PIPESTATUS[0]}"
