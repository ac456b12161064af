#!/bin/sh
# group.sh PROCESSES COMMAND [ARGUMENT]...: becomes COMMAND, in its own control group with at most so many processes, if
# the machine allows one. Limits per user do not count the processes of root.
most=$1
shift
for root in /sys/fs/cgroup/pids /sys/fs/cgroup; do
  for old in "$root"/lathe-*; do
    # The first process names the group and cannot remove it.
    [ -d "/proc/${old##*-}" ] || rmdir "$old"
  done
  own=$root/lathe-$$
  if mkdir "$own"; then
    if echo "$most" >"$own/pids.max" && echo $$ >"$own/cgroup.procs"; then break; fi
    rmdir "$own"
  fi
done 2>/dev/null
exec "$@"
