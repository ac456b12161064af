import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { contentOf } from '../../../../shared/formats/file-bytes.ts';
import { languages } from '../../../../shared/languages/languages.ts';
import {
  authoredTool,
  defaultLimits as limits,
  programTool,
} from '../../../../shared/registry/authored/authored-tool.ts';
import type { Answer, Deciders, Question } from '../../../../shared/registry/approval/approve.ts';
import { invoke } from '../../../../shared/registry/call/invoke.ts';
import type { Judgement } from '../../../../shared/registry/approval/judgement.ts';
import { callReason } from '../../../../shared/registry/approval/reasons.ts';
import type { Done, Tool } from '../../../../shared/registry/tool.ts';
import type { CallContext } from '../../../../shared/tool/run/call-context.ts';
import { unrun } from '../../../../shared/tool/run/ending.ts';
import type { RunEvent } from '../../../../shared/protocol/events.ts';
import type { ExecRequest, Host, UiQuestion } from '../../../../shared/tool/run/host.ts';
import { readJson, unmark } from '../../../../shared/tool/exact-number.ts';
import { Arguments, type Json } from '../../../../shared/tool/json.ts';
import type { ToolResult } from '../../../../shared/tool/run/result.ts';
import { Turns } from '../../../../shared/tool/run/turns.ts';
import { AuthoredTool, Code } from '../../../../shared/tool/toolset.ts';
import { createPowerShellHost } from '../../languages/powershell/powershell-host.ts';
import { createScriptHost } from '../../process/process-host.ts';
import { nodeDisk } from '../../../platform/disk/node-disk.ts';
import { createPlainModuleHost } from './plain-module-host.ts';
import { createPlainPythonHost } from './plain-python-host.ts';

export { exactStdio } from '../../../platform/exact-stdio.ts';

/** A tool as `carried-tools.ts` of the formats writes it: its code is in the file at `path`. */
const Listed = AuthoredTool.extend({
  code: Code.omit({ source: true, folder: true }),
  path: z.string(),
  /** Present if the code reads more files than its own. */
  folder: z.object({ name: z.string(), paths: z.array(z.string()) }).optional(),
});

/** Names of missing programs, so that a script has the same view on every machine. */
const unboxed = { bwrap: '/nonexistent/bwrap', prlimit: '/nonexistent/prlimit' };

/** There is no classifier here, so each command needs approval. */
const judge = (): Promise<Judgement> =>
  Promise.resolve({ decision: 'ask', reasons: [callReason('nobody-judges')], segments: [] });

/** The time limit for an answer, so that a silent client does not block its call and others of the module. */
const MOST_WAIT_MS = 600_000;

/** The caller's side of a running call. */
interface On {
  signal: AbortSignal;
  tell?: (event: RunEvent) => void;
  /** Asks the caller a tool's question. */
  ask?: ((question: UiQuestion, signal: AbortSignal) => Promise<Json | undefined>) | undefined;
  /** Approves a call that Lathe would ask about; if absent, the caller has decided already. */
  approve?: ((question: Question, signal: AbortSignal) => Promise<Answer>) | undefined;
  context?: CallContext | undefined;
}

/** The exported tools of a folder. */
export interface OpenTools {
  /** Never rejects: every outcome is a result. `signal` ends the call with everything that it started. */
  call(name: string, args: unknown, signal?: AbortSignal): Promise<ToolResult>;
  /** In the order in which they were exported. */
  list(): Tool[];
  /** The same with the data that an MCP server needs. */
  run(name: string, args: unknown, on: On): Promise<Done>;
  /** Ends the running calls. */
  close(): Promise<void>;
}

/**
 * Opens the tools of a folder, a `file:` address that ends in a slash. Calls take the same steps as in Lathe, with
 * the permissions of this program's user: nothing is sandboxed.
 */
