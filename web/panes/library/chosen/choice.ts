import type { LibraryTree } from '../library-tree.svelte.ts';
import type { TreeRow } from '../tree-rows.ts';

/** The tool that a row is of; categories and functions are not chosen. */
const toolOf = ({ entry, function: name }: TreeRow): string | undefined =>
  name === undefined ? entry?.id : undefined;

/** Which tools of the library are chosen together, as keys and clicks say. */
export class Choice {
  #tree: LibraryTree;
  /** From where a range reaches, and the row that it reached last. */
  #from: string | undefined;
  #to: string | undefined;

  constructor(tree: LibraryTree) {
    this.#tree = tree;
  }

  /** A click with a key held, or a tap while several are chosen. */
  click(at: number, { shiftKey }: Pick<MouseEvent, 'shiftKey'>): void {
    if (shiftKey) this.reach(at);
    else this.toggle(at);
  }

  /** Begins with one tool, where no key can be held. */
  begin(at: number): void {
    const row = this.#tree.rows[at];
    if (!row) return;
    this.#tree.active = row.key;
    this.#tree.choosing = true;
    this.#choose([toolOf(row)]);
  }

  /** One more, or one less. What is open is chosen, too, until something else is. */
  toggle(at: number): void {
    const row = this.#tree.rows[at];
    const tool = row && toolOf(row);
    if (!row || tool === undefined) return;
    const { chosen = new Set(), choosing, openRow } = this.#tree;
    const before = chosen.size > 0 || choosing ? [...chosen] : [openRow];
    this.#tree.active = row.key;
    this.#choose(chosen.has(tool) ? before.filter((one) => one !== tool) : [...before, tool]);
  }

  /** All from where the keys were to this row. */
  reach(at: number): void {
    const { rows, at: here, active, chosen } = this.#tree;
    const row = rows[at];
    if (!row) return;
    if (!chosen || active !== this.#to) this.#from = rows[here]?.key;
    const from = rows.findIndex(({ key }) => key === this.#from);
    const [first, last] = [from < 0 ? here : from, at].toSorted((a, b) => a - b);
    this.#to = row.key;
    this.#tree.active = row.key;
    this.#choose(rows.slice(first, (last ?? at) + 1).map(toolOf));
  }

  all(): void {
    this.#choose(this.#tree.rows.map(toolOf));
  }

  #choose(tools: Iterable<string | undefined>): void {
    const chosen = new Set([...tools].filter((tool) => tool !== undefined));
    this.#tree.chosen = chosen.size > 0 ? chosen : undefined;
  }
}
