import { connection } from '../api/connection.svelte.ts';
import { t } from '../i18n/i18n.svelte.ts';
import { toasts } from '../parts/toasts.svelte.ts';

/**
 * Says that a part of the page could not be fetched: the runner is gone, or has the parts of another version.
 * Vite's event comes before whoever asked for the part hears of it.
 */
export const sayUnfetched = (): void => {
  addEventListener('vite:preloadError', () => {
    const { offline } = connection;
    const text = t(offline ? 'shell.blocked.offline' : 'shell.unfetched');
    // Parts that come together fail together.
    if (toasts.all.some((toast) => toast.text === text)) return;
    const reload = { text: t('shell.reload'), run: () => location.reload() };
    toasts.show('warn', text, offline ? undefined : reload);
  });
};
