/** Where a tool of the registry comes from. `defined`: by `Tool.define`; `custom`: by a TypeScript factory. */
export type ToolSource = 'builtin' | 'mcp' | 'authored' | 'custom' | 'defined';

/**
 * What is done with a name that is taken: the newcomer is refused and listed, or it overwrites one of
 * its own origin with a warning, or registering it throws.
 */
export type ConflictPolicy = 'refuse' | 'overwrite' | 'throw';

/** A double name that was met. */
export interface Conflict {
  name: string;
  /** Where the newcomer comes from. */
  source: ToolSource;
  /** Where the tool that had the name comes from. */
  holder: ToolSource;
  outcome: 'refused' | 'overwritten';
}
