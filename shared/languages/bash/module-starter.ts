/** The initial code of a module: argc commands. Each \`# @cmd\` is a tool, its options are the parameters. */
export const moduleStarter = `#!/usr/bin/env bash
# @describe Work with short texts.

# @cmd Say a text loudly.
# @option --text! What to say
# @option --times <INT> How often, once if left out
shout() {
  for _ in $(seq "\${argc_times:-1}"); do
    printf '%s!\\n' "\${argc_text^^}"
  done
}

# @cmd Count the words of a text.
# @option --text! The text
count_words() {
  printf '%s\\n' "$argc_text" | wc -w
}

eval "$(argc --argc-eval "$0" "$@")"
`;
