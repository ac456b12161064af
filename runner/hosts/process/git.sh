#!/bin/sh
# Replaces git in a sandbox. It turns off programs in the repository's settings (filters, diff drivers), whatever runs
# git. The environment turns off the settings with fixed names.
real=/usr/lib/git-core/git
[ -x "$real" ] || real=/usr/libexec/git-core/git

off() {
  number=${GIT_CONFIG_COUNT:-0}
  export "GIT_CONFIG_KEY_$number=$1" "GIT_CONFIG_VALUE_$number=$2" "GIT_CONFIG_COUNT=$((number + 1))"
}

# Moves each word from the front to the back, and adds the options that a subcommand needs after it.
expects=subcommand
left=$#
while [ "$left" -gt 0 ]; do
  word=$1
  shift
  left=$((left - 1))
  next=
  [ "$left" -eq 0 ] || next=$1
  if [ "$expects" = subcommand ] && [ "$word" = -C ] && [ "$left" -gt 0 ]; then
    # The settings to turn off are those of the folder that git changes to.
    case $next in -*) next=./$next ;; esac
    cd "$next" || exit 128
    shift
    left=$((left - 1))
    continue
  fi
  set -- "$@" "$word"
  case $expects in
    value) expects=subcommand ;;
    subcommand)
      expects=nothing
      case $word in
        -c | --git-dir | --work-tree | --namespace | --config-env) expects=value ;;
        -*) expects=subcommand ;;
        diff | log | show | whatchanged | diff-tree | diff-index | diff-files | format-patch | range-diff)
          set -- "$@" --no-ext-diff --no-textconv
          ;;
        blame | annotate | grep) set -- "$@" --no-textconv ;;
        stash) expects=action ;;
        reflog)
          case $next in
            show | list | expire | delete | exists) expects=action ;;
            *) set -- "$@" show --no-ext-diff --no-textconv ;;
          esac
          ;;
      esac
      ;;
    action)
      expects=nothing
      case $word in show | list) set -- "$@" --no-ext-diff --no-textconv ;; esac
      ;;
  esac
done

names=$("$real" config --name-only --get-regexp \
  '^(filter\..*\.(clean|smudge|process|required)|(trailer|tar|merge|mergetool|difftool)\..*\.(command|cmd|driver))$' \
  2>/dev/null)
while IFS= read -r name; do
  case $name in
    '') ;;
    *.required) off "$name" false ;;
    *) off "$name" '' ;;
  esac
done <<END
$names
END
exec "$real" "$@"
