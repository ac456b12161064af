import { SvelteMap } from 'svelte/reactivity';
import { inWorkspace } from '../../shared/protocol/ids/in-workspace.ts';
import type { ToolFolder, ToolList, ToolSummary } from '../../shared/protocol/tools.ts';
import type { FileContent, Folder } from '../../shared/tool/folder.ts';
import { connection } from '../api/connection.svelte.ts';
import { toolsApi } from '../api/tools-api.ts';
import { draftStore } from '../storage/draft-store.ts';
import { remembered } from '../storage/remembered.ts';
import { sayFailed } from './actions/failed.ts';
import { AnswerOrder } from './answer-order.ts';
import { OpenTabs } from './places/open-tabs.svelte.ts';
import { followDisk } from './tools/follow-disk.ts';
import { GivenArguments } from './tools/given-arguments.svelte.ts';
import { restoreDrafts } from './tools/restore-drafts.ts';
import { ToolDraft } from './tools/tool-draft.svelte.ts';
import { MOST_NAMED, readOnlyOf, replaced } from './tools/tool-list.ts';

/** The tool folders of the workspace, and the one writer of every edit. */
export class Workspace {
  name = $state('');
  tools = $state.raw<ToolSummary[]>([]);
  /** What the registry lists in plan mode, once it was asked. */
  #planned = $state.raw<ToolSummary[]>();
  trash = $state.raw<ToolList['trash']>([]);
  /** The first list has come, or will not, and what was to be opened from it is open. */
  loaded = $state(false);
  openId = $state<string>();
  readonly tabs = new OpenTabs(this);
  readonly given = new GivenArguments();
  /** Settles once what was asked for last is open, or cannot be; answers whether it is. */
  opening: Promise<boolean> = Promise.resolve(true);
  /** Whether something is being opened. */
  isOpening = $state(false);
  #asked = 0;
  /** Ends the wait for what was open at the last visit. */
  #overtake: () => void = () => undefined;
  #restoring: Promise<void> | undefined;
  #lists = new AnswerOrder();
  #plans = new AnswerOrder();
  #drafts = new SvelteMap<string, ToolDraft>();
  #isPlan: () => boolean;

