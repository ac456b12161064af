import { pathProblem } from '../../../shared/formats/import/folder-names.ts';

/** Whether this runner could create the id. */
export const isToolId = (id: string): boolean =>
  /^[a-z][a-z0-9_]{0,63}$/.test(id) && pathProblem(id) === undefined;

/** Whether the name of an existing folder may be read: one path segment, not hidden. */
export const isFolderName = (name: string): boolean =>
  !name.includes('/') && !name.startsWith('.') && pathProblem(name) === undefined;

/** Returns the closest valid id to a name. */
export const toToolId = (name: string): string => {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  return isToolId(plain) ? plain : `tool_${plain}`.replace(/_+$/, '').slice(0, 64);
};
