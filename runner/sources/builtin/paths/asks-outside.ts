import type { Access } from './file-access.ts';
import { because } from '../../../../shared/commands/because.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';

/** Returns the reasons why a path needs approval, if any. */
export const asksOutside = (access: Access): Reason[] =>
  access.kind === 'outside' ? [because('outside-workspace', { path: access.path })] : [];
