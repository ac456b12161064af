/** Whether a path is one that programs call, in the table of routes or not; all others are files. */
export const isInterface = (path: string): boolean => /^\/(?:api|mcp)(?:\/|$)/.test(path);
