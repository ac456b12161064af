import type { RunEvent } from '../../shared/protocol/events.ts';
import type { Deciders } from '../../shared/registry/approval/approve.ts';
import { authoredTool, programTool } from '../../shared/registry/authored/authored-tool.ts';
import { invoke, type Call } from '../../shared/registry/call/invoke.ts';
import { shape } from '../../shared/returns/shape.ts';
import type { Done, Tool } from '../../shared/registry/tool.ts';
import { CallContext } from '../../shared/tool/run/call-context.ts';
import { unrun, type Ending } from '../../shared/tool/run/ending.ts';
import { reasonsLine } from '../../shared/tool/problem/reason.ts';
import type { ToolResult } from '../../shared/tool/run/result.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import type { CliIo } from '../platform/cli-io.ts';
import type { Hosts } from './hosts.ts';
import type { Settings } from '../store/settings.ts';
import { readObject } from './read-object.ts';

/** What a call answers: what the model and the person get, and how it ended. */
export type Answered = ToolResult & { ending: Ending };

/** A call that never reached a tool, in the shape of every other call. */
export function refusedCall(name: string, message: string): Answered {
  const fault = { class: 'DefinitionError', message, issues: [] };
  return worded(name, unrun({ kind: 'failed', exitCode: 2, fault }));
}

/** A call that the person's settings forbid. */
export const deniedCall = (name: string, reason: string): Answered =>
  worded(name, unrun({ kind: 'denied', reason }));

const worded = (name: string, ending: Ending): Answered => ({
  ...shape(ending, { name }).result,
  ending,
});

/** Nobody sits at a command line to be asked, so the answer is given when it is started. */
export const givenAnswer = (approve: boolean): Deciders['ask'] =>
  approve
    ? () => Promise.resolve({ answer: 'allow' })
    : ({ reasons }) =>
        Promise.resolve({
          answer: 'deny',
          reason: `${reasonsLine(reasons)}. Approval is not possible here; pass --dangerously-approve to allow it`,
        });

export interface CliCall extends Omit<Call, 'runId' | 'tool'> {
  /** Where the tool lies, absolute; undefined for one that has no file. */
  path: string | undefined;
  tool: AuthoredTool | Tool;
}

/** What the options say about the call. */
export function contextOf(
  io: Pick<CliIo, 'path'>,
  { cwd, mode, context }: { cwd?: string; mode?: string; context?: string },
): { ok: true; value: CallContext } | { ok: false; message: string } {
  const said = readObject('--context', context ?? '{}');
  if (!said.ok) return said;
  const there = cwd === undefined ? {} : { cwd: io.path(cwd) };
  const read = CallContext.safeParse({ ...said.value, ...there, ...(mode ? { mode } : {}) });
  if (read.success) return { ok: true, value: read.data };
  const [issue] = read.error.issues;
  return {
    ok: false,
    message: `Invalid context at "${issue?.path.join('.')}": ${issue?.message}`,
  };
}

/** Runs one call, or only fills its template, as the settings of its workspace want it. */
export async function callTool(
  { path, tool, ...call }: CliCall,
  hosts: Hosts,
  decided: Partial<Deciders> & Pick<Deciders, 'ask'>,
  interrupt: AbortSignal,
  tell: (event: RunEvent) => void = () => undefined,
): Promise<Done> {
  const { engine, settings } = await hosts.engine(path);
  const made = 'code' in tool ? authoredTool(tool, engine) : tool;
  return invoke(
    { ...call, tool: made, runId: crypto.randomUUID() },
    {
      ...{ settings, program: (name, request) => programTool(name, request, engine) },
      asker: { caller: 'admin', session: call.context?.sessionId ?? '' },
      ...decided,
    },
    tell,
    interrupt,
  );
}

type OneTool = Pick<Tool, 'name' | 'definition'>;

/** What the person switched off in a workspace. */
export interface Switches {
  /** The file that says so. */
  file: string;
  /** Why nothing runs of a tool at the moment; `group` is that of a script module. */
  off(tool: OneTool, group?: string): string | undefined;
}

/** Those of the workspace around a path; what lies in none has no id there. */
export async function switchesAt(path: string, hosts: Hosts): Promise<Switches> {
  const { workspace, settings, id } = await hosts.placeOf(path);
  return {
    file: `${workspace}/.lathe/settings.json`,
    off(tool, group) {
      const isOn = id === undefined || settings.isEnabled(id, group);
      return isOn && settings.isToolEnabled(tool)
        ? undefined
        : offReason(workspace, settings, tool);
    },
  };
}

/** Why a tool does not run that the person switched off, as a caller of the command reads it. */
export const offReason = (workspace: string, settings: Settings, tool: OneTool): string => {
  const { name } = tool;
  if (settings.current.enableToolCalls && settings.isOffByAuthor(tool))
    return `"${name}" has "enabled: false"; turn it on in the page first`;
  const where = `in the settings of the workspace "${workspace}"`;
  return settings.current.enableToolCalls
    ? `"${name}" is turned off ${where}; turn it on in the page first`
    : `Tool calls are turned off ${where}; turn them on in the page first`;
};
