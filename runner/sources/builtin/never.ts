import { failed } from './failed.ts';
import type { Plan } from './plan.ts';

/** The plan of a call that nobody can allow. */
export const never = (reason: string): Plan => ({
  kind: 'never',
  result: failed(
    'permission_error',
    reason,
    `${reason}. Do not try the same in another form; ask the user what to do instead.`,
    `❌ 未获允许: ${reason}`,
  ),
});
