import { languages } from '../../shared/languages/languages.ts';
import type { RunEvent } from '../../shared/protocol/events.ts';
import { defaultLimits } from '../../shared/registry/default-limits.ts';
import { invoke } from '../../shared/registry/invoke.ts';
import type { InvokeParts } from '../../shared/registry/invoke-parts.ts';
import type { Arguments } from '../../shared/tool/json.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import { pageHosts } from '../languages/languages.ts';

const ASKS = 'This tool asks before it runs; start the runner, which keeps what you answer';

/**
 * Runs a tool in this page, through the same pipeline as in the runner, with this page's sealed
 * sandbox as its only host. `accept` gets the runner's own events, `ended` last; aborting cancels.
 */
export async function runHere(
  question: { tool: AuthoredTool; folderName: string; arguments: Arguments },
  accept: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const id = languages.get(question.tool.code.language)?.host ?? '';
  const host = pageHosts.get(id);
  const hosts: InvokeParts['hosts'] = new Map(
    host && [
      [
        id,
        {
          ...host,
          missing: () => Promise.resolve(undefined),
          layers: () => Promise.resolve([]),
          close: () => Promise.resolve(),
        },
      ],
    ],
  );
  const runId = crypto.randomUUID();
  accept({ type: 'started', runId });
  const parts: InvokeParts = {
    languages,
    hosts,
    ask: () => Promise.resolve({ answer: 'deny', reason: ASKS }),
    limits: defaultLimits,
  };
  accept({ type: 'ended', ...(await invoke({ runId, ...question }, parts, accept, signal)) });
}
