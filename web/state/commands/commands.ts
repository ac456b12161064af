import { connection } from '../../api/connection.svelte.ts';
import { i18n, t } from '../../i18n/i18n.svelte.ts';
import type { App } from '../app.svelte.ts';
import { needsRunner } from '../actions/needs-runner.ts';
import type { Command } from '../app-context.ts';
import { folders, readings, saves } from './folder-commands.ts';
import { tabs } from './tab-commands.ts';
import { pastRuns, sights } from './view-commands.ts';
import type { PaneTab } from '../view.svelte.ts';

const panes: { tab: PaneTab; id: string; label: Parameters<typeof t>[0] }[] = [
  { tab: 'library', id: 'library', label: 'action.pane.library' },
  { tab: 'edit', id: 'editor', label: 'action.pane.editor' },
  { tab: 'schema', id: 'preview', label: 'action.pane.preview' },
  { tab: 'run', id: 'run', label: 'action.pane.run' },
  { tab: 'result', id: 'result', label: 'action.pane.result' },
  // On a narrow screen it stands beneath the library.
  { tab: 'library', id: 'history', label: 'action.pane.history' },
];

interface Ui {
  import(): void;
  search(): void;
  /** Moves the focus to a pane, by its id. */
  focus(pane: string): void;
}

/** Every action of the page, with its key. The palette, the keyboard and the menus read this list. */
export const commands = (app: App, ui: Ui): Command[] => all(app, ui).map(asItStands);

/** Without the runner, what needs it says so instead. */
const asItStands = (command: Command): Command => {
  const { disabled, title } = needsRunner();
  if (!disabled || !command.needsRunner || !command.enabled) return command;
  return { ...command, enabled: false, title };
};

const all = (app: App, ui: Ui): Command[] => [
  ...runs(app),
  ...saves(app),
  ...ways(app, ui),
  ...folders(app),
  ...readings(app),
  ...tabs(app),
  ...choices(app),
  ...pastRuns(app),
  ...sights(app),
  ...panes.map((pane, index) => ({
    id: `pane-${pane.id}`,
    text: t(pane.label),
    keys: `Alt+${index + 1}`,
    everywhere: true,
    enabled: true,
    run: () => {
      app.view.tab = pane.tab;
      ui.focus(pane.id);
    },
  })),
];

/** Runs the open tool, here or in the runner, and stops it. */
const runs = (app: App): Command[] => [
  {
    id: 'run',
    text: t('action.run'),
    keys: 'Mod+Enter',
    everywhere: true,
    enabled: app.canRun,
    run: () => void app.start(),
  },
  {
    id: 'place',
    text: t(app.here ? 'action.runInRunner' : 'action.runHere'),
    enabled: app.canRunHere && !connection.offline,
    run: () => app.settings.choosePlace(app.here ? 'runner' : 'page'),
  },
  {
    id: 'cancel',
    text: t('action.cancel'),
    keys: 'Escape',
    everywhere: true,
    enabled: app.run.state === 'running' || app.readFirst.waits,
    run: () => app.cancel(),
  },
];

/** Leads to a tool, or to a new one. */
const ways = (app: App, ui: Ui): Command[] => [
  {
    id: 'palette',
    text: t('action.palette'),
    keys: 'Mod+K',
    everywhere: true,
    enabled: true,
    run: () => app.view.togglePalette(),
  },
  { id: 'search', text: t('action.search'), keys: '/', enabled: true, run: ui.search },
  {
    id: 'new',
    text: t('action.new'),
    keys: 'N',
    enabled: true,
    run: () => (app.view.creating = true),
  },
  {
    id: 'draft',
    text: t('action.draft'),
    enabled: true,
    run: () => (app.view.help = { kind: 'draft' }),
  },
  {
    id: 'converse',
    text: t('action.converse'),
    keys: 'C',
    needsRunner: true,
    enabled: true,
    run: () => void app.converse(),
  },
  {
    id: 'servers',
    text: t('action.servers'),
    needsRunner: true,
    enabled: !app.session.missing,
    run: () => void app.showServers(),
  },
  {
    id: 'add-server',
    text: t('action.addServer'),
    needsRunner: true,
    enabled: !app.session.missing,
    run: () => app.view.showServer({ tab: 'tools' }),
  },
  {
    id: 'import',
    text: t('action.import'),
    needsRunner: true,
    // The library has given way then.
    enabled: !app.view.blind,
    run: ui.import,
  },
];

/** Concerns the page and not a tool. */
const choices = (app: App): Command[] => {
  const { view, settings } = app;
  return [
    {
      id: 'settings',
      text: t('action.settings'),
      keys: 'Mod+,',
      everywhere: true,
      enabled: !app.session.missing,
      run: () => (view.settings = true),
    },
    {
      id: 'connect',
      text: t('action.connect'),
      enabled: !app.session.missing,
      run: () => view.showSettings('connect'),
    },
    {
      id: 'registry-log',
      text: t('action.log'),
      enabled: !app.session.missing,
      run: () => view.showSettings('log'),
    },
    {
      id: 'plan',
      text: t(settings.isPlan ? 'action.plan.off' : 'action.plan.on'),
      keys: 'P',
      enabled: true,
      run: () => app.choosePlan(!settings.isPlan),
    },
    {
      id: 'guides',
      text: t('action.guides'),
      enabled: true,
      run: () => (view.guides = ''),
    },
    {
      id: 'theme',
      text: t('action.theme'),
      enabled: true,
      run: () => settings.chooseTheme(settings.dark ? 'light' : 'dark'),
    },
    {
      id: 'language',
      text: t('action.language'),
      enabled: true,
      run: () => void i18n.use(i18n.locale === 'en' ? 'zh' : 'en'),
    },
  ];
};
