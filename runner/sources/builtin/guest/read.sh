#!/bin/sh
# read.sh FOLDER NAME: prints one line about the file, then its bytes.
# A path was judged, but an open file is read. In between, somebody may have replaced the file or a folder above it by
# a link. So the script makes the folder its working directory, opens the file there, and asks the kernel for the real
# paths of both.
# Exit status: 65 missing, 66 a folder, 67 not a regular file, 75 not what was judged, 77 not permitted.
set -u
folder=$1
name=$2

cd -P -- "$folder" 2>/dev/null || { [ -d "$folder" ] && exit 77; exit 65; }
here=$(/bin/pwd -P && printf x) || exit 75
[ "$here" = "$folder
x" ] || exit 75

file=./$name
[ -L "$file" ] && exit 75
[ -d "$file" ] && exit 66
[ -e "$file" ] || exit 65
[ -f "$file" ] || exit 67
[ -r "$file" ] || exit 77
exec 3<"$file"

if [ -e "/proc/$$/fd/3" ]; then
  opened=$(readlink -n "/proc/$$/fd/3" && printf x) || exit 75
  [ "$opened" = "${folder%/}/${name}x" ] || exit 75
  [ -f "/proc/$$/fd/3" ] || exit 67
  stat -L -c '%s %a %u %g %d:%i:%y:%z' "/proc/$$/fd/3" || exit 70
else
  # Without /proc, a second look finds the link that was opened, unless it is gone again.
  [ -L "$file" ] && exit 75
  stat -f '%z %Lp %u %g %d:%i:%m:%c' "$file" || exit 70
fi
exec cat <&3
