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

/** The answer of a call: the content for the model and the person, and the Ending. */
export type Answered = ToolResult & { ending: Ending };

/** Returns the answer of a call that never reached a tool. */
export function refusedCall(name: string, message: string): Answered {
  const fault = { class: 'DefinitionError', message, issues: [] };
  return worded(name, unrun({ kind: 'failed', exitCode: 2, fault }));
}

/** Returns the answer of a call that the user's settings deny. */
export const deniedCall = (name: string, reason: string): Answered =>
  worded(name, unrun({ kind: 'denied', reason }));

const worded = (name: string, ending: Ending): Answered => ({
  ...shape(ending, { name }).result,
  ending,
});

/** There is nobody to ask, so the command's options decide. */
export const givenAnswer = (approve: boolean): Deciders['ask'] =>
  approve
    ? () => Promise.resolve({ answer: 'allow' })
    : ({ reasons }) =>
        Promise.resolve({
          answer: 'deny',
          reason: `${reasonsLine(reasons)}. Approval is not possible here; pass --dangerously-approve to allow it`,
        });

export interface CliCall extends Omit<Call, 'runId' | 'tool'> {
  /** The absolute path of the tool; undefined if it has no file. */
  path: string | undefined;
  tool: AuthoredTool | Tool;
}

/** Returns the context of the call from the options. */
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

/** Runs one call, or only fills its template, with the settings of its workspace. */
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

/** Which tools of a workspace are turned off. */
export interface Switches {
  /** The settings file. */
  file: string;
  /** Returns why the tool is off; `group` is that of a script module. */
  off(tool: OneTool, group?: string): string | undefined;
}

/** Reads which tools of the workspace around `path` are off. Without a workspace, none is. */
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

/** Returns the message for a tool that is turned off. */
export const offReason = (workspace: string, settings: Settings, tool: OneTool): string => {
  const { name } = tool;
  if (settings.current.enableToolCalls && settings.isOffByAuthor(tool))
    return `"${name}" has "enabled: false"; turn it on in the page first`;
  const where = `in the settings of the workspace "${workspace}"`;
  return settings.current.enableToolCalls
    ? `"${name}" is turned off ${where}; turn it on in the page first`
    : `Tool calls are turned off ${where}; turn them on in the page first`;
};
