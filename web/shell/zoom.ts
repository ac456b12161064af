import type { PaneTab, View } from '../state/view.svelte.ts';
import '../styles/zoom.css';

/** The panes that can fill the screen, and the tabs that they are. */
const tabs = { editor: 'edit', preview: 'schema', run: 'run', result: 'result' } as const;

const controls = 'button, input, select, a, [role=tab]';

const tabAround = (within: EventTarget | null): PaneTab | undefined => {
  if (!(within instanceof Element)) return undefined;
  return Object.entries(tabs).find(([id]) => within.closest(`[data-testid=${id}]`))?.[1];
};

/** Fills the screen with the pane that has the focus, else with the one gone to last, or returns. */
export const zoom = (view: View): void => {
  const last = Object.values(tabs).find((tab) => tab === view.tab);
  const tab = tabAround(document.activeElement) ?? last ?? 'edit';
  view.zoom = view.zoom ? undefined : tab;
};

/** A double click on a pane's head does the same. */
export const zoomByHeads = (view: View): void =>
  addEventListener('dblclick', ({ target }) => {
    if (!(target instanceof Element) || target.closest(controls)) return;
    const tab = tabAround(target);
    if (tab && target.closest('.head, .object')) view.zoom = view.zoom ? undefined : tab;
  });
