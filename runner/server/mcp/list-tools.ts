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

/** Returns the rows of a list, which is the same array as long as nothing changed. */
const known = new WeakMap<readonly Registered[], Kept>();

/**
 * Each icon has some 450 bytes: a list with more tools has no icons, which keeps one of 2,000 tools at a third of a
 * megabyte.
 */
const MOST_ICONS = 256;
/** The limit for all pictures of one server's tools, in characters; beyond it they are left out. */
const MOST_PICTURES = 128 * 1024;

/** Returns the tools for a client; `hasApps` if it draws interfaces of tools. */
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

/** Called if an icon is missing temporarily, so that the rows are not cached. */
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
  const pictures = picturesOf(tools);
  return [...namedTools(tools).values()].map(({ one, declared, place }) => {
    const drawn = icons.get(one.definition.icon ?? '') ?? pictures.get(one);
    const row = drawn ? { ...declared, icons: drawn } : declared;
    return { row: hasApps && isDrawn(one) ? withDisplay(row) : row, place };
  });
}

/** The icons of tools were checked when they were declared; each server has its own limit. */
function picturesOf(tools: readonly Registered[]): ReadonlyMap<Registered, Icon[]> {
  const ofEach = new Map<string, { count: number; characters: number }>();
  for (const { tool, unit } of tools) {
    if (tool.picture === undefined) continue;
    const { count, characters } = ofEach.get(unit.id) ?? { count: 0, characters: 0 };
    ofEach.set(unit.id, { count: count + 1, characters: characters + tool.picture.length });
  }
  return new Map(
    tools.flatMap((one) => {
      const { picture } = one.tool;
      const { count = 0, characters = 0 } = ofEach.get(one.unit.id) ?? {};
      const isFew = count <= MOST_ICONS && characters <= MOST_PICTURES;
      return picture !== undefined && isFew ? [[one, [pictureOf(picture)]]] : [];
    }),
  );
}

function pictureOf(src: string): Icon {
  const mimeType = /^data:([^;]*)/.exec(src)?.[1];
  return mimeType === undefined ? { src } : { src, mimeType };
}

/**
 * Whether the tool's author writes the content for the person. Built-in tools have one line of content, and another
 * server's tools are drawn by that server's own interface.
 */
const isDrawn = ({ unit }: Registered): boolean =>
  unit.source === 'authored' || unit.source === 'external';

/** The interface calls nothing, so its tool is only for models. */
const withDisplay = (declared: Tool): Tool => ({
  ...declared,
  _meta: { ...declared._meta, ui: { resourceUri: DISPLAY_URI, visibility: ['model'] } },
});
