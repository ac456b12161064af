# Arguments are environment variables here; nothing is pasted into the script.
set -euo pipefail
marks=${marks:-'TODO|FIXME'}
pattern=${name_pattern:-*}
limit=${max_results:-50}

# grep exits with 1 when it finds nothing, which is an answer and no failure.
found=$(grep -rnIE --include="$pattern" --exclude-dir='.?*' -e "$marks" . || [ $? -eq 1 ])
if [ -z "$found" ]; then
  echo 'No marks found'
  exit
fi
count=$(wc -l <<<"$found")
head -n "$limit" <<<"$found" | sed 's|^\./||'
if ((count > limit)); then
  printf '… and %d more\n' "$((count - limit))"
fi
