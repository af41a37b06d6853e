#!/usr/bin/env bash
# Makes, trains, registers and measures `smollm2-open@1` from the repository's root: bash workers/trainer/smollm2-open.sh OUT. Two hours of one core and
# 7 GB of memory; PYTHON names a Python with requirements.txt. What is there already is not made again.
set -euo pipefail
out=${1:?a folder for samples, runs and results}
python=${PYTHON:-.python/trainer/bin/python}
base=${BASE:-.mandi/models/smollm2-135m-instruct.gguf}
export PYTHONPATH=workers/trainer OMP_NUM_THREADS=1
teacher=planner_with_coalitions
steps=(--base "$base" --rank 16 --lr 8e-4 --batch 6 --warmup 8 --updates 100000 --save-every 20 --dtype bfloat16 --lean --threads 1)

samples() { # name, seeds, wander
  [ -d "$out/$1" ] || npx mandi samples --ruleset open --tasks market_round,coalition_market --seeds "$2" --wander "$3" --per-action 99999 --out "$out/$1"
}
samples straight 400-419 0
samples almost 500-799 0.03
samples astray 10-309 0.2
[ -f "$out/alone.jsonl" ] || "$python" -m mandi_trainer play --base "$base" --seeds 30000-30019 --others planner --players $teacher \
  --label $teacher --wander 0.05 --rows "$out/alone.jsonl"
mix() { "$python" -m mandi_trainer mix --longest 800 --manifest "$out/almost/manifest.json" "$@"; }

# First with too little waiting in it, which taught every lab to found a venture of its own; then with turns as often as they come.
mix --seed 1 --out "$out/mix-1" --take "$out/straight/samples.jsonl=1161:0.28" --take "$out/astray/samples.jsonl=500:0.16"
"$python" -m mandi_trainer train "${steps[@]}" --samples "$out/mix-1/samples.jsonl" --out "$out/smollm2-open-1" --minutes 26
mix --seed 2 --out "$out/mix-2" --take "$out/almost/samples.jsonl=2000:0.55" --take "$out/astray/samples.jsonl=400:0.55" --take "$out/alone.jsonl=150:0.55"
"$python" -m mandi_trainer train "${steps[@]}" --samples "$out/mix-2/samples.jsonl" --from "$out/smollm2-open-1/last" --out "$out/smollm2-open" --minutes 53 --lr 4.1e-4

"$python" -m mandi_trainer convert --checkpoint "$out/smollm2-open/last" --base "$base" --out "$out/smollm2-open.gguf"
"$python" -m mandi_trainer register --adapter "$out/smollm2-open.gguf" --checkpoint "$out/smollm2-open/last" --samples "$out/mix-2/manifest.json" --name smollm2-open

players="menu $teacher,planner,greedy,wait,first,random"
play() { "$python" -m mandi_trainer play --base "$base" --adapter "$out/smollm2-open/last" --players "$players" "$@"; }
play --seeds 56000-56039 --out "$out/among-ventures.json"
play --seeds 56000-56009 --others alike --out "$out/alike.json"
play --seeds 56000-56011 --others house --out "$out/among-house.json"
play --seeds 56000-56019 --others planner --out "$out/among-planners.json"
