import type { RunEvent } from '../../shared/protocol/events.ts';
import type { Deciders } from '../../shared/registry/approve.ts';
import { authoredTool, programTool } from '../../shared/registry/authored-tool.ts';
import { invoke, type Call } from '../../shared/registry/invoke.ts';
import type { Done, Tool } from '../../shared/registry/tool.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import type { Hosts } from './hosts.ts';
import { reasonsLine } from '../../shared/tool/reason.ts';

/** Nobody sits at a command line to be asked, so the answer is given when it is started. */
export const givenAnswer = (approve: boolean): Deciders['ask'] =>
  approve
    ? () => Promise.resolve({ answer: 'allow' })
    : ({ reasons }) =>
        Promise.resolve({
          answer: 'deny',
          reason: `${reasonsLine(reasons)}. Nobody can be asked here; --dangerously-approve allows it`,
        });

export interface CliCall extends Omit<Call, 'runId' | 'tool'> {
  /** Where the tool lies, absolute; undefined for one that has no file. */
  path: string | undefined;
  tool: AuthoredTool | Tool;
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
    { settings, program: (name, request) => programTool(name, request, engine), ...decided },
    tell,
    interrupt,
  );
}
