import { readFolder } from '../../../../shared/formats/read-folder.ts';
import type { FolderRead } from '../../../../shared/formats/read-unchecked.ts';
import type { Engine } from '../../../../shared/registry/authored/authored-plan.ts';
import { authoredTool } from '../../../../shared/registry/authored/authored-tool.ts';
import { describe } from '../../../../shared/registry/define/create-tool.ts';
import type { Tool, ToolDescription } from '../../../../shared/registry/tool.ts';
import { agentFile, delegationParameters } from '../../../../shared/tool/agent.ts';
import { writeJson } from '../../../../shared/tool/exact-number.ts';
import type { Folder } from '../../../../shared/tool/folder.ts';

const name = 'delegate';

const description: ToolDescription = {
  short: 'Delegates a task of several steps to an agent that has the same tools',
  long: 'The agent does not see this conversation: include everything it needs. It answers once, at the end, with what it did and the outcome.',
  usageNotes: [
    'Delegate tasks that take many calls whose single results you do not need',
    'Name files by their paths, and describe in expectedOutcome when the task is done',
    'Check the changes that it reports before you rely on them',
  ],
  examples: [
    {
      description: 'Find something in files',
      params: {
        task: 'Find every note that gives a person a task with a due date',
        context: 'The notes are in the folder notes, one file per week',
        expectedOutcome: 'A list of the files, with line and date',
      },
    },
  ],
};

const files: Folder = {
  [agentFile]: `${writeJson(
    {
      ...{ name, description: describe(description), parameters: delegationParameters },
      ...{ tools: 'all', category: '智能体', tags: ['agent', 'delegate'] },
    },
    2,
  )}\n`,
  'samples.json': `${writeJson(
    (description.examples ?? []).map((one) => ({ name: one.description, arguments: one.params })),
    2,
  )}\n`,
};

/**
 * Returns the built-in agent, with all tools and the model of the settings. Source: seed 003, DelegationRequest.
 */
export function delegate(engine: () => Engine): { tool: Tool; files: Folder; read: FolderRead } {
  const read = readFolder(name, files);
  const [authored] = read.toolset.tools;
  if (!authored) throw new Error('The built-in agent cannot be read');
  return { tool: { ...authoredTool(authored, engine), description }, files, read };
}
