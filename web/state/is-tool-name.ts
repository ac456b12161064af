/** Whether a new tool may have this name: what every provider takes, in the runner's own spelling. */
export const isToolName = (name: string): boolean => /^[a-z][a-z0-9_]{0,63}$/.test(name);
