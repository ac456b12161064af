const focusable = 'button:not([disabled]), input, select, textarea, a[href], [tabindex="0"]';

interface Held {
  element: HTMLElement;
  /** The list that its row stands in, and which row that is. */
  list: Element | undefined;
  index: number;
  pane: Element | undefined;
}

const heldBy = (element: HTMLElement): Held => {
  const row = element.closest('li');
  const list = row?.parentElement ?? undefined;
  const index = row && list ? [...list.children].indexOf(row) : -1;
  return { element, list, index, pane: element.closest('[data-testid]') ?? undefined };
};

/** What takes the place of something that is gone: the row that moved up, else the pane's first button. */
const nextAfter = ({ list, index, pane }: Held): HTMLElement | undefined => {
  const rows = list?.isConnected ? [...list.children] : [];
  const row = rows[Math.min(index, rows.length - 1)];
  const next = row?.querySelector<HTMLElement>(focusable);
  return next ?? pane?.querySelector<HTMLElement>('button:not([disabled])') ?? undefined;
};

/**
 * Keeps the focus off the body: where what had it is taken out of the page, what comes next gets it. A
 * dialog gives it back by itself.
 */
export const keepFocus = (): void => {
  let held: Held | undefined;
  const hold = (target: EventTarget | null): void => {
    const isOwn = target instanceof HTMLElement && !target.closest('[role=dialog], [role=menu]');
    if (isOwn) held = heldBy(target);
  };
  const isLost = (): boolean =>
    document.activeElement === document.body && held !== undefined && !held.element.isConnected;
  // Whatever took it out may know better where the focus goes; it has two frames for that.
  const check = (): void => {
    if (!isLost()) return;
    const lost = held;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (held === lost && lost && isLost()) nextAfter(lost)?.focus();
      }),
    );
  };
  hold(document.activeElement);
  addEventListener('focusin', ({ target }) => hold(target));
  new MutationObserver(check).observe(document.body, { childList: true, subtree: true });
};
