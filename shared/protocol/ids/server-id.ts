const prefix = 'mcp:';

/** The id of an MCP server's unit in lists, paths and history: `mcp:NAME`. */
export const serverId = {
  of: (name: string): string => prefix + name,
  /** The server's name, where this is such an id. */
  nameIn: (id: string): string | undefined =>
    id.startsWith(prefix) ? id.slice(prefix.length) : undefined,
};
