import { untrack } from 'svelte';
import { connection } from '../../api/connection.svelte.ts';
import type { App } from '../app.svelte.ts';
import { hashOf, placeOf, type Place } from './address.ts';

/** Keeps the address and what is shown together, whichever of them changes; called once, by the page. */
export const followPlaces = (app: App): void => {
  const { view, workspace, reading } = app;

  $effect(() => {
    const { asked } = view;
    if (asked && workspace.loaded) untrack(() => void arrive(app, asked));
  });

  $effect(() => {
    if (view.asked || workspace.isOpening || !workspace.loaded) return;
    const place = shownPlace(app);
    untrack(() => write(place, reading.isByCursor));
  });

  // What a tool ran last comes back with it.
  const beside = $derived(reading.lastTool?.definition.name);
  $effect(() => {
    const { openId } = workspace;
    if (openId === undefined || beside === undefined) return;
    if (app.session.missing || connection.offline) return;
    untrack(() => void app.run.comeBack(openId, beside));
  });
};

/** Opens what an address names; one that names nothing says so, and is mended. */
const arrive = async (app: App, asked: Place): Promise<void> => {
  const { view, workspace } = app;
  const isThere = asked.run ? await app.pastRuns.open(asked.run) : await openTool(app, asked);
  if (view.asked !== asked) return;
  view.asked = undefined;
  if (isThere || !workspace.loaded) return;
  view.run = undefined;
  const { sayMissing } = await import('./missing.ts');
  sayMissing(asked);
};

const openTool = async ({ view, workspace, reading }: App, asked: Place): Promise<boolean> => {
  const { id = '', tool, file } = asked.tool ?? {};
  if (!workspace.has(id)) return false;
  if (workspace.openId !== id) await workspace.open(id);
  if (view.asked !== asked) return true;
  reading.choose(tool);
  if (file) view.showFile(id, file);
  return workspace.openId === id;
};

const shownPlace = ({ view, workspace, reading, run }: App): Place => {
  const { place } = view;
  if (hashOf(place) !== '') return place;
  if (view.run !== undefined && run.runId === view.run) return { run: view.run };
  const { openId: id } = workspace;
  if (id === undefined) return {};
  const tool = reading.tools.length > 1 ? reading.tool?.definition.name : undefined;
  return { tool: { id, tool, file: view.file(id) } };
};

/** Other places are new entries of the browser's history; the same one otherwise seen is not. */
const write = (place: Place, isByCursor: boolean): void => {
  const hash = hashOf(place);
  if (hash === location.hash) return;
  const before = placeOf(location.hash);
  // One that names nothing, or the same in other words.
  const isFirst = ['', hash].includes(hashOf(before));
  const isOver = before.settings !== undefined || before.guides !== undefined;
  const isSame =
    (before.settings && place.settings) ||
    (before.tool?.id === place.tool?.id &&
      place.tool !== undefined &&
      (isByCursor || before.tool?.tool === place.tool.tool));
  const address = location.pathname + location.search + hash;
  if (isFirst || isOver || isSame) history.replaceState(history.state, '', address);
  else {
    const liesOver = place.settings !== undefined || place.guides !== undefined;
    // A reload then brings back what it lies over.
    const state = liesOver ? { ...history.state, beneath: location.hash } : null;
    history.pushState(state, '', address);
  }
};
