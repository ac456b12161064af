import type { Answer } from '../../api/client.ts';
import { t } from '../../i18n/i18n.svelte.ts';
import { toasts } from '../../parts/toasts.svelte.ts';

export type Failed = Exclude<Answer<never>, { kind: 'ok' }>;

/** Says why something was not done, and what to do about it. */
export function sayFailed(failed: Failed): void {
  if (failed.kind === 'offline') toasts.show('warn', t('failed.offline'));
  else if (failed.kind === 'no-session') toasts.show('err', t('failed.noSession'));
  else {
    const { message, hint, path } = failed.error;
    const where = path ? ` (${path})` : '';
    toasts.show('err', hint ? `${message}${where}\n${hint}` : `${message}${where}`);
  }
}
