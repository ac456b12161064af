import type { Folder } from '../../shared/tool/folder.ts';
import { externalId } from '../../shared/protocol/ids/external-id.ts';
import type { ImportRequest, ToolFolder } from '../../shared/protocol/tools.ts';
import { toolsApi } from '../api/tools-api.ts';
import { t } from '../i18n/i18n.svelte.ts';
import { keepZip } from '../storage/files.ts';
import { toasts } from '../parts/toasts.svelte.ts';
import { deleteTools, sayDeleted } from './actions/delete-tools.ts';
import { sayFailed } from './actions/failed.ts';
import { sayImported } from './imports/say-imported.ts';
import { freeName, renamedFolder, toToolName } from './tools/tool-names.ts';
import { ToolSaves } from './tools/tool-saves.ts';
import type { Conflict } from './tools/tool-draft.svelte.ts';
import type { Workspace } from './workspace.svelte.ts';

/** The name of a folder, or of a module that lies elsewhere, as a folder would have it. */
const ownName = (id: string): string => externalId.nameIn(id)?.replace(/(?<=.)\.[^.]*$/, '') ?? id;

/** What can be done with whole tools. Says what came of it; nothing is lost when it cannot be done. */
export class ToolActions {
  #workspace: Workspace;
  #ask: (conflict: Conflict) => void;
  #gone: (id: string) => void;
  #saves: ToolSaves;

  /** `gone` hears of a tool that no longer has its name: another one may get it. */
  constructor(
    workspace: Workspace,
    ask: (conflict: Conflict) => void,
    gone: (id: string) => void = () => undefined,
  ) {
    this.#workspace = workspace;
    this.#ask = ask;
    this.#gone = gone;
    this.#saves = new ToolSaves(workspace, ask);
  }

  /**
   * A new folder is saved at once, so that it is a tool for everybody. Kept as a draft otherwise. Answers once it is
   * open: the list comes after it.
   */
  async create(id: string, files: Folder): Promise<boolean> {
    const answer = await toolsApi.save(id, files, undefined);
    this.#workspace.given.replace(id);
    this.#workspace.put(id, files, answer.kind === 'ok' ? answer.value : undefined);
    await this.#workspace.open(id, true);
    if (answer.kind === 'ok') void this.#workspace.refresh();
    else if (answer.kind === 'conflict') this.#ask({ id, theirs: answer.theirs });
    else sayFailed(answer);
    return true;
  }

  save(id: string, over?: ToolFolder): Promise<boolean> {
    return this.#saves.save(id, over);
  }

  async duplicate(id: string): Promise<void> {
    const files = await this.#files(id);
    if (!files) return;
    const from = ownName(id);
    const copy = freeName(toToolName(from), (name) => this.#workspace.has(name));
    await this.create(copy, renamedFolder(files, from, copy));
  }

  /** Answers whether the new name is there; the old one stays beside it where it could not be saved or deleted. */
  async rename(id: string, to: string): Promise<boolean> {
    await this.#saves.over(id);
    const files = await this.#files(id);
    if (!files) return false;
    const etag = this.#workspace.draft(id)?.base?.etag;
    await this.create(to, renamedFolder(files, id, to));
    if (!this.#workspace.draft(to)?.base) return true;
    this.#workspace.given.rename(id, to);
    const answer = etag ? await toolsApi.remove(id, etag) : undefined;
    if (answer && answer.kind !== 'ok') {
      sayFailed(answer);
      return true;
    }
    this.#workspace.tabs.rename(id, to);
    this.#workspace.forget(id);
    this.#gone(id);
    void this.#workspace.refresh();
    return true;
  }

  /** Folders go to the trash; the toast brings them back as they were, with the drafts they had. */
  async remove(...ids: string[]): Promise<void> {
    const { openId } = this.#workspace;
    await this.#saves.over(...ids);
    const deleted = await deleteTools(this.#workspace, ids);
    deleted.forEach(({ id }) => this.#gone(id));
    const next = this.#workspace.authored[0];
    const isNoneOpen = !this.#workspace.openId && !this.#workspace.isOpening;
    if (deleted.length > 0 && isNoneOpen && next) await this.#workspace.open(next.id);
    sayDeleted(this.#workspace, deleted, openId);
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
    toasts.show('ok', () => t('done.reverted', { id }), {
      text: () => t('shell.undo'),
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
    ids.forEach((id) => this.#workspace.given.replace(id));
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
