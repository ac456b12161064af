#!/bin/sh
# write.sh FOLDER MISSING NAME TEMPORARY BYTES MODE OWNER STAMP
# Replaces a file by the bytes from stdin: writes a temporary file, syncs it and renames it, so that a reader sees the
# old file or the new one. FOLDER exists and is entered, as in read.sh; MISSING is the path of the folders below it to
# create, or empty. MODE `keep` keeps the mode of the file, or gives a new one that of the umask. STAMP is what read.sh
# printed for the file, or `any`. Renaming never follows a link. Prints `overwrote` or `created`.
# Exit status: 66 a folder, 70 broken, 72 a file in place of a folder, 74 the disk, 75 not what was judged, 76 changed
# meanwhile, 77 not permitted.
set -u
folder=$1
missing=$2
name=$3
temporary=./$4
bytes=$5
mode=$6
owner=$7
stamp=$8

enter() {
  cd -P -- "$1" 2>/dev/null || { [ -e "$1" ] && [ ! -d "$1" ] && exit 72; exit 75; }
  here=$(/bin/pwd -P && printf x) || exit 75
  [ "$here" = "$2
x" ] || exit 75
}

enter "$folder" "$folder"
if [ -n "$missing" ]; then
  mkdir -p -- "./$missing" || exit 77
  enter "./$missing" "${folder%/}/$missing"
fi

target=./$name
[ -L "$target" ] && exit 75
[ -d "$target" ] && exit 66
did=created
[ -e "$target" ] && did=overwrote
if [ "$mode" = keep ]; then
  mode=$(stat -c %a "$target" 2>/dev/null || stat -f %Lp "$target" 2>/dev/null) ||
    mode=$(printf '%o' $((0666 & ~0$(umask))))
fi

trap 'rm -f -- "$temporary"' EXIT
trap 'exit 70' HUP INT TERM
set -C
umask 077
: >"$temporary" || exit 77
set +C
cat >"$temporary" || exit 74
written=$(wc -c <"$temporary") || exit 74
# The sender may have died before the end.
[ "$written" -eq "$bytes" ] || exit 70
chmod "$mode" "$temporary" || exit 77
[ -z "$owner" ] || chown "$owner" "$temporary" 2>/dev/null
sync "$temporary" 2>/dev/null || sync

[ -L "$target" ] && exit 75
if [ "$stamp" != any ]; then
  now=$(stat -c '%d:%i:%y:%z' "$target" 2>/dev/null || stat -f '%d:%i:%m:%c' "$target") || exit 76
  [ "$now" = "$stamp" ] || exit 76
fi
# A folder that took the name meanwhile would swallow the file; where possible, mv is kept from that.
mv -fT -- "$temporary" "$target" 2>/dev/null || mv -f -- "$temporary" "$target" || exit 77
echo "$did"
