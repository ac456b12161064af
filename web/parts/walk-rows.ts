/** Moves the focus from row to row of a list: the arrows, Home and End, between the buttons `.open` of its rows. */
export function walkRows(event: KeyboardEvent, list: HTMLElement | undefined): void {
  const rows = [...(list?.querySelectorAll<HTMLButtonElement>('.open') ?? [])];
  const here = rows.findIndex((row) => row.parentElement?.contains(event.target as Node));
  const steps: Partial<Record<string, number>> = {
    ...{ ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 },
  };
  const to = steps[event.key];
  if (to === undefined) return;
  event.preventDefault();
  rows[Math.min(rows.length - 1, Math.max(0, to))]?.focus();
}