  current = $derived(this.openId === undefined ? undefined : this.#drafts.get(this.openId));
  /** Those that a folder of the workspace holds. */
  authored = $derived(this.tools.filter(({ id }) => inWorkspace(id)));
  /** What the library lists; in plan mode read-only tools alone. */
  listed = $derived.by(() =>
    this.#isPlan() ? (this.#planned ?? this.tools.flatMap(readOnlyOf)) : this.tools,
  );
  unsaved = $derived([...this.#drafts.values()].filter((draft) => draft.dirty));

  /** Whether the browser gave no drafts when the page asked for them. */
  areDraftsRefused = $state(false);
  /** Whether the browser keeps drafts, as far as is known. */
  keepsDrafts = $derived(
    this.unsaved.length > 0
      ? this.unsaved.every(({ keeping }) => keeping !== 'failed')
      : !this.areDraftsRefused,
  );

  constructor(isPlan = () => false) {
    this.#isPlan = isPlan;
  }

  get openIds(): string[] {
    return [...this.#drafts.keys()];
  }

  draft(id: string): ToolDraft | undefined {
    return this.#drafts.get(id);
  }

  summary(id: string): ToolSummary | undefined {
    return this.tools.find((tool) => tool.id === id);
  }

  has(id: string): boolean {
    return this.summary(id) !== undefined || this.#drafts.has(id);
  }

  /**
   * Reads the list, brings back the drafts of an earlier visit, and opens `first`, else what was open;
   * calls `overruled` where the person opened something meanwhile, which stays.
   */
  async load(first?: string, overruled: () => void = () => undefined): Promise<void> {
    const listed = await this.refresh();
    if (this.loaded || (!listed && !connection.offline)) return;
    // Without the runner the drafts of the last workspace still open.
    if (!listed) this.name = String(remembered.read('workspace') ?? '');
    this.tabs.enter(this.name);
    await this.#unlessOvertaken((this.#restoring ??= restoreDrafts(this)));
    // What was opened meanwhile, such as an import, is what the person wants to see.
    const isOwn = this.openId === undefined && this.#asked === 0;
    if (isOwn) await this.#unlessOvertaken(this.#openLast(first));
    if (this.#asked > (isOwn ? 1 : 0)) overruled();
    this.loaded = true;
  }

  /** Whoever opens something meanwhile need not wait for it. */
  async #unlessOvertaken(work: Promise<void>): Promise<void> {
    await Promise.race([work, new Promise<void>((settle) => (this.#overtake = settle))]);
  }

  async #openLast(asked: string | undefined): Promise<void> {
    const last = [asked ?? '', ...this.tabs.recent.ids].find((id) => this.has(id));
    // Whoever comes for the first time meets the simplest kind of tool.
    const simplest = this.authored.find(({ format }) => format === 'three-layer');
    const first = last ?? (simplest ?? this.authored[0])?.id ?? this.openIds[0];
    if (first !== undefined) await this.open(first);
  }

  /** Reads the list again, or only what it says of these units. */
  async refresh(ids?: readonly string[]): Promise<boolean> {
    const some = ids && ids.length <= MOST_NAMED ? ids : undefined;
    const takes = this.#lists.ask();
    const [answer] = await Promise.all([toolsApi.list(some), this.plan(some)]);
    if (answer.kind !== 'ok') return false;
    if (!takes()) return this.refresh(ids);
    this.name = answer.value.workspace;
    this.tools = some ? replaced(this.tools, some, answer.value.tools) : answer.value.tools;
    this.trash = answer.value.trash;
    remembered.write('workspace', this.name);
    return true;
  }

  /** In plan mode, asks the registry what it lists then; it knows every tool, and not only what is declared. */
  async plan(some?: readonly string[]): Promise<void> {
    if (!this.#isPlan()) {
      this.#planned = undefined;
      return;
    }
    const known = some && this.#planned;
    const takes = this.#plans.ask();
    const answer = await toolsApi.list(known && some, 'plan');
    if (answer.kind !== 'ok') return;
    if (!takes()) return this.plan(some);
    this.#planned = known ? replaced(known, some, answer.value.tools) : answer.value.tools;
  }

  /** Shows a tool; with `keep`, in a tab that stays. */
  open(id: string, keep = false): Promise<boolean> {
    const asked = (this.#asked += 1);
    const isLast = (): boolean => asked === this.#asked;
    this.isOpening = true;
    this.#overtake();
    this.opening = this.#open(id, keep, isLast).finally(() => isLast() && (this.isOpening = false));
    return this.opening;
  }

  async #open(id: string, keep: boolean, isLast: () => boolean): Promise<boolean> {
    if (!this.#drafts.has(id)) {
      const answer = await toolsApi.read(id);
      if (answer.kind !== 'ok') {
        if (isLast()) sayFailed(answer);
        return false;
      }
      const { value } = answer;
      if (!this.#drafts.has(id)) this.#drafts.set(id, new ToolDraft(id, value.files, value));
    }
    // Whoever goes through a list quickly wants the last one, whichever is read first.
    if (!isLast()) return false;
    this.tabs.show(id, keep);
    this.openId = id;
    return true;
  }

  /** Every keystroke of the editor and every edit of the form comes through here. */
  edit(id: string, path: string, content: FileContent): void {
    if (!inWorkspace(id)) return;
    this.#drafts.get(id)?.write(path, content);
    this.#keep(id);
  }

  /** An edit from elsewhere than the editor: a quick fix of the list, the form, a saved sample. */
  change(id: string, files: Folder): void {
    if (!inWorkspace(id)) return;
    this.#drafts.get(id)?.replace(files);
    this.#keep(id);
  }

  revert(id: string): void {
    const draft = this.#drafts.get(id);
    if (!draft?.base) return this.forget(id);
    const { outside } = draft;
    if (outside) draft.settle(outside);
    draft.replace(draft.base.files);
    this.#keep(id);
  }

  /** A draft of an earlier visit, as the browser kept it until then: an open folder's edits may have dropped it. */
  bring(draft: { id: string; files: Folder; base?: ToolDraft['base'] }): void {
    const { id, files, base } = draft;
    const open = this.#drafts.get(id);
    if (!open) return void this.#drafts.set(id, new ToolDraft(id, files, base));
    open.bringBack(draft);
    this.#keep(id);
  }

  /** A folder that is new in the page, saved or not. */
  put(id: string, files: Folder, saved?: ToolFolder): void {
    this.#drafts.set(id, new ToolDraft(id, files, saved));
    this.#keep(id);
  }

  /** What the disk holds after a save. Edits made meanwhile stay edits. */
  settle(saved: ToolFolder): void {
    this.#drafts.get(saved.id)?.settle(saved);
    this.#keep(saved.id);
  }

  forget(id: string): void {
    this.#drafts.delete(id);
    void draftStore.drop(this.name, id);
    if (this.openId === id) this.openId = undefined;
    this.tabs.leave(id);
  }

  /** Folders changed on disk, any of them where it is not known which: clean ones follow, edited ones are told. */
  async follow(ids?: readonly string[]): Promise<void> {
    await this.refresh(ids);
    for (const id of ids ?? this.openIds) {
      const draft = this.#drafts.get(id);
      if (draft) await followDisk(this, draft);
    }
  }

  /** Another state of the disk than the draft's. Where it says nothing new, the page goes on from it. */
  meet(disk: ToolFolder): void {
    this.#drafts.get(disk.id)?.meet(disk);
    // The page that saved it may have dropped this draft in favour of its own.
    this.#keep(disk.id);
  }

  /** An edited folder is no longer on the disk; one that was never saved was not there either. */
  lose(id: string): void {
    const draft = this.#drafts.get(id);
    if (!draft?.base) return;
    draft.gone = true;
    this.#keep(id);
  }

  #keep(id: string): void {
    const draft = this.#drafts.get(id);
    if (!draft) return;
    if (!draft.dirty) return void draftStore.drop(this.name, id);
    this.tabs.keep(id);
    void draft.keep(this.name);
  }
}
