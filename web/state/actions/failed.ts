import type { Answer } from '../../api/client.ts';
import { t } from '../../i18n/i18n.svelte.ts';
import { refusalText } from '../../i18n/refusal-text.ts';
import { toasts } from '../../parts/toasts.svelte.ts';

export type Failed = Exclude<Answer<never>, { kind: 'ok' }>;

/** Why the runner did not do what was asked, and what to do. */
export function failedText(failed: Failed): string {
  if (failed.kind === 'offline') return t('shell.blocked.offline');
  if (failed.kind === 'no-session') return t('failed.noSession');
  return refusalText(failed.error);
}

export function sayFailed(failed: Failed): void {
  toasts.show(failed.kind === 'offline' ? 'warn' : 'err', () => failedText(failed));
}
