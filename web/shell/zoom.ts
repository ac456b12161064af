import type { View } from '../state/view.svelte.ts';
import '../styles/zoom.css';

/** The panes that can fill the screen, and the tabs that they are. */
const tabs = { editor: 'edit', preview: 'schema', run: 'run', result: 'result' } as const;

const controls = 'button, input, select, a, [role=tab]';

/** Fills the screen with the pane around an element, or returns. */
export const zoom = (view: View, within: EventTarget | null): void => {
  const pane = within instanceof Element && within.closest<HTMLElement>('[data-testid]');
  const [, tab] = Object.entries(tabs).find(([id]) => pane && pane.dataset.testid === id) ?? [];
  view.zoom = view.zoom ? undefined : tab;
};

/** A double click on a pane's head does the same. */
export const zoomByHeads = (view: View): void =>
  addEventListener('dblclick', ({ target }) => {
    if (!(target instanceof Element) || target.closest(controls)) return;
    if (target.closest('.head, .object')) zoom(view, target);
  });
