import type { Folder } from '../../shared/tool/folder.ts';
import { foundId } from '../../shared/protocol/found-id.ts';
import type { ImportRequest, ToolFolder } from '../../shared/protocol/tools.ts';
import type { Answer } from '../api/client.ts';
import { toolsApi } from '../api/tools-api.ts';
import { t } from '../i18n/i18n.svelte.ts';
import { keepZip } from '../storage/files.ts';
import { toasts } from '../parts/toasts.svelte.ts';
import { sayImported } from './imports/say-imported.ts';
import { freeName, renamedFolder, toToolName } from './tool-names.ts';
import type { Conflict } from './tool-draft.svelte.ts';
import type { Workspace } from './workspace.svelte.ts';

type Failed = Exclude<Answer<never>, { kind: 'ok' }>;

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
    else this.#say(answer);
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
    } else this.#say(answer);
    return false;
  }

  async duplicate(id: string): Promise<void> {
    const files = await this.#files(id);
    if (!files) return;
    const from = foundId.nameIn(id)?.replace(/(?<=.)\.[^.]*$/, '') ?? id;
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
      if (answer.kind !== 'ok') return this.#say(answer);
    }
    this.#workspace.tabs.rename(id, to);
    this.#workspace.forget(id);
    this.#gone(id);
    await this.#workspace.refresh();
  }

  /** The folder goes to the trash; the toast brings it back, with the draft it had. */
  async remove(id: string): Promise<void> {
    const { draft, summary } = {
      draft: this.#workspace.draft(id),
      summary: this.#workspace.summary(id),
    };
    if (summary) {
      const answer = await toolsApi.remove(id, summary.etag);
      if (answer.kind !== 'ok') return this.#say(answer);
    }
    const files = draft?.dirty ? draft.files : undefined;
    this.#workspace.forget(id);
    this.#gone(id);
    await this.#workspace.refresh();
    const next = this.#workspace.authored[0];
    const { openId, isOpening } = this.#workspace;
    if (!openId && !isOpening && next) await this.#workspace.open(next.id);
    toasts.show('ok', t('done.deleted', { id }), {
      text: t('shell.undo'),
      run: () => void this.#restore(id, files),
    });
  }

  /** Whether programs see and may call it. */
  async enable(id: string, enabled: boolean): Promise<void> {
    const answer = await toolsApi.enable(id, enabled);
    if (answer.kind !== 'ok') return this.#say(answer);
    await this.#workspace.refresh();
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

  async import(request: ImportRequest): Promise<void> {
    const answer = await toolsApi.import(request);
    if (answer.kind !== 'ok') return this.#say(answer);
    const { ids } = answer.value;
    // The list waits for scripts that have to be read; the editor need not.
    if (ids[0]) await this.#workspace.open(ids[0], true);
    await this.#workspace.follow(ids);
    sayImported(answer.value, () => void Promise.all(ids.map((id) => this.enable(id, true))));
  }

  /** The folder as it stands in the page, byte for byte, as a zip to keep. */
  async export(id: string): Promise<void> {
    const files = await this.#files(id);
    if (!files) return;
    await keepZip(id, files);
  }

  async #files(id: string): Promise<Folder | undefined> {
    const draft = this.#workspace.draft(id);
    if (draft) return draft.files;
    const answer = await toolsApi.read(id);
    if (answer.kind === 'ok') return answer.value.files;
    this.#say(answer);
    return undefined;
  }

  async #restore(id: string, draft: Folder | undefined): Promise<void> {
    await this.#workspace.refresh();
    const found = this.#workspace.trash.find((one) => one.id === id);
    if (found) {
      const answer = await toolsApi.restore(found.key);
      if (answer.kind !== 'ok') return this.#say(answer);
      const restored = answer.value.id;
      await this.#workspace.refresh();
      await this.#workspace.open(restored, true);
      if (draft) this.#workspace.change(restored, draft);
    } else if (draft) {
      this.#workspace.put(id, draft);
      await this.#workspace.open(id, true);
    }
  }

  #say(failed: Failed): void {
    if (failed.kind === 'offline') toasts.show('warn', t('failed.offline'));
    else if (failed.kind === 'no-session') toasts.show('err', t('failed.noSession'));
    else {
      const { message, hint, path } = failed.error;
      const where = path ? ` (${path})` : '';
      toasts.show('err', hint ? `${message}${where}\n${hint}` : `${message}${where}`);
    }
  }
}
