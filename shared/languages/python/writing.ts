import type { Writing } from '../../tool/language.ts';

const reach = `- In reach are Python's standard library and nothing else: no network, no files of the machine, no other programs, no packages. Every call meets a fresh interpreter.`;

/** What a model has to know to write Python for Lathe. Sources: seed 000, seed 001, and what the readers do. */
export const writing: Writing = {
  tool: `execution.py is a template. Before it runs, each {name} of a declared parameter is replaced:
- inside a string literal the value becomes a piece of that string, whatever it holds: text = '{text}'. This is the way for parameters of type string.
- elsewhere it becomes a Python value of its JSON type: count = {count}, tags = {tags}, flag = {flag}. It has to be a whole expression: no part of a name, no operator.
- a parameter that is optional and left out becomes its default of the schema, or None (inside a string literal: an empty text).
- every other brace of Python's own is doubled: a dict is {{'a': 1}}, a set {{1, 2}}, an f-string f'{{name}} is {{value:.2f}}'. A single brace that is no parameter is an error.
- Read every parameter into a variable at the top of the file, then work with the variables.
- What is printed is the result. An exception is a failed call, whose message the model gets: raise ValueError with a sentence that says what to correct.
${reach}`,
  module: `The folder holds one script, NAME.py, with the folder's own name. Every function at the top level is a tool; names that begin with "_" are private. Nothing is a template: braces are Python's own.
- The docstring is what the model reads: first what the tool does and when to call it, then a section "Args:" that describes each parameter. The module's docstring holds what counts for all tools.
- Annotations are the schema: str, int, float, bool, list[...], dict[...], Literal[...], an Enum, TypedDict or dataclass of the same file. A parameter with a default is optional. No *args and no **kwargs.
- Return what JSON can hold. function.format = lambda result, args: "..." makes a text of it for the model. An exception is a failed call.
- Write no NAME.tool.json: Lathe makes it.
${reach}`,
};
