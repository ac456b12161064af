import type { Tool } from '@modelcontextprotocol/server';
import type { Registered } from '../../../shared/registry/registry-view.ts';
import { DISPLAY_URI } from './display/display-app.ts';
import { namedTools } from './named-tools.ts';
import type { Placed } from './pages.ts';

type Rows = readonly Placed<Tool>[];

/** The rows of a list, which stays the same array as long as nothing has changed. */
const known = new WeakMap<readonly Registered[], Map<boolean, Rows>>();

/** The tools as a client is told of them; `hasApps` where it draws interfaces of tools. */
export function listedTools(tools: readonly Registered[], hasApps: boolean): Rows {
  const kept = known.get(tools) ?? new Map<boolean, Rows>();
  const rows =
    kept.get(hasApps) ??
    [...namedTools(tools).values()].map(({ one, declared, place }) => ({
      row: hasApps && isDrawn(one) ? withDisplay(declared) : declared,
      place,
    }));
  known.set(tools, kept.set(hasApps, rows));
  return rows;
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
