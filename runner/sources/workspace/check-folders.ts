import type { BashToolSettings } from '../../../shared/protocol/settings.ts';
import { personHome } from '../../platform/process/own-process.ts';
import { mayBeOpened, realFolder } from '../../platform/disk/folders.ts';

/** A problem of a folder: its code, the folder, and its path in the settings. */
interface BadFolder {
  ok: false;
  code: 'no-such-folder' | 'folder-not-allowed' | 'folder-outside';
  folder: string;
  path: string;
  message: string;
  hint: string;
}
export type Checked = { ok: true; bash: BashToolSettings } | BadFolder;

const lies = (inside: string, folder: string) =>
  inside === folder || inside.startsWith(`${folder}/`);

const wordings: Record<BadFolder['code'], (folder: string) => { message: string; hint: string }> = {
  'no-such-folder': (folder) => ({
    message: `There is no folder "${folder}"`,
    hint: 'Make it first',
  }),
  'folder-not-allowed': (folder) => ({
    message: `"${folder}" cannot be allowed`,
    hint: 'Name a folder that holds your files alone',
  }),
  'folder-outside': (folder) => ({
    message: `"${folder}" is outside the workspace's files`,
    hint: 'Name a folder in there, or allow it first',
  }),
};

/**
 * Checks the folders in settings and returns their real paths: each must exist, and must not contain the workspace
 * with Lathe's own records, or the system.
 */
export function checkFolders(bash: BashToolSettings, named: string): Checked {
  const workspace = realFolder(named) ?? named;
  const realOf = (written: string) => realFolder(written.replace(/^~(?=\/|$)/, () => personHome()));
  const wrong = (path: string, code: BadFolder['code'], folder: string): Checked => ({
    ...{ ok: false, code, folder, path: `settings.bash.${path}` },
    ...wordings[code](folder),
  });
  const allowed: string[] = [];
  for (const [at, written] of bash.allowedDirectories.entries()) {
    const path = `allowedDirectories.${at}`;
    const real = realOf(written);
    if (real === undefined) return wrong(path, 'no-such-folder', written);
    if (!mayBeOpened(real, workspace))
      return wrong(path, 'folder-not-allowed', real);
    if (!allowed.includes(real)) allowed.push(real);
  }
  if (bash.defaultWorkingDirectory === undefined)
    return { ok: true, bash: { ...bash, allowedDirectories: allowed } };
  const written = bash.defaultWorkingDirectory;
  const real = realOf(written);
  if (real === undefined)
    return wrong('defaultWorkingDirectory', 'no-such-folder', written);
  if (![`${workspace}/files`, ...allowed].some((folder) => lies(real, folder)))
    return wrong('defaultWorkingDirectory', 'folder-outside', real);
  return {
    ok: true,
    bash: { ...bash, allowedDirectories: allowed, defaultWorkingDirectory: real },
  };
}

/**
 * Returns settings without their invalid folders, because nobody checked a file that was edited by hand; `bad`
 * names what was left out by its path.
 */
export function withoutBadFolders(
  given: BashToolSettings,
  workspace: string,
): { bash: BashToolSettings; bad: string[] } {
  let bash = given;
  /** The original index of each folder. */
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
