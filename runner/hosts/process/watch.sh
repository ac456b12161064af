#!/bin/sh
# watch.sh PROCESS KILOBYTES PROCESSES: looks at a process and all that it started, again and again.
# Prints `memory` or `processes` and ends once they are more together; ends silently with the process.
# Limits of the kernel count per process and, for root, count no processes at all. Shells of the system
# read /proc, because Deno lets only a process with every right look there.
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
      # What is shared, such as the code of libraries, counts for nobody.
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
