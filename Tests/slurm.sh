#!/usr/bin/env bash
# Runs a job array on a Slurm of this machine alone, kills a task and runs it again, and compares with a single run.
#
# Usage: slurm.sh PEACH, as root, with slurmctld, slurmd and munge installed. Everything it makes lies in one temporary folder.
set -euo pipefail
PEACH=$(realpath "$1")
export PEACH
root=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d /tmp/peach-slurm-XXXXXX)
export SLURM_CONF=$work/slurm.conf
host=$(hostname -s)

end() {
  status=$?
  for daemon in slurmd slurmctld munged; do
    if [ -s "$work/$daemon.pid" ]; then
      pid=$(cat "$work/$daemon.pid")
      kill "$pid" 2>/dev/null || true
      # It writes what it knows into the folder that goes next.
      for _ in $(seq 100); do kill -0 "$pid" 2>/dev/null && sleep 0.1 || break; done
    fi
  done
  if [ $status -ne 0 ]; then
    tail -n 20 "$work"/*.log 2>/dev/null || true
  fi
  rm -rf "$work"
  exit $status
}
trap end EXIT

# Waits up to a minute until a command succeeds.
await() {
  for _ in $(seq 240); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.25
  done
  echo "waited in vain: $*" >&2
  exit 1
}

echo "starting Slurm in $work"
chmod 755 "$work"
mkdir -p "$work/state" "$work/spool" "$work/munge"
dd if=/dev/urandom of="$work/munge/key" bs=1024 count=1 status=none
chown -R munge:munge "$work/munge"
chmod 700 "$work/munge"
chmod 400 "$work/munge/key"
chmod 711 "$work/munge"
setpriv --reuid=munge --regid=munge --init-groups munged --force --key-file="$work/munge/key" \
  --socket="$work/munge/socket" --pid-file="$work/munge/munged.pid" --log-file="$work/munge/munged.log" \
  --seed-file="$work/munge/seed"
cp "$work/munge/munged.pid" "$work/munged.pid"
cat >"$SLURM_CONF" <<END
ClusterName=peach
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
SlurmUser=root
SlurmdUser=root
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=1000 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
slurmctld -f "$SLURM_CONF"
slurmd -f "$SLURM_CONF"
await sh -c 'sinfo -h -o %t | grep -q idle'

cd "$work"
cp "$root/experiments/strategy-comparison.yaml" .
shards=4
options=(--replicates 20000)
array() { sbatch --parsable "$@" "$root/experiments/slurm/array.sh" strategy-comparison.yaml $shards shards "${options[@]}"; }
tell() { echo "$1"; "$PEACH" status shards/*.sqlite | tail -n +2; }

job=$(array --array=1-$shards)
# The last is cancelled once it has stored something.
await sh -c "'$PEACH' status shards/shard-$shards-of-$shards.sqlite --format csv | tail -n 1 | cut -d, -f5 | grep -qv '^0\$'"
scancel --signal=KILL "${job}_$shards" || true
await sh -c "! squeue -h -j $job | grep -q ."
tell "after job $job, of which task $shards was killed:"
if "$PEACH" merge shards/*.sqlite -o early.sqlite; then
  echo "the task had ended before it could be killed"
  rm early.sqlite
  rm "shards/shard-$shards-of-$shards.sqlite"
fi
sbatch --wait --array=$shards "$root/experiments/slurm/array.sh" strategy-comparison.yaml $shards shards "${options[@]}"
tell "after it was run again:"
"$PEACH" merge shards/*.sqlite -o merged.sqlite
"$PEACH" simulate strategy-comparison.yaml "${options[@]}" -o single.sqlite >single.txt
for table in runs trials summary; do
  "$PEACH" export merged.sqlite --table $table -o merged-$table.csv
  "$PEACH" export single.sqlite --table $table -o single-$table.csv
  cmp merged-$table.csv single-$table.csv
  echo "$table: $(wc -l <merged-$table.csv) lines, the same"
done
