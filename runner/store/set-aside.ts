import type { SetAside } from '../../shared/protocol/health.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { readSettings } from './safe-settings.ts';
import type { Damage } from './safe-settings.ts';

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Example: `settings.json.damaged-20261122T101500.123Z`. */
const pattern = /^(.+)\.damaged-\d{8}T\d{6}\.\d{3}Z$/;
export const damagedName = (path: string) =>
  `${path}.damaged-${new Date().toISOString().replaceAll(/[-:]/g, '')}`;

/** Renames an unreadable file and returns its new path. */
export async function moveAside(disk: Disk, path: string): Promise<string> {
  const aside = damagedName(path);
  await disk.move(path, aside);
  return aside;
}

/** Copies a file that is about to be replaced; the file itself is never missing. */
export async function copyAside(disk: Disk, path: string): Promise<void> {
  const bytes = await disk.read(path);
  if (bytes) await disk.write(damagedName(path), bytes, 0o600);
  else if (await disk.look(path)) await moveAside(disk, path);
}

/** Copies a file that is about to be replaced into another folder, under a name of damaged files. */
export async function keepAside(disk: Disk, path: string, as: string): Promise<void> {
  const bytes = await disk.read(path);
  if (bytes) await disk.write(damagedName(as), bytes, 0o600);
}

/** Whether a damaged version of this file is still there. */
export async function wasSetAside(disk: Disk, path: string): Promise<boolean> {
  const entries = (await disk.list(folderOf(path))) ?? [];
  return entries.some(({ name }) => pattern.exec(name)?.[1] === nameOf(path));
}

/** Lists the damaged files of a workspace with the reasons, oldest first. */
export async function listSetAside(disk: Disk, workspace: string): Promise<SetAside[]> {
  const rows: SetAside[] = [];
  for (const { name, kind } of (await disk.list(`${workspace}/.lathe`)) ?? []) {
    const file = pattern.exec(name)?.[1];
    // SQLite's companion files belong to the database.
    if (file === undefined || /-(?:wal|shm)$/.test(file)) continue;
    const bytes = kind === 'file' ? await disk.read(`${workspace}/.lathe/${name}`) : undefined;
    const damage = damageOf(file, bytes, workspace);
    rows.push({ file: `.lathe/${file}`, as: `.lathe/${name}`, ...told(damage) });
  }
  return rows;
}

/** Describes damage in a file that was not set aside. */
export const unmoved = (file: string, damage: Damage): SetAside => ({ file, ...told(damage) });

function damageOf(
  file: string,
  bytes: Uint8Array | undefined,
  workspace: string,
): Damage | undefined {
  if (!bytes) return { code: 'not-a-file' };
  if (!file.endsWith('.json')) return undefined;
  if (file === 'settings.json') return readSettings(bytes, workspace).damage;
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return { code: 'bad-values', paths: [] };
  } catch {
    return { code: 'not-json' };
  }
}

const reasons: Record<Exclude<SetAside['code'], 'bad-values'>, string> = {
  'not-json': 'It is not valid JSON; it may have been cut off',
  'not-a-file': 'It is not a regular file',
  unreadable: 'It could not be read',
  'bad-database': 'SQLite could not read it',
};

function told(damage: Damage | undefined): Pick<SetAside, 'code' | 'reason' | 'values'> {
  const code = damage?.code ?? 'bad-database';
  if (code !== 'bad-values') return { code, reason: reasons[code] };
  const values = damage && 'paths' in damage ? damage.paths.filter((path) => path !== '') : [];
  if (values.length === 0) return { code, reason: 'Its contents are invalid' };
  const reason = `Safe values have replaced ${values.join(', ')}`;
  return { code, reason, values };
}