export async function openTools(folder: URL): Promise<OpenTools> {
  const tools = await readTools(fileURLToPath(folder));
  let hosts: ReturnType<typeof openHosts> | undefined;
  // Opened late, because listing tools needs no programs.
  const engine = () => ({ languages, hosts: (hosts ??= openHosts(process.cwd())), judge, limits });
  const program = (name: string, request: ExecRequest) => programTool(name, request, engine);
  // Tools that must not overlap run one at a time.
  const turns = new Turns({ width: 1 });
  async function run(name: string, args: unknown, on: On): Promise<Done> {
    const { signal, tell = () => undefined, ask: put, approve, context } = on;
    const tool = tools.get(name);
    const given = Arguments.safeParse(unmark(args ?? {}));
    if (tool === undefined || !given.success) {
      const message = tool ? 'The arguments must be a JSON object' : `There is no tool "${name}"`;
      const error = { type: 'validation_error', message } as const;
      const result = {
        success: false,
        llmContent: message,
        displayContent: `❌ ${message}`,
        error,
      };
      return { result, ending: unrun({ kind: 'crashed', reason: message }) };
    }
    const asked = { tool: authoredTool(tool, engine), group: name, arguments: given.data };
    const call = { runId: crypto.randomUUID(), context, ...asked };
    const wanted = (stop: AbortSignal) =>
      AbortSignal.any([stop, signal, AbortSignal.timeout(MOST_WAIT_MS)]);
    const ask: Deciders['ask'] = (question, stop) =>
      approve?.(question, wanted(stop)) ?? Promise.resolve({ answer: 'allow' });
    const told = { id: call.runId, runId: call.runId, tool: name, expiresAt: Date.now() };
    const ui: Deciders['ui'] =
      put &&
      (async (question, stop) => {
        // Only other programs' servers ask this, and there are none here.
        if ('server' in question) return undefined;
        if (question.kind === 'notify')
          tell({ type: 'question', question: { ...told, ask: question } });
        return put(question, wanted(stop));
      });
    return invoke(call, { ask, program, turns, ...(ui ? { ui } : {}) }, tell, signal);
  }
  return {
    call: async (name, args, signal = new AbortController().signal) =>
      (await run(name, args, { signal })).result,
    list: () => [...tools.values()].map((tool) => authoredTool(tool, engine)),
    run,
    async close() {
      await Promise.all([...(hosts?.values() ?? [])].map((host) => host.close()));
    },
  };
}

/** Returns the hosts by id, with the programs of this machine; scripts run in `filesDirectory`. */
function openHosts(filesDirectory: string): ReadonlyMap<string, Host> {
  const { PATH: path = '/usr/local/bin:/usr/bin:/bin' } = process.env;
  const cache = join(tmpdir(), 'lathe');
  const ground = { filesDirectory, ...unboxed };
  const hosts = [
    createPlainPythonHost({ filesDirectory, path }),
    createPowerShellHost({ ...ground, disk: nodeDisk, cache, path, install: false }),
    createPlainModuleHost(filesDirectory),
    ...[...languages.values()].flatMap(({ id, program }) =>
      program ? [createScriptHost({ id, program }, ground)] : [],
    ),
  ];
  return new Map(hosts.map((host) => [host.id, host]));
}

/** Reads the tools of a folder by name. Rejects if `tools.json` or a file that it names cannot be read. */
async function readTools(folder: string): Promise<Map<string, AuthoredTool>> {
  const text = await readFile(join(folder, 'tools.json'), 'utf8');
  const listed = z.array(Listed).parse(readJson(text));
  const read = listed.map(
    async ({ path, folder: own, ...tool }): Promise<[string, AuthoredTool]> => {
      const code = { ...tool.code, source: await readFile(join(folder, path), 'utf8') };
      if (own === undefined) return [tool.definition.name, { ...tool, code }];
      const files = own.paths.map(async (one) => [
        one,
        contentOf(await readFile(join(folder, one))),
      ]);
      const whole = { name: own.name, files: Object.fromEntries(await Promise.all(files)) };
      return [tool.definition.name, { ...tool, code: { ...code, folder: whole } }];
    },
  );
  return new Map(await Promise.all(read));
}
