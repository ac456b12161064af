/** Whether a path belongs to the API, known or unknown; all others are files. */
export const isInterface = (path: string): boolean => /^\/(?:api|mcp)(?:\/|$)/.test(path);
