/**
 * The folder that tools stay inside of. Source: seed 003, `getSandboxBoundary`: the session's working
 * directory, else the one of the settings (`~` stands for `home`), else where the runner works.
 */
export function sandboxBoundary(given: {
  workingDirectory?: string | undefined;
  fromSettings?: string | undefined;
  home: string;
  otherwise: string;
}): string {
  const { workingDirectory, fromSettings, home, otherwise } = given;
  return workingDirectory || fromSettings?.replace(/^~(?=\/|$)/, home) || otherwise;
}
