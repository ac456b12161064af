import type { Loss } from '../../tool/format.ts';
import { jsonPointer } from '../json/json-pointer.ts';

/** Collects what a provider's form cannot say. Paths are JSON pointers into the definition. */
export class Losses {
  readonly rows: Loss[] = [];
  readonly #tool: string;

  constructor(tool: string) {
    this.#tool = tool;
  }

  /** `at` is the schema around the keyword; the keyword itself is what is lost. */
  drop(at: string, keyword: string, reason: string): void {
    this.#add(at, keyword, 'dropped', reason);
  }

  rewrite(at: string, keyword: string, reason: string): void {
    this.#add(at, keyword, 'rewritten', reason);
  }

  #add(at: string, keyword: string, action: Loss['action'], reason: string): void {
    const path = jsonPointer(at, keyword);
    const known = this.rows.some(
      (row) => row.path === path && row.action === action && row.reason === reason,
    );
    if (!known) this.rows.push({ tool: this.#tool, path, keyword, action, reason });
  }
}
