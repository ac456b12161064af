import type { Loss } from '../../tool/format.ts';
import { jsonPointer } from '../json/json-pointer.ts';

interface Twin {
  path: string;
  twin: string;
  /** Whether it holds for what lies below them as well. */
  below: boolean;
}

/** Collects what a provider's form cannot say. Paths are JSON pointers into the definition. */
export class Losses {
  readonly rows: Loss[] = [];
  readonly #tool: string;
  readonly #known = new Set<string>();
  readonly #twins: Twin[] = [];

  constructor(tool: string) {
    this.#tool = tool;
  }

  /** `at` is the schema around the keyword; the keyword itself is what is lost, with all below it. */
  drop(at: string, keyword: string, reason: string): void {
    this.#add(at, keyword, 'dropped', reason);
  }

  rewrite(at: string, keyword: string, reason: string): void {
    this.#add(at, keyword, 'rewritten', reason);
  }

  /** Two places say the same and are sent once: what is lost of the first is lost of its twin. */
  twin(path: string, twin: string): void {
    this.#pair({ path, twin, below: true });
  }

  /** Two maps are sent as one: what happens to the first as a whole happens to the other. */
  together(path: string, twin: string): void {
    this.#pair({ path, twin, below: false });
  }

  #pair(pair: Twin): void {
    this.#twins.push(pair);
    for (const row of [...this.rows]) this.#addTwin(row, pair);
  }

  #add(at: string, keyword: string, action: Loss['action'], reason: string): void {
    const row: Loss = { tool: this.#tool, path: jsonPointer(at, keyword), keyword, action, reason };
    const key = JSON.stringify([row.path, action, reason]);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.rows.push(row);
    for (const twin of this.#twins) this.#addTwin(row, twin);
  }

  #addTwin(row: Loss, { path, twin, below }: Twin): void {
    if (row.path !== path && !(below && row.path.startsWith(`${path}/`))) return;
    const moved = twin + row.path.slice(path.length);
    this.#add(moved.slice(0, moved.lastIndexOf('/')), row.keyword, row.action, row.reason);
  }
}
