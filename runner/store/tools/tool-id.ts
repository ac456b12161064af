import { pathProblem } from '../../../shared/formats/import/folder-names.ts';

/** Ids that this runner makes. */
export const isToolId = (id: string): boolean =>
  /^[a-z][a-z0-9_]{0,63}$/.test(id) && pathProblem(id) === undefined;

/** Names of folders that others made and that may be read: one part of a path, not hidden. */
export const isFolderName = (name: string): boolean =>
  !name.includes('/') && !name.startsWith('.') && pathProblem(name) === undefined;

/** The nearest id that this runner would make of a name. */
export const toToolId = (name: string): string => {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  return isToolId(plain) ? plain : `tool_${plain}`.replace(/_+$/, '').slice(0, 64);
};
