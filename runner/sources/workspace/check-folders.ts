import type { BashToolSettings } from '../../../shared/protocol/settings.ts';
import { personHome } from '../../platform/own-process.ts';
import { mayBeOpened, realFolder } from '../../platform/folders.ts';

export type Checked =
  { ok: true; bash: BashToolSettings } | { ok: false; path: string; message: string; hint: string };

const lies = (inside: string, folder: string) =>
  inside === folder || inside.startsWith(`${folder}/`);

/**
 * The folders that settings name, as real paths: each has to be there, and none may hold the workspace
 * with Lathe's own records, or the system.
 */
export function checkFolders(bash: BashToolSettings, named: string): Checked {
  const workspace = realFolder(named) ?? named;
  const realOf = (written: string) => realFolder(written.replace(/^~(?=\/|$)/, () => personHome()));
  const wrong = (path: string, message: string, hint: string): Checked => ({
    ...{ ok: false, path: `settings.bash.${path}`, message, hint },
  });
  const allowed: string[] = [];
  for (const [at, written] of bash.allowedDirectories.entries()) {
    const path = `allowedDirectories.${at}`;
    const real = realOf(written);
    if (real === undefined) return wrong(path, `There is no folder "${written}"`, 'Make it first');
    if (!mayBeOpened(real, workspace))
      return wrong(
        path,
        `"${real}" cannot be allowed`,
        'Name a folder that holds your files alone',
      );
    if (!allowed.includes(real)) allowed.push(real);
  }
  if (bash.defaultWorkingDirectory === undefined)
    return { ok: true, bash: { ...bash, allowedDirectories: allowed } };
  const written = bash.defaultWorkingDirectory;
  const real = realOf(written);
  if (real === undefined)
    return wrong('defaultWorkingDirectory', `There is no folder "${written}"`, 'Make it first');
  if (![`${workspace}/files`, ...allowed].some((folder) => lies(real, folder)))
    return wrong(
      'defaultWorkingDirectory',
      `"${real}" is outside the workspace's files`,
      'Name a folder in there, or allow it first',
    );
  return {
    ok: true,
    bash: { ...bash, allowedDirectories: allowed, defaultWorkingDirectory: real },
  };
}

/**
 * The same settings without what is wrong with their folders, since nobody checked a file that was written by
 * hand; `bad` names what was left out by its path.
 */
export function withoutBadFolders(
  given: BashToolSettings,
  workspace: string,
): { bash: BashToolSettings; bad: string[] } {
  let bash = given;
  /** Where each of them stood. */
  let places = given.allowedDirectories.map((_, at) => at);
  const bad: string[] = [];
  for (;;) {
    const checked = checkFolders(bash, workspace);
    if (checked.ok) return { bash: checked.bash, bad };
    const at = /allowedDirectories\.(\d+)$/.exec(checked.path)?.[1];
    const isOther = (_: unknown, other: number) => other !== Number(at);
    if (at === undefined) {
      bad.push(checked.path);
      bash = { ...bash, defaultWorkingDirectory: undefined };
      continue;
    }
    bad.push(`settings.bash.allowedDirectories.${places[Number(at)]}`);
    places = places.filter(isOther);
    bash = { ...bash, allowedDirectories: bash.allowedDirectories.filter(isOther) };
  }
}
