import { readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

// As `BashToolSettings` and `checkFolders` have it, which a plain Node cannot read.
const MOST = 50;
const absolute = /^(?:\/|~(?:\/|$))[^\0]*$/;
const never = ['/proc', '/sys', '/dev', '/run', '/usr', '/bin', '/sbin', '/lib', '/etc'];
const lies = (inside, folder) => inside === folder || inside.startsWith(`${folder}/`);

/** Its real path, where the settings page would have taken it; a comma would make two rights of one. */
function realFolder(written, workspace) {
  if (typeof written !== 'string' || written.length > 4096 || !absolute.test(written)) return [];
  try {
    const path = realpathSync(written.replace(/^~(?=\/|$)/, () => process.env.HOME || homedir()));
    const refused =
      ['/', '/tmp', '/home'].includes(path) ||
      lies(workspace, path) ||
      never.some((one) => lies(path, one));
    return refused || path.includes(',') ? [] : [path];
  } catch {
    return [];
  }
}

/**
 * The folders outside of the workspace that the person allowed in the settings, value by value: one that
 * cannot be known to be allowed is not, and opens nothing.
 */
export function allowedFolders(workspace) {
  try {
    const kept = JSON.parse(readFileSync(join(workspace, '.lathe/settings.json'), 'utf8'));
    const folders = kept.settings.bash.allowedDirectories;
    if (!Array.isArray(folders) || folders.length > MOST) return [];
    return [...new Set(folders.flatMap((written) => realFolder(written, workspace)))];
  } catch {
    return [];
  }
}
