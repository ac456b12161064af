import { Choice } from './chosen/choice.ts';
import type { LibraryTree } from './library-tree.svelte.ts';
import type { TreeRow } from './tree-rows.ts';

/** Letters that come within this time are one word. */
const TYPE_AHEAD_MS = 700;
/** About as many rows as are seen at once. */
const PAGE = 12;

const nameOf = ({ category, entry, function: name }: TreeRow): string =>
  name ?? entry?.name ?? entry?.id ?? category ?? '';

type Pressed = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** The keys of the library and what they do, as the list of keys tells it; letters and arrows need no telling. */
export const treeKeys = {
  open: 'Enter',
  choose: 'Space',
  all: 'Mod+A',
  none: 'Escape',
  menu: 'Shift+F10',
} as const;

/** The keys of a tree. Source: WAI-ARIA Authoring Practices, Tree View Pattern. */
export class TreeKeys {
  readonly choice: Choice;
  #tree: LibraryTree;
  #typed = '';
  #typedAt = 0;

  constructor(tree: LibraryTree) {
    this.#tree = tree;
    this.choice = new Choice(tree);
  }

  /** Does what a key means and answers whether it means anything. Ctrl or ⌘ is held with A and the space bar alone. */
  press({ key, shiftKey, ctrlKey, metaKey, timeStamp }: Pressed): boolean {
    const { rows, at } = this.#tree;
    const row = rows[at];
    if (!row) return false;
    const to = this.#target(key, rows, at);
    if (to !== undefined && shiftKey) this.choice.reach(to);
    else if (to !== undefined) this.#go(to);
    else if (key === ' ') this.choice.toggle(at);
    else if (ctrlKey || metaKey) this.choice.all();
    else if (key === 'Escape') this.#tree.chooseNone();
    else if (key === 'ArrowRight') this.#right(row);
    else if (key === 'ArrowLeft') this.#left(row);
    else if (key === 'Enter') this.#tree.open(row);
    else if (/^[\p{L}\p{N}_]$/u.test(key)) this.#type(key, timeStamp);
    else return false;
    return true;
  }

  #target(key: string, rows: readonly TreeRow[], at: number): number | undefined {
    const last = rows.length - 1;
    const steps: Partial<Record<string, number>> = {
      ...{ ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last },
      ...{ PageDown: at + PAGE, PageUp: at - PAGE },
    };
    const to = steps[key];
    return to === undefined ? undefined : Math.min(last, Math.max(0, to));
  }

  #go(to: number): void {
    this.#tree.active = this.#tree.rows[to]?.key;
  }

  #right(row: TreeRow): void {
    if (row.isOpen === false) this.#tree.fold(row);
    else if (row.isOpen) this.#go(this.#tree.at + 1);
  }

  #left(row: TreeRow): void {
    if (row.isOpen) return this.#tree.fold(row);
    const { rows, at } = this.#tree;
    const parent = rows.slice(0, at).findLastIndex(({ level }) => level < row.level);
    if (parent >= 0) this.#go(parent);
  }

  /** The next row whose name begins so; one letter again and again walks through its rows. */
  #type(letter: string, now: number): void {
    const isNew = now - this.#typedAt > TYPE_AHEAD_MS;
    this.#typed = (isNew ? '' : this.#typed) + letter.toLowerCase();
    this.#typedAt = now;
    const { rows, at } = this.#tree;
    const isOne = [...this.#typed].every((each) => each === letter.toLowerCase());
    const start = isOne ? at + 1 : at;
    const wanted = isOne ? letter.toLowerCase() : this.#typed;
    const order = rows.map((_, n) => (start + n) % rows.length);
    const to = order.find((n) => {
      const row = rows[n];
      return row !== undefined && nameOf(row).toLowerCase().startsWith(wanted);
    });
    if (to !== undefined) this.#go(to);
  }
}
