import { readFolder } from '../../../../shared/formats/read-folder.ts';
import type { FolderRead } from '../../../../shared/formats/read-unchecked.ts';
import type { Engine } from '../../../../shared/registry/authored-plan.ts';
import { authoredTool } from '../../../../shared/registry/authored-tool.ts';
import { describe } from '../../../../shared/registry/create-tool.ts';
import type { Tool, ToolDescription } from '../../../../shared/registry/tool.ts';
import { agentFile, delegationParameters } from '../../../../shared/tool/agent.ts';
import { writeJson } from '../../../../shared/tool/exact-number.ts';
import type { Folder } from '../../../../shared/tool/folder.ts';

const name = 'delegate';

const description: ToolDescription = {
  short: 'Hands a task of several steps to an agent, which works on it with the same tools',
  long: 'The agent knows nothing of this conversation: say everything that it needs. It answers once, when it is done, with what it did and what came of it.',
  usageNotes: [
    'Give tasks that take many calls whose results you need not see one by one',
    'Name files by their paths, and say in expectedOutcome how you will know that it is done',
    'Check what it says it changed before you build on it',
  ],
  examples: [
    {
      description: 'Find out something about files',
      params: {
        task: 'Find every file in which a person is asked to do something by a date',
        context: 'The notes lie in the folder notes, a file a week',
        expectedOutcome: 'A list of files with the line and the date of each',
      },
    },
  ],
};

const files: Folder = {
  [agentFile]: `${writeJson(
    {
      ...{ name, description: describe(description), parameters: delegationParameters },
      ...{ tools: 'all', category: '代理', tags: ['agent', 'delegate'] },
    },
    2,
  )}\n`,
  'samples.json': `${writeJson(
    (description.examples ?? []).map((one) => ({ name: one.description, arguments: one.params })),
    2,
  )}\n`,
};

/** The agent that Lathe brings along, with all tools and the model of the settings. Source: seed 003, DelegationRequest. */
export function delegate(engine: () => Engine): { tool: Tool; files: Folder; read: FolderRead } {
  const read = readFolder(name, files);
  const [authored] = read.toolset.tools;
  if (!authored) throw new Error('The agent that Lathe brings along cannot be read');
  return { tool: { ...authoredTool(authored, engine), description }, files, read };
}
