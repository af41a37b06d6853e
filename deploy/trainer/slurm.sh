#!/bin/bash
# A job of Mandi's trainer: sbatch deploy/trainer/slurm.sh train --samples out/samples/samples.jsonl --base ... --out ...
# The words after the file's name are those of `python -m mandi_trainer`. Submit it in Mandi's folder.
#SBATCH --job-name=mandi-trainer
#SBATCH --gres=gpu:1
#SBATCH --cpus-per-task=8
#SBATCH --mem=32G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --signal=B:TERM@120
#SBATCH --open-mode=append
#SBATCH --output=mandi-trainer-%j.log
set -euo pipefail

cd "${SLURM_SUBMIT_DIR:-$PWD}"
export PYTHONPATH=workers/trainer PYTHONUNBUFFERED=1
python=${TRAINER_PYTHON:-.python/trainer/bin/python}

"$python" -m mandi_trainer "$@" &
trainer=$!
# Two minutes before its time is over the job goes back into the queue, and goes on from its last checkpoint.
trap 'kill -TERM "$trainer" 2>/dev/null || true; wait "$trainer" || true; scontrol requeue "$SLURM_JOB_ID"; exit 0' TERM
wait "$trainer"
