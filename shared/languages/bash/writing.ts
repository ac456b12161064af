import type { Writing } from '../../tool/language.ts';

const reach = `- Lathe checks the script's commands before every call: read-only commands run, commands that write need approval, forbidden commands are refused. Use standard Linux commands. Do not use eval, and do not build commands from text.`;

/** The rules for a model that writes bash for Lathe. */
export const writing: Writing = {
  tool: `execution.sh is a bash script. Nothing is pasted into it: each argument is an environment variable with the name of its parameter.
- A string arrives unchanged, any other value as JSON. A missing argument is an unset variable: "\${name:-default}". Standard input has all arguments as one JSON object.
- Always write variables in double quotes: "$text".
- Name parameters in lower case with underscores. Names of variables that the shell or programs use, such as PATH or LANG, are refused.
- Standard output is the result. An exit status other than 0 is a failed call: write the reason to standard error.
- Start with set -euo pipefail.
${reach}`,
  module: `The folder contains one script, NAME.sh, where NAME is the name of the folder. It follows argc: each function below a "# @cmd" line is a tool.
- "# @cmd What it does" describes the tool, "# @describe" at the top of the script describes the module.
- "# @option --name! What it is" is required, "--name" is optional, "--name*" is a list, "--name=3" has a default, "--name[a|b]" has choices; <INT> or <NUM> after the name makes it a number. "# @flag --name" is a boolean.
- Read a value from "\${argc_name}", with hyphens as underscores, always in double quotes. The variable of a missing argument is unset.
- Standard output is the result. An exit status other than 0 is a failed call.
- The last line is: eval "$(argc --argc-eval "$0" "$@")"
- Do not write NAME.tool.json; Lathe creates it.
${reach}`,
};
