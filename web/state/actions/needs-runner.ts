import { connection } from '../../api/connection.svelte.ts';
import { t } from '../../i18n/i18n.svelte.ts';

/** What a button or an entry says while the runner, which it needs, is gone; nothing otherwise. */
export const needsRunner = (): { disabled?: true; title?: string } =>
  connection.offline ? { disabled: true, title: t('shell.needsRunner') } : {};
