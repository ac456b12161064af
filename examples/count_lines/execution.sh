# Arguments are environment variables here; nothing is pasted into the script.
set -euo pipefail
pattern=${name_pattern:-*}

find . -type f -name "$pattern" -not -path '*/.*' -print0 | sort -z | {
  total=0
  files=0
  while IFS= read -r -d '' file; do
    lines=$(wc -l <"$file")
    printf '%8d  %s\n' "$lines" "${file#./}"
    total=$((total + lines))
    files=$((files + 1))
  done
  if ((files == 0)); then
    printf 'No file matches "%s"\n' "$pattern"
  else
    printf '%8d  total of %d files\n' "$total" "$files"
  fi
}
