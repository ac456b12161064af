import { t } from '../../i18n/i18n.svelte.ts';
import type { App } from '../app.svelte.ts';
import type { Command } from '../app-context.ts';

/** Changes what is seen, and nothing else. */
export const sights = (app: App): Command[] => [
  {
    id: 'shortcuts',
    text: t('action.shortcuts'),
    keys: '?',
    enabled: true,
    run: () => (app.view.shortcuts = true),
  },
  {
    id: 'zoom',
    text: t('action.zoom'),
    keys: 'Alt+0',
    everywhere: true,
    enabled: app.view.showsTool,
    run: () => void import('../../shell/zoom.ts').then(({ zoom }) => zoom(app.view)),
  },
  {
    id: 'trash',
    text: t('action.trash'),
    enabled: app.workspace.trash.length > 0,
    run: () =>
      void import('../../panes/library/trash/show-trash.ts').then(({ showTrash }) =>
        showTrash(app),
      ),
  },
];

/** Looks at what was run. */
export const pastRuns = (app: App): Command[] => [
  {
    id: 'history',
    text: t('action.history'),
    keys: 'H',
    enabled: !app.session.missing,
    run: () => app.view.showRuns({}),
  },
  {
    id: 'times',
    text: t('action.times'),
    enabled: app.history.total > 0,
    run: () => (app.history.timing = true),
  },
];
