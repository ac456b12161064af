import { builtinId } from '../../../shared/protocol/ids/builtin-id.ts';
import { inWorkspace } from '../../../shared/protocol/ids/in-workspace.ts';
import { t } from '../../i18n/i18n.svelte.ts';
import { folderFiles } from '../../panes/editor/folder-files.ts';
import { problemAfter } from '../../panes/editor/places.ts';
import type { App } from '../app.svelte.ts';
import type { Command } from '../app-context.ts';

/** What can be done with the open folder, and `on`, which does it there. */
const openFolder = (app: App) => {
  const id = app.workspace.openId;
  return {
    isOpen: id !== undefined,
    /** A folder of the workspace holds it, so that it can be saved and deleted. */
    isOwn: id !== undefined && inWorkspace(id),
    /** It lies on the runner's disk; a draft of its own is the page's. */
    isSaved: app.workspace.current?.base !== undefined,
    /** It has files that can be taken along. */
    isCopyable: id !== undefined && builtinId.nameIn(id) === undefined,
    on: (act: (id: string) => unknown) => () => void (id !== undefined && act(id)),
  };
};

/** Puts edits on the disk. */
export const saves = (app: App): Command[] => {
  const { workspace } = app;
  const { isOwn, on } = openFolder(app);
  return [
    {
      id: 'save',
      text: t('action.save'),
      keys: 'Mod+S',
      everywhere: true,
      needsRunner: true,
      enabled: isOwn,
      run: on((one) => app.tools.save(one)),
    },
    {
      id: 'save-all',
      text: t('action.saveAll'),
      keys: 'Mod+Shift+S',
      everywhere: true,
      needsRunner: true,
      enabled: workspace.unsaved.length > 0,
      run: () => workspace.unsaved.forEach((draft) => void app.tools.save(draft.id)),
    },
  ];
};

/** Works on the open folder as a whole. */
export const folders = (app: App): Command[] => {
  const { isOwn, isSaved, isCopyable, on } = openFolder(app);
  return [
    {
      id: 'run-samples',
      text: t('action.runSamples'),
      keys: 'Mod+Shift+Enter',
      everywhere: true,
      enabled: app.canRun && app.reading.samples.length > 0,
      run: () => void app.samples.runAll(),
    },
    {
      id: 'export',
      text: t('action.export'),
      keys: 'Mod+Shift+E',
      everywhere: true,
      enabled: isCopyable,
      run: on((one) => app.tools.export(one)),
    },
    {
      id: 'export-as',
      text: t('action.exportAs'),
      enabled: isCopyable,
      run: () => (app.view.exporting = true),
    },
    {
      id: 'duplicate',
      text: t('action.duplicate'),
      enabled: isCopyable,
      run: on((one) => app.tools.duplicate(one)),
    },
    {
      id: 'rename',
      text: t('action.rename'),
      keys: 'F2',
      needsRunner: isSaved,
      enabled: isOwn,
      run: on((one) => (app.view.renaming = one)),
    },
    {
      id: 'fix',
      text: t('action.fix'),
      enabled: isOwn,
      run: on((one) => (app.view.help = { kind: 'fix', id: one })),
    },
    {
      id: 'delete',
      text: t('action.delete'),
      needsRunner: isSaved,
      enabled: isOwn,
      run: on((one) => app.tools.remove(one)),
    },
    {
      id: 'revert',
      text: t('action.revert'),
      enabled: app.workspace.current?.dirty ?? false,
      run: on((one) => app.tools.revert(one)),
    },
  ];
};

/** Shows something of the open folder. */
export const readings = (app: App): Command[] => {
  const { view, reading } = app;
  const { current } = app.workspace;
  const { isOpen, on } = openFolder(app);
  const module = current && app.modules.moduleOf(current.id, current.files);
  return [
    {
      id: 'problems',
      text: t('action.problems'),
      keys: 'F8',
      everywhere: true,
      enabled: reading.problems.length > 0,
      run: on((one) => {
        const files = folderFiles(current?.files ?? {});
        const next = problemAfter(reading.problems, files, reading.cursor);
        if (next) view.reveal(one, next);
      }),
    },
    {
      id: 'definition',
      text: view.definitionAs === 'text' ? t('action.form') : t('action.text'),
      enabled: isOpen,
      run: on((one) => {
        const { files = {} } = current ?? {};
        const isAgent = 'agent.json' in files && !('definition.json' in files);
        view.showFile(one, isAgent ? 'agent.json' : 'definition.json');
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
      needsRunner: true,
      // One that has not loaded may want a right before it can.
      enabled: module?.language.readsFolder !== undefined,
      run: () => (view.session = true),
    },
  ];
};
