import type { ServerGrants } from '../../../shared/protocol/mcp/servers.ts';

/** Parses `--folder DIR[:write]` and `--host HOST[:PORT]`; `path` makes a path absolute. */
export const grantsOf = (
  folders: readonly string[],
  net: readonly string[],
  path: (written: string) => string,
): ServerGrants => ({
  folders: folders.map((one) => ({
    path: path(one.replace(/:(?:read|write)$/, '')),
    access: one.endsWith(':write') ? 'write' : 'read',
  })),
  net: [...net],
});
