#!/bin/sh
# raise.sh PROCESS: gives a process and its descendants the priority of the caller, thread by thread.
# Without PROCESS it succeeds if that is permitted: otherwise a lowered priority is permanent.
set -u
own=$(nice)
if [ $# -eq 0 ]; then
  renice -n $((own + 1)) -p $$ && [ "$(nice)" -gt "$own" ] && renice -n "$own" -p $$ && [ "$(nice)" -eq "$own" ]
  exit
fi
# The second pass finds what a thread started before it was raised.
for _ in 1 2; do
  threads=
  todo=$1
  while [ -n "$todo" ]; do
    next=
    for process in $todo; do
      for thread in "/proc/$process/task"/*; do
        threads="$threads ${thread##*/}"
        if read -r found 2>/dev/null <"$thread/children" || [ -n "${found:-}" ]; then
          next="$next $found"
        fi
        found=
      done
    done
    todo=${next# }
  done
  renice -n "$own" -p $threads
done
