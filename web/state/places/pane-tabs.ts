import type { Place } from './address.ts';

export const toolTabs = ['edit', 'schema', 'run', 'result'] as const;
export const tabs = ['library', ...toolTabs, 'talk', 'sent', 'server', 'runs'] as const;

/**
 * `talk` and `sent` are those of a conversation, `server` that of an MCP server, `runs` that of the history,
 * the others but the library those of a tool.
 */
export type PaneTab = (typeof tabs)[number];

/** The pane that a narrow screen shows first of a place. */
export const firstTab = ({ conversation, server, run, history }: Place): PaneTab =>
  conversation ? 'talk' : server ? 'server' : history ? 'runs' : run ? 'result' : 'edit';
