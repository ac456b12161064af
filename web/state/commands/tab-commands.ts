import { t } from '../../i18n/i18n.svelte.ts';
import type { App } from '../app.svelte.ts';
import type { Command } from '../app-context.ts';

/** Walks through the open tools, orders them and closes them. The browser has the usual keys for its own tabs. */
export const tabs = (app: App): Command[] => {
  const { tabs: open, openId = '' } = app.workspace;
  const enabled = app.view.showsTool && open.all.length > 1;
  const everywhere = true;
  return [
    {
      id: 'tab-next',
      text: t('action.tab.next'),
      keys: 'Alt+PageDown',
      ...{ enabled, everywhere },
      run: () => open.step(1),
    },
    {
      id: 'tab-previous',
      text: t('action.tab.previous'),
      keys: 'Alt+PageUp',
      ...{ enabled, everywhere },
      run: () => open.step(-1),
    },
    {
      id: 'tab-right',
      text: t('action.tab.right'),
      keys: 'Alt+Shift+PageDown',
      ...{ enabled, everywhere },
      run: () => open.shift(1),
    },
    {
      id: 'tab-left',
      text: t('action.tab.left'),
      keys: 'Alt+Shift+PageUp',
      ...{ enabled, everywhere },
      run: () => open.shift(-1),
    },
    {
      id: 'tab-close',
      text: t('action.tab.close'),
      keys: 'Alt+W',
      ...{ enabled, everywhere },
      run: () => void open.close([openId]),
    },
    {
      id: 'tab-others',
      text: t('action.tab.others'),
      enabled,
      run: () => void open.closeOthers(openId),
    },
    {
      id: 'tab-saved',
      text: t('action.tab.saved'),
      enabled,
      run: () => void open.closeSaved(),
    },
  ];
};
