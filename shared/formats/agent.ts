import { Agent, agentFile, delegationParameters } from '../tool/agent.ts';
import type { Folder } from '../tool/folder.ts';
import { writeJson } from '../tool/exact-number.ts';
import type { Check, Format } from '../tool/format.ts';
import type { JsonObject } from '../tool/json.ts';
import { fileProblem } from '../tool/problem/problem.ts';
import type { Problem } from '../tool/problem/problem.ts';
import type { Toolset } from '../tool/toolset.ts';
import { isObject } from '../schema/json/values.ts';
import { lintAgent } from './agent/lint.ts';
import { readJsonFile } from './read-json-file.ts';

const known = new Set(Object.keys(Agent.shape));

/** An agent: one file with the model, the tools and the limits. Source: seed 003, Tool Agent. */
export const agent: Format = {
  id: 'agent',
  label: 'Agent',
  detect: (files) =>
    Object.hasOwn(files, agentFile) && !Object.hasOwn(files, 'definition.json') ? 0.95 : 0,
  read,
};

function read(
  name: string,
  files: Folder,
  check?: Check,
): { toolset: Toolset; problems: Problem[] } {
  const toolset: Toolset = { format: agent.id, group: { name }, tools: [] };
  const json = readJsonFile(files, agentFile, 'error');
  if (json.kind === 'absent') return { toolset, problems: [] };
  if (json.kind === 'broken') return { toolset, problems: [json.problem] };
  if (!isObject(json.value)) {
    const message = `"${agentFile}" must hold an object; start with { and end with }`;
    const problem = fileProblem('error', 'definition-not-object', agentFile, message);
    return { toolset, problems: [problem] };
  }
  const fields = (isKnown: boolean): JsonObject =>
    Object.fromEntries(
      Object.entries(json.value as JsonObject).filter(([key]) => known.has(key) === isKnown),
    );
  const [own, extra] = [fields(true), fields(false)];
  const parsed = Agent.safeParse(own);
  const facts = { folderName: name, file: agentFile, text: json.text, check };
  const problems = lintAgent(own, Object.keys(extra), parsed.error?.issues ?? [], facts);
  if (!parsed.success) return { toolset, problems };
  const { parameters = delegationParameters, mode, category, tags, icon } = parsed.data;
  const { displayName, description = '', policies } = parsed.data;
  const called = parsed.data.name ?? name;
  toolset.tools.push({
    definition: {
      name: called,
      description,
      parameters,
      ...{ kind: mode === 'plan' ? 'readonly' : 'execute', category, icon, policies },
      ...(displayName === undefined || displayName === called ? {} : { displayName }),
      ...(tags === undefined || tags.length === 0 ? {} : { tags }),
    },
    code: { language: 'agent', file: agentFile, source: `${writeJson(own, 2)}\n` },
    extra: Object.keys(extra).length === 0 ? undefined : extra,
  });
  return { toolset, problems };
}
