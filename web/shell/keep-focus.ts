const focusable = 'button:not([disabled]), input, select, textarea, a[href], [tabindex="0"]';

/** What comes over the page by itself and goes once it is answered. */
const passing = '[role=alertdialog], .toast';

interface Held {
  element: HTMLElement;
  /** The list that its row stands in, and which row that is. */
  list: Element | undefined;
  index: number;
  /** The regions around it, the innermost first. */
  panes: readonly Element[];
  /** For what passes: what had the focus before. */
  before: Held | undefined;
}

const panesAround = (element: Element | null): Element[] => {
  const pane = element?.closest('[data-testid]');
  return pane ? [pane, ...panesAround(pane.parentElement)] : [];
};

const heldBy = (element: HTMLElement, last: Held | undefined): Held => {
  const row = element.closest('li');
  const list = row?.parentElement ?? undefined;
  const index = row && list ? [...list.children].indexOf(row) : -1;
  const before = last?.element.closest(passing) ? last.before : last;
  const passes = element.closest(passing) !== null;
  return { element, list, index, panes: panesAround(element), before: passes ? before : undefined };
};

/** Gives it the focus; answers whether it took it, which what is hidden or gone does not. */
const takes = (element: HTMLElement | null | undefined): boolean => {
  element?.focus();
  return element instanceof HTMLElement && document.activeElement === element;
};

/**
 * Goes on to what takes the place of something that is gone: the row that moved up, what had the focus before
 * it came, else the first button of the nearest pane that is left.
 */
const goOn = ({ list, index, panes, before }: Held): boolean => {
  const rows = list?.isConnected ? [...list.children] : [];
  const row = rows[Math.min(index, rows.length - 1)];
  const pane = panes.find(({ isConnected }) => isConnected);
  return (
    takes(row?.querySelector<HTMLElement>(focusable)) ||
    (before !== undefined && (takes(before.element) || goOn(before))) ||
    takes(pane?.querySelector<HTMLElement>('button:not([disabled])'))
  );
};

/**
 * Keeps the focus off the body: where what had it is taken out of the page, what comes next gets it. A
 * dialog gives it back by itself.
 */
export const keepFocus = (): void => {
  let held: Held | undefined;
  const hold = (target: EventTarget | null): void => {
    const isOwn = target instanceof HTMLElement && !target.closest('[role=dialog], [role=menu]');
    if (isOwn) held = heldBy(target, held);
  };
  const isLost = (): boolean =>
    document.activeElement === document.body && held !== undefined && !held.element.isConnected;
  // Whatever took it out may know better where the focus goes; it has two frames for that.
  const check = (): void => {
    if (!isLost()) return;
    const lost = held;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (held === lost && lost && isLost()) goOn(lost);
      }),
    );
  };
  hold(document.activeElement);
  addEventListener('focusin', ({ target }) => hold(target));
  new MutationObserver(check).observe(document.body, { childList: true, subtree: true });
};
