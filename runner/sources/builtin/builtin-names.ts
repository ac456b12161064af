/** The names of the tools that Lathe brings along. Source: seed 004, `getBuiltinTools`. */
export const builtinNames = [
  ...(['Read', 'Edit', 'Write', 'Glob', 'Grep', 'Bash', 'Skill', 'delegate'] as const),
];
