export const serverTabs = [
  ...(['tools', 'messages', 'resources', 'prompts', 'sign-in', 'settings'] as const),
] as const;
export type ServerTab = (typeof serverTabs)[number];

/** An MCP server of the page's address; without a name, the form that adds one. */
export interface ServerPlace {
  name?: string | undefined;
  tab: ServerTab;
}

/** The runs of the page's address, and which of them; every filter is as it was written. */
export interface HistoryPlace {
  /** The id of a folder. */
  tool?: string | undefined;
  state?: string | undefined;
  text?: string | undefined;
  time?: string | undefined;
}

/** A tool folder of the page's address. */
export interface ToolPlace {
  id: string;
  /** Which of its functions, where it holds several. */
  tool?: string | undefined;
  /** The file that the editor shows, where that is not the first. */
  file?: string | undefined;
}

export const settingsTabs = [
  'general',
  'models',
  'commands',
  'modules',
  'groups',
  'decisions',
  'conflicts',
  'log',
  'connect',
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** What an address of the page names; of all these at most one. */
export interface Place {
  tool?: ToolPlace | undefined;
  run?: string | undefined;
  conversation?: string | undefined;
  server?: ServerPlace | undefined;
  history?: HistoryPlace | undefined;
  settings?: SettingsTab | undefined;
  /** The guide that lies over what is shown, by its name; an empty one is the first. */
  guides?: string | undefined;
}

/**
 * The place that a fragment names: `#/tools/ID`, `#/tools/ID/FUNCTION`, either with `?file=`, `#/runs/ID`,
 * `#/conversations/ID`, `#/servers`, `#/servers/NAME`, `#/servers/NAME/TAB`, `#/history` with
 * `?tool=&state=&text=&time=`, `#/settings`, `#/settings/TAB`,
 * `#/guides`, `#/guides/NAME`.
 */
export const placeOf = (hash: string): Place => {
  const [path = '', query] = hash.replace(/^#\//, '').split('?', 2);
  const [kind, name, part, ...more] = path.split('/').map(decoded);
  if (more.length > 0) return {};
  if (kind === 'tools' && name) {
    const file = new URLSearchParams(query).get('file') || undefined;
    return { tool: { id: name, tool: part || undefined, file } };
  }
  if (kind === 'servers') {
    const tab = serverTabs.find((each) => each === part) ?? 'tools';
    return { server: { name: name || undefined, tab } };
  }
  if (part !== undefined) return {};
  if (kind === 'history' && name === undefined)
    return { history: historyOf(new URLSearchParams(query)) };
  if (kind === 'runs' && name) return { run: name };
  if (kind === 'conversations' && name) return { conversation: name };
  if (kind === 'guides') return { guides: name ?? '' };
  if (kind !== 'settings') return {};
  return { settings: settingsTabs.find((tab) => tab === name) ?? 'general' };
};

const historyOf = (asked: URLSearchParams): HistoryPlace => {
  const [tool, state, text, time] = ['tool', 'state', 'text', 'time'].map(
    (name) => asked.get(name) || undefined,
  );
  return { tool, state, text, time };
};

/** The fragment that names a place; the place of nothing has none. */
export const hashOf = (place: Place): string => {
  const { tool, run, conversation, server, history, settings, guides } = place;
  if (tool) return path(['tools', tool.id, tool.tool], { file: tool.file });
  if (run !== undefined) return path(['runs', run]);
  if (conversation !== undefined) return path(['conversations', conversation]);
  if (history) return path(['history'], { ...history });
  if (server)
    return path(['servers', server.name, server.tab === 'tools' ? undefined : server.tab]);
  if (guides !== undefined) return path(['guides', guides || undefined]);
  return settings === undefined ? '' : path(['settings', settings]);
};

const path = (
  parts: readonly (string | undefined)[],
  query: Record<string, string | undefined> = {},
): string => {
  const given = Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []));
  const asked = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  const named = parts.filter((part) => part !== undefined).map(encodeURIComponent);
  return `#/${named.join('/')}${asked}`;
};

/** A part of an address that somebody typed may be encoded wrongly. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
