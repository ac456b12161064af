import type { Icon, Tool } from '@modelcontextprotocol/server';
import type { Registered } from '../../../shared/registry/registry-view.ts';
import { DISPLAY_URI } from './display/display-app.ts';
import { iconOf } from './icons.ts';
import { namedTools } from './named-tools.ts';
import type { Offer } from './offer.ts';
import type { Placed } from './pages.ts';

type Given = Pick<Offer, 'icon' | 'tools'>;
type Rows = Promise<readonly Placed<Tool>[]>;
type Kept = Map<boolean, Rows>;

/** The rows of a list, which stays the same array as long as nothing has changed. */
const known = new WeakMap<readonly Registered[], Kept>();

/** Each icon is some 450 bytes: a list with more of them has none, which keeps that of 2,000 tools a third of a megabyte. */
const MOST_ICONS = 256;

/** The tools as a client is told of them; `hasApps` where it draws interfaces of tools. */
export async function listTools(offer: Given, hasApps: boolean): Rows {
  const tools = await offer.tools(true);
  const kept: Kept = known.get(tools) ?? new Map();
  known.set(tools, kept);
  const before = kept.get(hasApps);
  if (before) return before;
  const drop = () => kept.delete(hasApps);
  const rows = rowsOf(tools, offer, hasApps, drop);
  kept.set(hasApps, rows);
  return rows.catch((error: unknown) => {
    drop();
    throw error;
  });
}

/** Says when an icon is missing for now, so that the rows are not to be kept. */
async function rowsOf(
  tools: readonly Registered[],
  { icon: read }: Given,
  hasApps: boolean,
  lacks: () => void,
): Rows {
  const icons = new Map<string, Icon[]>();
  const files = tools.flatMap(({ definition: { icon = [] } }) => icon);
  for (const file of files.length > MOST_ICONS ? [] : new Set(files)) {
    const svg = await read(file);
    if (svg === null) lacks();
    else if (svg !== undefined) icons.set(file, [iconOf(svg)]);
  }
  return [...namedTools(tools).values()].map(({ one, declared, place }) => {
    const drawn = icons.get(one.definition.icon ?? '');
    const row = drawn ? { ...declared, icons: drawn } : declared;
    return { row: hasApps && isDrawn(one) ? withDisplay(row) : row, place };
  });
}

/**
 * Whether its author makes what the person gets, which may then be anything. A built-in tool says one line, and what
 * another server's tool answers is drawn by that server's own interface.
 */
const isDrawn = ({ unit }: Registered): boolean =>
  unit.source === 'authored' || unit.source === 'found';

/** The interface calls nothing, so that its tool is for models alone. */
const withDisplay = (declared: Tool): Tool => ({
  ...declared,
  _meta: { ...declared._meta, ui: { resourceUri: DISPLAY_URI, visibility: ['model'] } },
});
