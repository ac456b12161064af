import { z } from 'zod';
import { remembered } from '../../storage/remembered.ts';
import { RecentTools } from './recent-tools.svelte.ts';

const Tabs = z.array(z.object({ id: z.string(), kept: z.boolean() })).catch([]);
type Tab = z.infer<typeof Tabs>[number];

/** Whoever has the tools. */
interface Opener {
  readonly openId: string | undefined;
  has(id: string): boolean;
  draft(id: string): { dirty: boolean } | undefined;
  open(id: string): Promise<boolean>;
}

/**
 * The tools that stand open, in the order of their tabs. A tool that was only looked at gives its tab to the
 * next one; one that was created, edited, run or kept by hand stays until it is closed.
 */
export class OpenTabs {
  readonly recent = new RecentTools();
  #opener: Opener;
  #key = '';
  #all = $state.raw<readonly Tab[]>([]);
  /** Those of tools that are there. */
  all = $derived.by(() => this.#all.filter(({ id }) => this.#opener.has(id)));

  constructor(opener: Opener) {
    this.#opener = opener;
  }

  enter(workspace: string): void {
    this.recent.enter(workspace);
    this.#key = `tabs.${workspace}`;
    const early = this.#all;
    this.#all = Tabs.parse(remembered.read(this.#key));
    for (const { id, kept } of early) this.show(id, kept);
  }

  /** A tool comes on the screen: in its own tab, else in that of one that was only looked at. */
  show(id: string, keep = false): void {
    this.recent.add(id);
    if (this.#all.some((tab) => tab.id === id)) {
      if (keep) this.keep(id);
      return;
    }
    const kept = keep || this.#opener.draft(id)?.dirty === true;
    const loose = this.#all.findIndex((tab) => !tab.kept);
    if (!kept && loose >= 0) return this.#write(this.#all.with(loose, { id, kept }));
    const open = this.#all.findIndex((tab) => tab.id === this.#opener.openId);
    const at = open < 0 ? this.#all.length : open + 1;
    this.#write(this.#all.toSpliced(at, 0, { id, kept }));
  }

  keep(id: string): void {
    if (!this.#all.some((tab) => tab.id === id && !tab.kept)) return;
    this.#write(this.#all.map((tab) => (tab.id === id ? { id, kept: true } : tab)));
  }

  /** What is on the screen gives way to its neighbour; without one it stays. Drafts are kept. */
  async close(ids: readonly string[]): Promise<void> {
    const { openId = '' } = this.#opener;
    const next = ids.includes(openId) ? this.#beside(openId, ids) : undefined;
    // What cannot be read, since the runner is gone, takes nothing off the screen.
    if (next !== undefined) await this.#opener.open(next);
    this.#write(this.#all.filter(({ id }) => !ids.includes(id) || id === this.#opener.openId));
  }

  /** Closes the tabs without unsaved changes. */
  closeSaved(): Promise<void> {
    const ids = this.all.map(({ id }) => id);
    return this.close(ids.filter((id) => !this.#opener.draft(id)?.dirty));
  }

  closeOthers(id: string): Promise<void> {
    return this.close(this.all.map((tab) => tab.id).filter((one) => one !== id));
  }

  /** A tool is gone, and its tab with it. */
  leave(id: string): void {
    const next = this.#beside(id, [id]);
    this.#write(this.#all.filter((tab) => tab.id !== id));
    if (this.#opener.openId === undefined && next !== undefined) void this.#opener.open(next);
  }

  /** A tool has another name: its tab stays where it is. */
  rename(from: string, to: string): void {
    if (!this.#all.some(({ id }) => id === from)) return;
    const others = this.#all.filter(({ id }) => id !== to);
    this.#write(others.map((tab) => (tab.id === from ? { id: to, kept: true } : tab)));
  }

  /** Opens the next or the previous one, around the ends. */
  step(by: 1 | -1): void {
    const tab = this.all.at((this.#at + by) % this.all.length);
    if (tab) void this.#opener.open(tab.id);
  }

  /** Puts a tab before another one; without one, last. */
  move(id: string, before: string | undefined): void {
    const tab = this.#all.find((one) => one.id === id);
    if (!tab || id === before) return;
    const others = this.#all.filter((one) => one !== tab);
    const at = others.findIndex((one) => one.id === before);
    this.#write(others.toSpliced(at < 0 ? others.length : at, 0, tab));
  }

  /** Moves the tab of what is on the screen by one place. */
  shift(by: 1 | -1): void {
    const { openId } = this.#opener;
    const to = this.#at + by;
    if (openId === undefined || to < 0 || to >= this.all.length) return;
    this.move(openId, this.all[by > 0 ? to + 1 : to]?.id);
  }

  get #at(): number {
    return this.all.findIndex(({ id }) => id === this.#opener.openId);
  }

  /** The nearest tab that stays, to the right where there is one. */
  #beside(from: string, leaving: readonly string[]): string | undefined {
    const at = this.#all.findIndex(({ id }) => id === from);
    const near = [...this.#all.slice(at + 1), ...this.#all.slice(0, Math.max(0, at)).reverse()];
    return near.find(({ id }) => !leaving.includes(id) && this.#opener.has(id))?.id;
  }

  #write(all: readonly Tab[]): void {
    this.#all = all;
    if (this.#key) remembered.write(this.#key, all);
  }
}
