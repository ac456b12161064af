import type { RunRecord } from '../../../shared/protocol/runs.ts';
import { connection } from '../../api/connection.svelte.ts';
import type { History } from '../history.svelte.ts';
import type { Reading } from '../reading.svelte.ts';
import type { Run } from '../run.svelte.ts';
import type { View } from '../view.svelte.ts';
import type { Workspace } from '../workspace.svelte.ts';
import type { ReadFirst } from './read-first.svelte.ts';

interface Page {
  workspace: Workspace;
  reading: Reading;
  readFirst: ReadFirst;
  view: View;
  run: Run;
  history: History;
  start(): Promise<void>;
}

/** Which tool a run was of, and what it was given. */
type About = Pick<RunRecord, 'toolId' | 'tool' | 'arguments'>;

/** Runs of the history, which are put on the screen or made once more. */
export class PastRuns {
  #app: Page;
  #openings = 0;

  constructor(app: Page) {
    this.#app = app;
  }

  /** Shows a run with its tool and its arguments; answers whether there is one. */
  async open(id: string): Promise<boolean> {
    return (await this.#open(id, ++this.#openings)) !== undefined;
  }

  /** Shows a run, and runs its tool with its arguments, if that tool and they are still there. */
  async again(id: string): Promise<void> {
    const { workspace, reading, readFirst } = this.#app;
    const opening = ++this.#openings;
    const about = await this.#open(id, opening);
    if (!about && !connection.offline)
      (await import('../places/missing.ts')).sayMissing({ run: id });
    if (!about?.arguments || workspace.openId !== about.toolId) return;
    if (!(await readFirst.isRead()) || opening !== this.#openings) return;
    if (!this.#isBeside(about)) return;
    reading.give(about.arguments);
    await this.#app.start();
  }

  async #open(id: string, opening: number): Promise<About | undefined> {
    const { workspace, reading, run, history, view } = this.#app;
    const isLast = (): boolean => opening === this.#openings;
    const record = await history.read(id);
    const about = record ?? (await run.hear(id));
    if (!about || !isLast()) return about;
    const isOpen = workspace.has(about.toolId) && (await workspace.open(about.toolId));
    if (!isLast()) return about;
    if (isOpen) {
      reading.choose(about.tool);
      // A tool that is gone from its folder, or renamed, leaves its arguments to no other.
      if (about.arguments && this.#isBeside(about)) reading.give(about.arguments);
    }
    if (record) run.show(record);
    view.tab = 'result';
    view.run = id;
    return about;
  }

  /** Whether the tool on the screen is the one that ran. */
  #isBeside({ toolId, tool }: About): boolean {
    const { workspace, reading } = this.#app;
    return workspace.openId === toolId && reading.tool?.definition.name === tool;
  }
}
