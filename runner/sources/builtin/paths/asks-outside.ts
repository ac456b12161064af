import type { Access } from './file-access.ts';

/** Why the person has to be asked for a path, where that is so. */
export const asksOutside = (access: Access): string[] =>
  access.kind === 'outside' ? [`"${access.path}" lies outside of the workspace`] : [];
