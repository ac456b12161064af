import type { Writing } from '../../tool/language.ts';

const reach = `- The script's commands are judged before every call: those that only read run, those that write are asked for, some are refused. Use plain commands that stand on every Linux, no eval, no commands that are put together from text.`;

/** What a model has to know to write bash for Lathe. */
export const writing: Writing = {
  tool: `execution.sh is a bash script. Nothing is pasted into it: each argument is an environment variable of the parameter's own name.
- A text comes as it is, every other value as JSON. A parameter that is left out is not set: "\${name:-default}". All arguments come as one JSON object on standard input, too.
- Always write variables in double quotes: "$text".
- Name parameters in lower case with underscores: names of variables that the shell or programs know, such as PATH or LANG, are refused.
- Standard output is the result. An exit status other than 0 is a failed call; write why to standard error.
- Begin with set -euo pipefail.
${reach}`,
  module: `The folder holds one script, NAME.sh, with the folder's own name, in the style of argc: each function below a "# @cmd" line is a tool.
- "# @cmd What it does" describes the tool, "# @describe" at the head of the script says what counts for all.
- "# @option --name! What it is" is required, "--name" optional, "--name*" a list, "--name=3" has a default, "--name[a|b]" choices; <INT> or <NUM> after the name makes a number. "# @flag --name" is true or false.
- A value is read from "\${argc_name}", hyphens as underscores, always in double quotes; one that was not given is not set.
- Standard output is the result. An exit status other than 0 is a failed call.
- The last line is: eval "$(argc --argc-eval "$0" "$@")"
- Write no NAME.tool.json: Lathe makes it.
${reach}`,
};
