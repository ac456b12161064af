const prefix = 'builtin:';

/**
 * The id of a built-in tool in lists, paths and history: `builtin:Read`. No folder can have it, because
 * folder names contain no colon.
 */
export const builtinId = {
  of: (name: string): string => prefix + name,
  /** The tool's name, if this is the id of a built-in tool. */
  nameIn: (id: string): string | undefined =>
    id.startsWith(prefix) ? id.slice(prefix.length) : undefined,
};
