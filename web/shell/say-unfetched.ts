import { connection } from '../api/connection.svelte.ts';
import { t } from '../i18n/i18n.svelte.ts';
import { toasts } from '../parts/toasts.svelte.ts';

/**
 * Says that a part of the page could not be fetched: the runner has the parts of another version. That it is gone
 * is said already. Vite's event comes before whoever asked for the part hears of it.
 */
export const sayUnfetched = (): void => {
  addEventListener('vite:preloadError', () => {
    const word = () => t('shell.unfetched');
    // Parts that come together fail together.
    if (connection.offline || toasts.all.some((toast) => toast.text === word())) return;
    toasts.show('warn', word, { text: () => t('shell.reload'), run: () => location.reload() });
  });
};
