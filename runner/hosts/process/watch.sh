#!/bin/sh
# watch.sh PROCESS KILOBYTES PROCESSES SECONDS: checks a process and its descendants repeatedly, with so long a pause.
# Prints `memory` or `processes` and ends once they exceed a limit together; ends silently with the process.
# Limits of the kernel count per process and, for root, count no processes at all. A shell reads /proc, because
# Deno lets only a process with all permissions look there.
set -u
top=$1
most_memory=$2
most_processes=$3
pause=$4
page=$(($(getconf PAGESIZE) / 1024))

# Adds up the shared memory of processes that no file holds, once for all that share it, where the kernel says so.
count_shared() {
  for process in $all; do
    for facts in smaps_rollup status; do
      while read -r name kilobytes _; do
        case $name in
          Pss_Shmem: | RssShmem:)
            memory=$((memory + kilobytes))
            continue 3
            ;;
        esac
      done 2>/dev/null <"/proc/$process/$facts"
    done
  done
}

while [ -d "/proc/$top" ]; do
  count=0
  memory=0
  resident=0
  all=
  todo=$top
  while [ -n "$todo" ]; do
    next=
    for process in $todo; do
      count=$((count + 1))
      if [ "$count" -gt "$most_processes" ]; then
        echo processes
        exit
      fi
      # Files, such as the code of libraries, do not count.
      if read -r _ own shared _ 2>/dev/null <"/proc/$process/statm"; then
        memory=$((memory + (own - shared) * page))
        resident=$((resident + own * page))
        all="$all $process"
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
  # Takes long, and changes nothing below the limit.
  if [ "$memory" -le "$most_memory" ] && [ "$resident" -gt "$most_memory" ]; then count_shared; fi
  if [ "$memory" -gt "$most_memory" ]; then
    echo memory
    exit
  fi
  sleep "$pause"
done
