import type { Folder } from '../../shared/tool/folder.ts';
import { externalId } from '../../shared/protocol/ids/external-id.ts';
import type { ImportRequest, ToolFolder } from '../../shared/protocol/tools.ts';
import { toolsApi } from '../api/tools-api.ts';
import { t } from '../i18n/i18n.svelte.ts';
import { keepZip } from '../storage/files.ts';
import { toasts } from '../parts/toasts.svelte.ts';
import { deleteTools, undelete } from './actions/delete-tools.ts';
import { sayFailed } from './actions/failed.ts';
import { sayImported } from './imports/say-imported.ts';
import { freeName, renamedFolder, toToolName } from './tools/tool-names.ts';
import type { Conflict } from './tools/tool-draft.svelte.ts';
import type { Workspace } from './workspace.svelte.ts';

/** The name of a folder, or of a module that lies elsewhere, as a folder would have it. */
const ownName = (id: string): string => externalId.nameIn(id)?.replace(/(?<=.)\.[^.]*$/, '') ?? id;

/** What can be done with whole tools. Says what came of it; nothing is lost when it cannot be done. */
export class ToolActions {
  #workspace: Workspace;
  #ask: (conflict: Conflict) => void;
  #gone: (id: string) => void;

  /** `gone` hears of a tool that no longer has its name: another one may get it. */
  constructor(
    workspace: Workspace,
    ask: (conflict: Conflict) => void,
    gone: (id: string) => void = () => undefined,
  ) {
    this.#workspace = workspace;
    this.#ask = ask;
    this.#gone = gone;
  }

  /** A new folder is saved at once, so that it is a tool for everybody. Kept as a draft otherwise. */
  async create(id: string, files: Folder): Promise<void> {
    const answer = await toolsApi.save(id, files, undefined);
    this.#workspace.put(id, files, answer.kind === 'ok' ? answer.value : undefined);
    await this.#workspace.open(id, true);
    if (answer.kind === 'ok') await this.#workspace.refresh();
    else if (answer.kind === 'conflict') this.#ask({ id, theirs: answer.theirs });
    else sayFailed(answer);
  }

  /** `over` is the state on disk that may be replaced, where the person has chosen so. */
  async save(id: string, over?: ToolFolder): Promise<boolean> {
    const draft = this.#workspace.draft(id);
    if (!draft || (!draft.dirty && !over)) return true;
    if (draft.outside && !over) {
      this.#ask({ id, theirs: draft.outside });
      return false;
    }
    const before = over ?? (draft.gone ? undefined : draft.base);
    const answer = await toolsApi.save(id, draft.files, before);
    if (answer.kind === 'conflict') this.#ask({ id, theirs: answer.theirs });
    else if (answer.kind === 'ok') {
      this.#workspace.settle(answer.value);
      await this.#workspace.refresh();
      return true;
    } else sayFailed(answer);
    return false;
  }

  async duplicate(id: string): Promise<void> {
    const files = await this.#files(id);
    if (!files) return;
    const from = ownName(id);
    const copy = freeName(toToolName(from), (name) => this.#workspace.has(name));
    await this.create(copy, renamedFolder(files, from, copy));
  }

  async rename(id: string, to: string): Promise<void> {
    const files = await this.#files(id);
    if (!files) return;
    const etag = this.#workspace.draft(id)?.base?.etag;
    await this.create(to, renamedFolder(files, id, to));
    if (!this.#workspace.draft(to)?.base) return;
    if (etag) {
      const answer = await toolsApi.remove(id, etag);
      if (answer.kind !== 'ok') return sayFailed(answer);
    }
    this.#workspace.tabs.rename(id, to);
    this.#workspace.forget(id);
    this.#gone(id);
    await this.#workspace.refresh();
  }

  /** Folders go to the trash; the toast brings them back as they were, with the drafts they had. */
  async remove(...ids: string[]): Promise<void> {
    const { openId } = this.#workspace;
    const deleted = await deleteTools(this.#workspace, ids);
    const [first] = deleted;
    if (!first) return;
    deleted.forEach(({ id }) => this.#gone(id));
    const next = this.#workspace.authored[0];
    const isNoneOpen = !this.#workspace.openId && !this.#workspace.isOpening;
    if (isNoneOpen && next) await this.#workspace.open(next.id);
    const { length: count } = deleted;
    const undo = async (): Promise<void> => {
      const back = await undelete(this.#workspace, deleted);
      const shown = back[deleted.findIndex(({ id }) => id === openId)] ?? back[0];
      if (shown !== undefined) await this.#workspace.open(shown, true);
    };
    toasts.show(
      'ok',
      count === 1 ? t('done.deleted', { id: first.id }) : t('done.deletedAll', { count }),
      { text: t('shell.undo'), run: () => void undo() },
    );
  }

  /** Whether programs see and may call it. */
  async enable(id: string, enabled: boolean): Promise<void> {
    await this.enableAll([id], enabled);
  }

  /** The same for several; answers whether all of them follow. */
  async enableAll(ids: readonly string[], enabled: boolean): Promise<boolean> {
    const answers = await Promise.all(ids.map((id) => toolsApi.enable(id, enabled)));
    const failed = answers.find(({ kind }) => kind !== 'ok');
    if (failed && failed.kind !== 'ok') sayFailed(failed);
    await this.#workspace.refresh();
    return failed === undefined;
  }

  revert(id: string): void {
    const files = this.#workspace.draft(id)?.files;
    this.#workspace.revert(id);
    if (!files) return;
    toasts.show('ok', t('done.reverted', { id }), {
      text: t('shell.undo'),
      run: () => {
        if (this.#workspace.draft(id)) this.#workspace.change(id, files);
        else this.#workspace.put(id, files);
      },
    });
  }

  /** Answers whether it was taken, once the first of its tools is open. */
  async import(request: ImportRequest): Promise<boolean> {
    const answer = await toolsApi.import(request);
    if (answer.kind !== 'ok') {
      sayFailed(answer);
      return false;
    }
    const { ids } = answer.value;
    // The list waits for scripts that have to be read; the editor need not.
    if (ids[0]) await this.#workspace.open(ids[0], true);
    void this.#workspace
      .follow(ids)
      .then(() => sayImported(answer.value, () => void this.enableAll(ids, true)));
    return true;
  }

  /** Folders as they stand in the page, byte for byte, side by side in a zip to keep; all of them or none. */
  async export(...ids: string[]): Promise<boolean> {
    const folders: Record<string, Folder> = {};
    for (const id of ids) {
      const files = await this.#files(id);
      if (!files) return false;
      const own = ownName(id);
      const isTaken = (name: string): boolean => Object.hasOwn(folders, name);
      folders[isTaken(own) ? freeName(own, isTaken) : own] = files;
    }
    const [only, ...more] = Object.keys(folders);
    await keepZip(only !== undefined && more.length === 0 ? only : 'tools', folders);
    return true;
  }

  async #files(id: string): Promise<Folder | undefined> {
    const draft = this.#workspace.draft(id);
    if (draft) return draft.files;
    const answer = await toolsApi.read(id);
    if (answer.kind === 'ok') return answer.value.files;
    sayFailed(answer);
    return undefined;
  }
}
