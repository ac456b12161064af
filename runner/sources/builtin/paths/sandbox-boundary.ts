/**
 * Returns where a call's relative paths start: the session's working directory, otherwise that of the settings,
 * otherwise that of the runner's own tools. Source: seed 003, `getSandboxBoundary`.
 */
export const sandboxBoundary = (given: {
  workingDirectory?: string | undefined;
  fromSettings?: string | undefined;
  otherwise: string;
}): string => given.workingDirectory || given.fromSettings || given.otherwise;
