import { languages } from '../../shared/languages/languages.ts';
import { invoke } from '../../shared/registry/invoke.ts';
import type { RunEvent } from '../../shared/protocol/events.ts';
import type { InvokeCall, InvokeParts } from '../../shared/registry/invoke-parts.ts';
import type { Ending } from '../../shared/tool/ending.ts';
import type { ToolResult } from '../../shared/tool/result.ts';
import { judgeShell } from '../calls/judging/judge-shell.ts';
import { defaultLimits as limits } from '../../shared/registry/default-limits.ts';
import { givenAnswer } from './given-answer.ts';
import type { Hosts } from './hosts.ts';

export interface Call extends Omit<InvokeCall, 'runId'> {
  /** Where the tool lies, absolute; undefined for one that has no file. */
  path: string | undefined;
  /** What counts in place of what a command line has. */
  instead?: Partial<Pick<InvokeParts, 'ask' | 'refused' | 'settings' | 'limits'>>;
  tell?: (event: RunEvent) => void;
}

/** Runs one call, or only fills its template. */
export async function callTool(
  call: Call,
  hosts: Hosts,
  approve: boolean,
  interrupt: AbortSignal,
): Promise<{ result: ToolResult; ending: Ending }> {
  const { path, instead, tell = () => undefined, ...asked } = call;
  const parts = {
    languages,
    hosts: await hosts.of(path),
    ask: givenAnswer(approve),
    judge: judgeShell(`${await hosts.workspaceOf(path)}/files`),
    limits,
    ...instead,
  };
  return invoke({ ...asked, runId: crypto.randomUUID() }, parts, tell, interrupt);
}
