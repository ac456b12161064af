import { builtinId } from '../../shared/protocol/builtin-id.ts';
import { inWorkspace } from '../../shared/protocol/in-workspace.ts';
import { connection } from '../api/connection.svelte.ts';
import { i18n, t } from '../i18n/i18n.svelte.ts';
import type { App } from './app.svelte.ts';
import type { PaneTab } from './view.svelte.ts';

export interface Command {
  id: string;
  text: string;
  keys?: string;
  /** Works while a text is being typed, too. */
  everywhere?: boolean;
  enabled: boolean;
  run: () => void;
}

const panes: { tab: PaneTab; id: string; label: Parameters<typeof t>[0] }[] = [
  { tab: 'library', id: 'library', label: 'action.pane.library' },
  { tab: 'edit', id: 'editor', label: 'action.pane.editor' },
  { tab: 'schema', id: 'preview', label: 'action.pane.preview' },
  { tab: 'run', id: 'run', label: 'action.pane.run' },
  { tab: 'result', id: 'result', label: 'action.pane.result' },
  // On a narrow screen it stands beneath the library.
  { tab: 'library', id: 'history', label: 'action.pane.history' },
];

/** Every action of the page, with its key. The palette, the keyboard and the menus read this list. */
export const commands = (
  app: App,
  ui: { import(): void; search(): void; focus(pane: string): void },
): Command[] => {
  const { workspace, view, settings, reading } = app;
  const id = workspace.openId;
  const open = id !== undefined;
  /** A folder of the workspace holds it, so that it can be saved and deleted. */
  const own = open && inWorkspace(id);
  /** It has files that can be taken along. */
  const copyable = open && builtinId.nameIn(id) === undefined;
  const module =
    workspace.current && app.modules.moduleOf(workspace.current.id, workspace.current.files);
  const onOpen = (act: (id: string) => unknown) => () => void (id !== undefined && act(id));
  return [
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
      run: () => settings.choosePlace(app.here ? 'runner' : 'page'),
    },
    {
      id: 'cancel',
      text: t('action.cancel'),
      keys: 'Escape',
      everywhere: true,
      enabled: app.run.state === 'running',
      run: () => void app.run.cancel(),
    },
    {
      id: 'save',
      text: t('action.save'),
      keys: 'Mod+S',
      everywhere: true,
      enabled: own,
      run: onOpen((one) => app.tools.save(one)),
    },
    {
      id: 'save-all',
      text: t('action.saveAll'),
      keys: 'Mod+Shift+S',
      everywhere: true,
      enabled: workspace.unsaved.length > 0,
      run: () => workspace.unsaved.forEach((draft) => void app.tools.save(draft.id)),
    },
    {
      id: 'palette',
      text: t('action.palette'),
      keys: 'Mod+K',
      everywhere: true,
      enabled: true,
      run: () => view.togglePalette(),
    },
    { id: 'search', text: t('action.search'), keys: '/', enabled: true, run: ui.search },
    {
      id: 'new',
      text: t('action.new'),
      keys: 'N',
      enabled: true,
      run: () => (view.creating = true),
    },
    { id: 'import', text: t('action.import'), enabled: true, run: ui.import },
    {
      id: 'export',
      text: t('action.export'),
      keys: 'Mod+Shift+E',
      everywhere: true,
      enabled: copyable,
      run: onOpen((one) => app.tools.export(one)),
    },
    {
      id: 'export-as',
      text: t('action.exportAs'),
      enabled: copyable,
      run: () => (view.exporting = true),
    },
    {
      id: 'duplicate',
      text: t('action.duplicate'),
      enabled: copyable,
      run: onOpen((one) => app.tools.duplicate(one)),
    },
    {
      id: 'rename',
      text: t('action.rename'),
      keys: 'F2',
      enabled: own,
      run: onOpen((one) => (view.renaming = one)),
    },
    {
      id: 'delete',
      text: t('action.delete'),
      enabled: own,
      run: onOpen((one) => app.tools.remove(one)),
    },
    {
      id: 'revert',
      text: t('action.revert'),
      enabled: workspace.current?.dirty ?? false,
      run: onOpen((one) => app.tools.revert(one)),
    },
    {
      id: 'problems',
      text: t('action.problems'),
      keys: 'F8',
      everywhere: true,
      enabled: reading.problems.length > 0,
      run: onOpen((one) => view.reveal(one, reading.problems[0]!)),
    },
    {
      id: 'definition',
      text: view.definitionAs === 'text' ? t('action.form') : t('action.text'),
      enabled: open,
      run: onOpen((one) => {
        view.showFile(one, 'definition.json');
        view.definitionAs = view.definitionAs === 'text' ? 'form' : 'text';
      }),
    },
    {
      id: 'rules',
      text: t('editor.rules'),
      enabled: reading.folder?.format === 'script-module',
      run: () => {
        const language = reading.lastTool?.code.language;
        if (language !== undefined) view.toggleGuide(language);
      },
    },
    {
      id: 'judge',
      text: t('action.judge'),
      enabled: true,
      run: () => (view.judging = true),
    },
    {
      id: 'module-session',
      text: t('action.moduleSession'),
      // One that has not loaded may want a right before it can.
      enabled: module?.language.readsFolder !== undefined,
      run: () => (view.session = true),
    },
    {
      id: 'settings',
      text: t('action.settings'),
      keys: 'Mod+,',
      everywhere: true,
      enabled: !app.session.missing,
      run: () => (view.settings = true),
    },
    {
      id: 'elsewhere',
      text: t('action.elsewhere'),
      enabled: !app.session.missing,
      run: () => {
        view.settingsTab = 'elsewhere';
        view.settings = true;
      },
    },
    {
      id: 'times',
      text: t('action.times'),
      enabled: app.history.total > 0,
      run: () => (app.history.timing = true),
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
    ...panes.map((pane, index) => ({
      id: `pane-${pane.id}`,
      text: t(pane.label),
      keys: `Alt+${index + 1}`,
      everywhere: true,
      enabled: true,
      run: () => {
        view.tab = pane.tab;
        ui.focus(pane.id);
      },
    })),
  ];
};
