/**
 * Where a call's relative paths begin. Source: seed 003, `getSandboxBoundary`: the session's working
 * directory, else the one of the settings, else where the runner's own tools work.
 */
export const sandboxBoundary = (given: {
  workingDirectory?: string | undefined;
  fromSettings?: string | undefined;
  otherwise: string;
}): string => given.workingDirectory || given.fromSettings || given.otherwise;
