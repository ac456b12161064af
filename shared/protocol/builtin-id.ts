const prefix = 'builtin:';

/**
 * The id of a built-in tool in lists, paths and history: `builtin:Read`. A folder can never have it,
 * since no folder's name holds a colon.
 */
export const builtinId = {
  of: (name: string): string => prefix + name,
  /** The tool's name, where this is such an id. */
  nameIn: (id: string): string | undefined =>
    id.startsWith(prefix) ? id.slice(prefix.length) : undefined,
};
