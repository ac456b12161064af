#!/bin/sh
# raise.sh PROCESS: gives a process and all that it started the priority of whoever asks, thread by thread.
# Without a PROCESS it succeeds where that may be done: a lower priority is for good elsewhere.
set -u
own=$(nice)
if [ $# -eq 0 ]; then
  renice -n $((own + 1)) -p $$ && [ "$(nice)" -gt "$own" ] && renice -n "$own" -p $$ && [ "$(nice)" -eq "$own" ]
  exit
fi
# What was started by a thread that had not been raised yet is found the second time.
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
