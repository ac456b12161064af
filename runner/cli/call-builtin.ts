import { invokeTool } from '../../shared/registry/invoke-tool.ts';
import type { Ending } from '../../shared/tool/ending.ts';
import type { Arguments } from '../../shared/tool/json.ts';
import type { ToolResult } from '../../shared/tool/result.ts';
import { Builtins } from '../sources/builtin/builtins.ts';
import { openPlace } from '../sources/builtin/open-place.ts';
import { givenAnswer } from './given-answer.ts';
import type { Hosts } from './hosts.ts';
import type { Session } from './session.ts';

/** Calls a tool that Lathe brings along, in the workspace around the working directory. */
export async function callBuiltin(
  session: Session,
  hosts: Hosts,
  { name, args, approve }: { name: string; args: Arguments; approve: boolean },
): Promise<
  { ok: true; answered: ToolResult & { ending: Ending } } | { ok: false; message: string }
> {
  const { disk, io } = session;
  const workspace = await hosts.workspaceOf(undefined);
  const place = openPlace({ disk, workspace, hosts: await hosts.of(undefined) });
  const builtins = new Builtins(() => place);
  const tool = await builtins.get(name);
  if (!tool) {
    const names = (await builtins.list()).map((one) => one.name).join(', ');
    return { ok: false, message: `There is no built-in tool "${name}"; there are ${names}` };
  }
  const runId = crypto.randomUUID();
  const { result, ending } = await invokeTool(
    { runId, tool, arguments: args },
    { ask: givenAnswer(approve) },
    () => undefined,
    io.interrupt,
  );
  return { ok: true, answered: { ...result, ending } };
}
