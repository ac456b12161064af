import type { LibraryTree } from './library-tree.svelte.ts';

/** Of more rows only those in sight are drawn. */
const MOST_DRAWN = 300;
/** Rows that are drawn above and below those in sight, so that scrolling shows no gap. */
const DRAWN_BESIDE = 8;

/** Which rows of the library are in sight, and how others come into it. */
export class TreeScroll {
  #tree: LibraryTree;
  /** What scrolls. */
  box = $state<HTMLElement>();
  #scrolled = $state(0);
  #height = $state(0);

  /** Pixels of a row; another width of the screen, which changes the height, may have others. */
  row = $derived(
    (this.#height && this.box?.querySelector<HTMLElement>('.item')?.offsetHeight) || 26,
  );
  drawn = $derived.by(() => {
    const { length } = this.#tree.rows;
    if (length <= MOST_DRAWN) return { from: 0, to: length };
    const first = Math.floor(this.#scrolled / this.row);
    const to = Math.min(length, first + Math.ceil(this.#height / this.row) + DRAWN_BESIDE);
    return { from: Math.max(0, Math.min(first, to) - DRAWN_BESIDE), to };
  });

  constructor(tree: LibraryTree) {
    this.#tree = tree;
  }

  /** Takes in how far somebody has scrolled. */
  follow(): void {
    this.#scrolled = this.box?.scrollTop ?? 0;
  }

  /** What was in sight of the open tool and of the keys' row stays so, as when the history below grows. */
  resize(height: number): void {
    // Where there is no room for a row none leaves sight for good.
    if (height === 0) return;
    this.follow();
    const kept = [this.#open, this.#tree.at].filter((at) => this.#isSeen(at));
    this.#height = height;
    for (const at of kept) this.show(at);
  }

  /** Shows what is open. */
  showOpen(): void {
    this.show();
    this.show(this.#open);
  }

  /** Scrolls to a row: the one that the keys are at. */
  show(at = this.#tree.at): void {
    const { box, row } = this;
    if (!box || at < 0) return;
    const top = at * row;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + row > box.scrollTop + box.clientHeight)
      box.scrollTop = top + row - box.clientHeight;
  }

  /** The index of the open function's row, or of its tool's. */
  get #open(): number {
    const { rows, openFunction, openRow } = this.#tree;
    const own = rows.findIndex(({ key }) => key === openFunction);
    return own >= 0 ? own : rows.findIndex(({ key }) => key === openRow);
  }

  #isSeen(at: number): boolean {
    const middle = (at + 0.5) * this.row - this.#scrolled;
    return middle > 0 && middle < this.#height;
  }
}
