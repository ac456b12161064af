#!/bin/sh
# watch.sh PROCESS KILOBYTES PROCESSES: checks a process and its descendants repeatedly.
# Prints `memory` or `processes` and ends once they exceed a limit together; ends silently with the process.
# Limits of the kernel count per process and, for root, count no processes at all. A shell reads /proc, because
# Deno lets only a process with all permissions look there.
set -u
top=$1
most_memory=$2
most_processes=$3
page=$(($(getconf PAGESIZE) / 1024))

while [ -d "/proc/$top" ]; do
  count=0
  memory=0
  todo=$top
  while [ -n "$todo" ]; do
    next=
    for process in $todo; do
      count=$((count + 1))
      if [ "$count" -gt "$most_processes" ]; then
        echo processes
        exit
      fi
      # Shared memory, such as the code of libraries, does not count.
      if read -r _ resident shared _ 2>/dev/null <"/proc/$process/statm"; then
        memory=$((memory + (resident - shared) * page))
      fi
      for children in "/proc/$process"/task/*/children; do
        if read -r found 2>/dev/null <"$children" || [ -n "${found:-}" ]; then
          next="$next $found"
        fi
        found=
      done
    done
    todo=${next# }
  done
  if [ "$memory" -gt "$most_memory" ]; then
    echo memory
    exit
  fi
  sleep 0.1
done
