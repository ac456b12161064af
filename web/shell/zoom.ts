import type { PaneTab, View } from '../state/view.svelte.ts';
import '../styles/zoom.css';

/** The panes that can fill the screen, and the tabs that they are. */
const tabs = { editor: 'edit', preview: 'schema', run: 'run', result: 'result' } as const;

/** Those that a double click on their heads fills it with, too. */
const others = { library: 'library', talk: 'talk', runs: 'runs' } as const;

const controls = 'button, input, select, a, [role=tab]';

const tabAround = (
  within: EventTarget | null,
  panes: Readonly<Record<string, PaneTab>> = tabs,
): PaneTab | undefined => {
  if (!(within instanceof Element)) return undefined;
  return Object.entries(panes).find(([id]) => within.closest(`[data-testid=${id}]`))?.[1];
};

/** Fills the screen with the pane that has the focus, else with the one gone to last, or returns. */
export const zoom = (view: View): void => {
  const last = Object.values(tabs).find((tab) => tab === view.tab);
  const tab = tabAround(document.activeElement) ?? last ?? 'edit';
  view.zoom = view.zoom ? undefined : tab;
};

/** A double click on a pane's head does the same. */
export const zoomByHead = (view: View, { target }: Event): void => {
  if (!(target instanceof Element) || target.closest(controls)) return;
  if (!target.closest('.head, .hd, .object')) return;
  // The latest runs lie beside the library; filling the screen, they are the history.
  if (target.closest('[data-testid=history]')) {
    view.showRuns({});
    view.zoom = 'runs';
    return;
  }
  const tab = tabAround(target, { ...tabs, ...others });
  if (tab) view.zoom = view.zoom ? undefined : tab;
};
