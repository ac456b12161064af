import type { Writing } from '../../tool/language.ts';

const reach = `- The code can use Python's standard library and nothing else: no network, no files of the machine, no other programs, no packages. Every call gets a fresh interpreter.`;

/** The rules for a model that writes Python for Lathe. Sources: seed 000, seed 001 and the readers. */
export const writing: Writing = {
  tool: `execution.py is a template. Before it runs, Lathe replaces each {name} of a declared parameter:
- Inside a string literal the value becomes part of that string, whatever it contains: text = '{text}'. Use this form for parameters of type string.
- Elsewhere it becomes a Python value of its JSON type: count = {count}, tags = {tags}, flag = {flag}. The placeholder must be a whole expression, never part of a name or an operator.
- A missing optional argument becomes the default of the schema, or None (inside a string literal: an empty string).
- Double every other brace: a dict is {{'a': 1}}, a set {{1, 2}}, an f-string f'{{name}} is {{value:.2f}}'. A single brace that is not a parameter is an error.
- Read every parameter into a variable at the top of the file, then use the variables.
- The printed text is the result. An exception is a failed call, and the model gets its message: raise ValueError with a sentence that says what to correct.
${reach}`,
  module: `The folder contains one script, NAME.py, where NAME is the name of the folder. Every function at the top level is a tool, except functions whose names start with "_". The script is not a template: do not double braces.
- The model reads the docstring: first what the tool does and when to call it, then a section "Args:" that describes each parameter. The docstring of the module describes what all tools have in common.
- Annotations are the schema: str, int, float, bool, list[...], dict[...], Literal[...], an Enum, TypedDict or dataclass from the same file. A parameter with a default is optional. Do not use *args or **kwargs.
- Return a JSON value. function.format = lambda result, args: "..." turns it into text for the model. An exception is a failed call.
- Do not write NAME.tool.json; Lathe creates it.
${reach}`,
};
