#!/usr/bin/env bash
# Makes, trains, registers and measures a second version of `smollm2-open` from the repository's root: bash workers/trainer/smollm2-open-2.sh OUT. It
# goes on from the adapter of `smollm2-open@1`; the first try is not good enough (docs/training.md). Two hours of one busy core and 8 GB of memory, and half an hour to measure; PYTHON names a Python with requirements.txt. What is there already is not made again.
set -euo pipefail
out=${1:?a folder for samples, runs and results}
python=${PYTHON:-.python/trainer/bin/python}
base=${BASE:-.mandi/models/smollm2-135m-instruct.gguf}
first=workers/adapters/smollm2-open.gguf
export PYTHONPATH=workers/trainer OMP_NUM_THREADS=1
teacher=planner_with_coalitions
tasks=market_round,coalition_market
steps=(--base "$base" --rank 16 --batch 6 --updates 100000 --dtype bfloat16 --lean --threads 1)
mkdir -p "$out"

# Turns of the teacher where others trade alone or join some ventures, and of what was learned before.
shown() { # name, seeds, who has the other seats
  [ -f "$out/$1.jsonl" ] || "$python" -m mandi_trainer play --base "$base" --seeds "$2" --others "$3" --tasks $tasks --players $teacher --label $teacher \
    --wander 0.1 --rows "$out/$1.jsonl"
}
shown shown-planner 32000-32049 planner
shown shown-house 32100-32124 house
[ -d "$out/almost" ] || npx mandi samples --ruleset open --tasks $tasks --seeds 500-799 --wander 0.03 --per-action 99999 --out "$out/almost"
mix() { # name, seed, samples of each
  "$python" -m mandi_trainer mix --longest 1000 --manifest "$out/almost/manifest.json" --seed "$2" --out "$out/$1" \
    --take "$out/shown-planner.jsonl=$3" --take "$out/shown-house.jsonl=$4" --take "$out/almost/samples.jsonl=$5:0.55"
}

[ -d "$out/first" ] || "$python" -m mandi_trainer unpack --adapter "$first" --base "$base" --out "$out/first"
mix mix-1 1 800 350 300
"$python" -m mandi_trainer train "${steps[@]}" --samples "$out/mix-1/samples.jsonl" --from "$out/first" --out "$out/shown" \
  --lr 5e-4 --warmup 8 --save-every 20 --minutes 74
mix mix-2 2 700 350 280
"$python" -m mandi_trainer train "${steps[@]}" --samples "$out/mix-2/samples.jsonl" --from "$out/shown/last" --out "$out/smollm2-open-2" \
  --lr 3e-4 --warmup 4 --save-every 10 --minutes 114

"$python" -m mandi_trainer convert --checkpoint "$out/smollm2-open-2/last" --base "$base" --out "$out/smollm2-open-2.gguf"
"$python" -m mandi_trainer register --adapter "$out/smollm2-open-2.gguf" --checkpoint "$out/smollm2-open-2/last" --samples "$out/mix-2/manifest.json" \
  --name smollm2-open-2

players="adapter $first,menu $teacher,planner,greedy,wait,first,random"
for others in planner house $teacher; do
  "$python" -m mandi_trainer play --base "$base" --adapter "$out/smollm2-open-2.gguf" --players "$players" --seeds 57000-57019 --others $others \
    --out "$out/among-$others.json"
done
