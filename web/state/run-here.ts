import { languages } from '../../shared/languages/languages.ts';
import type { RunEvent } from '../../shared/protocol/events.ts';
import { authoredTool, defaultLimits } from '../../shared/registry/authored/authored-tool.ts';
import { placeReason } from '../../shared/registry/approval/reasons.ts';
import { invoke } from '../../shared/registry/call/invoke.ts';
import type { Host } from '../../shared/tool/run/host.ts';
import type { Arguments } from '../../shared/tool/json.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import { pageHosts } from '../languages/languages.ts';

/**
 * Runs a tool in this page, through the same pipeline as in the runner, with this page's sealed
 * sandbox as its only host. `accept` gets the runner's own events, `ended` last; aborting cancels.
 */
export async function runHere(
  question: { tool: AuthoredTool; folderName: string; arguments: Arguments; mode?: 'plan' },
  accept: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const id = languages.get(question.tool.code.language)?.host ?? '';
  const host = pageHosts.get(id);
  const hosts = new Map<string, Host>();
  if (host)
    hosts.set(id, {
      ...host,
      missing: () => Promise.resolve(undefined),
      layers: () => Promise.resolve([]),
      close: () => Promise.resolve(),
    });
  const runId = crypto.randomUUID();
  accept({ type: 'started', runId });
  const engine = () => ({ languages, hosts, limits: defaultLimits });
  const { tool, folderName: group, arguments: args, mode } = question;
  const call = {
    runId,
    tool: authoredTool(tool, engine),
    group,
    arguments: args,
    context: { mode },
  };
  const because = placeReason('page-cannot-ask');
  const ask = () => Promise.resolve({ answer: 'deny', because } as const);
  accept({ type: 'ended', ...(await invoke(call, { ask }, accept, signal)) });
}
