#!/usr/bin/env bash
# One task of a Slurm job array makes one shard of a simulation:
#
#   sbatch --array=1-100 experiments/slurm/array.sh EXPERIMENT.yaml 100 FOLDER [options of peach simulate]
#
# A task that failed or was cancelled is run again alone, and goes on where it stopped:
#
#   sbatch --array=17 experiments/slurm/array.sh EXPERIMENT.yaml 100 FOLDER [the same options]
#
#SBATCH --job-name=peach
#SBATCH --output=peach-%A-%a.log
#SBATCH --cpus-per-task=1
set -euo pipefail
if [ $# -lt 3 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  echo "usage: sbatch --array=1-N $0 EXPERIMENT.yaml N FOLDER [options of peach simulate]" >&2
  exit 64
fi
experiment=$1 shards=$2 folder=$3
shift 3
mkdir -p "$folder"
# In the place of this shell, so that Slurm's signals reach it.
exec "${PEACH:-peach}" simulate "$experiment" --shard "$SLURM_ARRAY_TASK_ID/$shards" \
  -o "$folder/shard-$SLURM_ARRAY_TASK_ID-of-$shards.sqlite" --jobs "${SLURM_CPUS_PER_TASK:-1}" "$@"
