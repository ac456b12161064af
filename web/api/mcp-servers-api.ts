import type { z } from 'zod';
import {
  PromptMessages,
  ResourceContents,
  ServerPrompts,
  ServerResources,
  type PromptAsked,
} from '../../shared/protocol/mcp/content.ts';
import { ServerExported } from '../../shared/protocol/mcp/server-folder.ts';
import { FoundServers, type FoundPicked } from '../../shared/protocol/mcp/found-servers.ts';
import { ServerList, ServerRemoved, ServerSummary } from '../../shared/protocol/mcp/state.ts';
import { SignInState } from '../../shared/protocol/mcp/sign-in.ts';
import type { ToolJudged } from '../../shared/protocol/mcp/tools.ts';
import type { ServerAdded, ServerChanged } from '../../shared/protocol/mcp/servers.ts';
import { WireMessage } from '../../shared/protocol/mcp/wire.ts';
import { readJson } from '../../shared/tool/exact-number.ts';
import { call, send } from './client.ts';
import { readEvents } from './read-events.ts';

const all = '/api/mcp-servers';
const of = (name: string, rest = ''): string => `${all}/${encodeURIComponent(name)}${rest}`;

/** Other programs' MCP servers, and what they offer. A secret goes to the runner and never comes back. */
export const mcpServersApi = {
  list: () => call(all, ServerList),
  read: (name: string) => call(of(name), ServerSummary),
  add: (added: z.input<typeof ServerAdded>) =>
    call(all, ServerSummary, { method: 'POST', body: added }),
  change: (name: string, changed: z.input<typeof ServerChanged>) =>
    call(of(name), ServerSummary, { method: 'PUT', body: changed }),
  remove: (name: string) => call(of(name), ServerRemoved, { method: 'DELETE' }),
  /** Makes a folder of the workspace of it. */
  saveAsFolder: (name: string) => call(of(name, '/folder'), ServerExported, { method: 'POST' }),
  /** Ends the server if it runs, and starts it anew. */
  restart: (name: string) => call(of(name, '/restart'), ServerSummary, { method: 'POST' }),
  /** The person says yes to a tool as it is declared now. */
  judge: (name: string, judged: ToolJudged) =>
    call(of(name, '/tools'), ServerSummary, { method: 'POST', body: judged }),
  resources: (name: string) => call(of(name, '/resources'), ServerResources),
  readResource: (name: string, uri: string) =>
    call(of(name, '/resources/read'), ResourceContents, { method: 'POST', body: { uri } }),
  prompts: (name: string) => call(of(name, '/prompts'), ServerPrompts),
  getPrompt: (name: string, asked: PromptAsked) =>
    call(of(name, '/prompts/get'), PromptMessages, { method: 'POST', body: asked }),
  /** Every message between Lathe and the server after number `after`, as they go, until the connection breaks. */
  async *follow(name: string, after: number, signal: AbortSignal): AsyncGenerator<WireMessage> {
    const headers = { Accept: 'text/event-stream' };
    const response = await send(of(name, `/wire?after=${after}`), { headers, signal });
    if (!response?.ok || !response.body) return;
    for await (const { event, data } of readEvents(response.body)) {
      const parsed = event === 'wire' ? WireMessage.safeParse(readJson(data)) : undefined;
      if (parsed?.success) yield parsed.data;
    }
  },
};

/** How the person is signed in to a server. */
export const signInApi = {
  read: (name: string) => call(of(name, '/sign-in'), SignInState),
  /** Begins anew, and allows the addresses that were asked for. */
  begin: (name: string, allow: readonly string[]) =>
    call(of(name, '/sign-in'), SignInState, { method: 'POST', body: { allow } }),
  out: (name: string) => call(of(name, '/sign-in'), SignInState, { method: 'DELETE' }),
};

/** The servers in other programs' files. */
export const foundServersApi = {
  list: () => call(`${all}/found`, FoundServers),
  add: (picked: FoundPicked) =>
    call(`${all}/found`, ServerSummary, { method: 'POST', body: picked }),
};
