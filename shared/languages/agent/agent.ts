import { Agent } from '../../tool/agent.ts';
import type { AgentJob } from '../../tool/run/job.ts';
import type { Language } from '../../tool/language.ts';
import { readJson } from '../../tool/exact-number.ts';
import { systemPrompt, userPrompt } from './prompts.ts';

const starter = (name: string): string =>
  `${JSON.stringify(
    {
      name,
      description: 'Say what this agent does, so that a model knows when to call it',
      system: 'Say how it works, and what it has to heed.',
      tools: ['Read', 'Glob', 'Grep'],
      mode: 'plan',
    },
    null,
    2,
  )}\n`;

/**
 * The language of agents: a call is a conversation that the runner holds with a model. Its code is
 * `agent.json`.
 */
export const agent: Language = {
  id: 'agent',
  label: 'Agent',
  extension: 'agent',
  editor: 'markdown',
  host: 'agent',
  starter: '',
  // An agent is neither a program nor a module.
  moduleFormat: 'agent',
  folderStarter: (name) => ({ 'agent.json': starter(name) }),
  stepType: 'delegate',
  writing: async () => (await import('./writing.ts')).writing,
  prepare({ code, definition }, args, { context = {} }): AgentJob {
    const spec = Agent.parse(readJson(code.source));
    return {
      host: 'agent',
      name: definition.name,
      agent: spec,
      arguments: args,
      context,
      text: `${systemPrompt(spec)}\n\n---\n\n${userPrompt(args)}\n`,
    };
  },
  // Its format reports the problems of the file, and an invalid file is no tool.
  problems: () => [],
  callsTools({ code }) {
    const { tools } = Agent.parse(readJson(code.source));
    return tools === 'all' ? [] : tools.map((name, at) => ({ name, path: ['tools', at] }));
  },
};
