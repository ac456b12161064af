import { fileURLToPath } from 'node:url';
import { languages } from '../../../shared/languages/languages.ts';
import { defaultLimits as limits } from '../../../shared/registry/default-limits.ts';
import { invoke } from '../../../shared/registry/invoke.ts';
import { Arguments } from '../../../shared/tool/json.ts';
import type { ToolResult } from '../../../shared/tool/result.ts';
import { openHosts } from './open-hosts.ts';
import { readTools } from './read-tools.ts';

/** Tools that were taken along, where they lie now. */
export interface OpenTools {
  /** Never rejects: what can happen is a result. `signal` ends the call with all that it started. */
  call(name: string, args: unknown, signal?: AbortSignal): Promise<ToolResult>;
  /** Ends the calls that still run. */
  close(): Promise<void>;
}

/**
 * Opens the tools of a folder, a `file:` address that ends in a slash. Calls go the way they go in
 * Lathe, and run with the rights of whoever started this program: nobody is asked, nothing is sealed.
 */
export async function openTools(folder: URL): Promise<OpenTools> {
  const tools = await readTools(fileURLToPath(folder));
  const ask = () => Promise.resolve({ answer: 'allow' } as const);
  let hosts: ReturnType<typeof openHosts> | undefined;
  // Whoever only wants to know which tools there are need not have programs.
  const parts = () => ({ languages, hosts: (hosts ??= openHosts(process.cwd())), ask, limits });
  return {
    async call(name, args, signal = new AbortController().signal) {
      const tool = tools.get(name);
      const given = Arguments.safeParse(args ?? {});
      if (tool === undefined || !given.success) {
        const message = tool ? 'The arguments must be a JSON object' : `There is no tool "${name}"`;
        const error = { type: 'validation_error', message } as const;
        return { success: false, llmContent: message, displayContent: `❌ ${message}`, error };
      }
      const call = { runId: crypto.randomUUID(), tool, folderName: name, arguments: given.data };
      return (await invoke(call, parts(), () => undefined, signal)).result;
    },
    async close() {
      await Promise.all([...(hosts?.values() ?? [])].map((host) => host.close()));
    },
  };
}
