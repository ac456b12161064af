import type {
  GrantedRights,
  LackedRight,
  ModuleRights,
} from '../../../shared/protocol/modules/module-rights.ts';

/**
 * What may be granted to a module that lacked a right. Of what is to be written the folder around it, since
 * only what is there can be granted, and the workspace's own folder of files, which always is.
 */
export function grantsFor({ right, value }: LackedRight, files: string): LackedRight[] {
  if (right !== 'read' && right !== 'write') return [{ right, value }];
  const folder = value.slice(0, value.lastIndexOf('/'));
  const inFiles = value.startsWith(`${files}/`) ? [files] : [];
  const places = right === 'read' ? [value, folder] : [folder, ...inFiles];
  return [...new Set(places)].filter((path) => path !== '').map((path) => ({ right, value: path }));
}

const none: ModuleRights = { read: [], write: [], env: [], net: [] };

/** The rights of a module with one more; those of another state of its code count no longer. */
export function withGrant(
  { rights, outdated }: GrantedRights,
  { right, value }: LackedRight,
): ModuleRights {
  const now = outdated ? none : rights;
  return { ...now, [right]: [...new Set([...now[right], value])] };
}
