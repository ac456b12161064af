import type { Access } from './file-access.ts';
import { because } from '../../../../shared/commands/because.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';

/** Why the person has to be asked for a path, where that is so. */
export const asksOutside = (access: Access): Reason[] =>
  access.kind === 'outside' ? [because('outside-workspace', { path: access.path })] : [];
