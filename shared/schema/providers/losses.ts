import type { Loss } from '../../tool/format.ts';
import { jsonPointer } from '../json/pointer.ts';
import { fillText } from '../../tool/problem/reason.ts';
import { lossReasons } from './loss-reasons.ts';
import type { LossCode } from './loss-reasons.ts';

interface Twin {
  path: string;
  twin: string;
  /** Whether it also applies to everything below. */
  below: boolean;
}

/** Collects what a provider's format cannot express. Paths are JSON pointers into the definition. */
export class Losses {
  readonly rows: Loss[] = [];
  readonly #tool: string;
  readonly #known = new Set<string>();
  readonly #twins: Twin[] = [];

  constructor(tool: string) {
    this.#tool = tool;
  }

  /** `at` is the schema that contains the keyword. The keyword is lost with everything below it. */
  drop(at: string, keyword: string, code: LossCode, values?: Loss['values']): void {
    this.#add(at, keyword, 'dropped', code, values);
  }

  rewrite(at: string, keyword: string, code: LossCode, values?: Loss['values']): void {
    this.#add(at, keyword, 'rewritten', code, values);
  }

  /** Two places with the same schema are sent once: a loss of the first is a loss of its twin. */
  twin(path: string, twin: string): void {
    this.#pair({ path, twin, below: true });
  }

  /** Two maps are merged into one: what happens to the first as a whole happens to the other. */
  together(path: string, twin: string): void {
    this.#pair({ path, twin, below: false });
  }

  #pair(pair: Twin): void {
    this.#twins.push(pair);
    for (const row of [...this.rows]) this.#addTwin(row, pair);
  }

  #add(
    at: string,
    keyword: string,
    action: Loss['action'],
    code: LossCode,
    values?: Loss['values'],
  ): void {
    const reason = fillText(lossReasons[code], values);
    const path = jsonPointer(at, keyword);
    const said = values === undefined ? { code } : { code, values };
    this.#keep({ tool: this.#tool, path, keyword, action, reason, ...said });
  }

  #keep(row: Loss): void {
    const key = JSON.stringify([row.path, row.action, row.reason]);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.rows.push(row);
    for (const twin of this.#twins) this.#addTwin(row, twin);
  }

  #addTwin(row: Loss, { path, twin, below }: Twin): void {
    if (row.path !== path && !(below && row.path.startsWith(`${path}/`))) return;
    this.#keep({ ...row, path: twin + row.path.slice(path.length) });
  }
}
