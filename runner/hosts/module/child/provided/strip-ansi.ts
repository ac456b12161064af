// ECMA-48: control sequences, and commands that end in BEL or ST.
const sequences = new RegExp(
  '\\u001b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\))',
  'g',
);

/** A text without what only a terminal understands. */
export const stripAnsi = (text: string): string => text.replace(sequences, '');
