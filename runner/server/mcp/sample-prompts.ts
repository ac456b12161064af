import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import type { Registered, Unit } from '../../../shared/registry/registry-view.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { Sample } from '../../../shared/tool/sample.ts';
import { namedTools } from './named-tools.ts';

/** The samples as prompts. */
export interface Prompts {
  list(): Promise<Prompt[]>;
  /** Undefined if there is no prompt with this name; a message if an argument is missing. */
  get(
    name: string,
    given: Readonly<Record<string, string>>,
  ): Promise<GetPromptResult | { missing: string } | undefined>;
}

/** Returns a prompt with one fixed text. */
export const promptOf = (text: string): Pick<GetPromptResult, 'messages'> => ({
  messages: [{ role: 'user', content: { type: 'text', text } }],
});

interface OfferedSample {
  name: string;
  /** Returns a tool's name for clients. */
  tool: string;
  sample: Sample;
}

/** Returns the samples of offered tools; one that names no tool belongs to the unit's first tool. */
function offeredSamples<U extends Unit>(
  tools: readonly Registered<U>[],
  samplesOf: (unit: U) => readonly Sample[],
): OfferedSample[] {
  const callNames = new Map([...namedTools(tools)].map(([name, { one }]) => [one.tool, name]));
  const units = new Set(tools.map(({ unit }) => unit));
  return [...units].flatMap((unit) => {
    const own = tools.filter((one) => one.unit === unit).map(({ tool }) => tool);
    return samplesOf(unit).flatMap((sample) => {
      const found =
        sample.tool === undefined ? own[0] : own.find((one) => one.name === sample.tool);
      const tool = found && callNames.get(found);
      return tool === undefined ? [] : [{ name: `${unit.id}:${sample.name}`, tool, sample }];
    });
  });
}

/** Returns the samples of offered tools as prompts, each a request to make that call. */
export function samplePrompts<U extends Unit>(
  offered: () => Promise<readonly Registered<U>[]>,
  samplesOf: (unit: U) => readonly Sample[],
): Prompts {
  const all = async () => offeredSamples(await offered(), samplesOf);
  return {
    list: async () =>
      (await all()).map(({ name, tool, sample }) => ({
        ...{ name, title: `${tool}: ${sample.name}` },
        description: `Calls the tool "${tool}" as its sample "${sample.name}" does`,
      })),
    async get(wanted) {
      const found = (await all()).find(({ name }) => name === wanted);
      if (!found) return undefined;
      const { tool, sample } = found;
      return promptOf(
        `Call the tool "${tool}" with these arguments, and say what it answers:\n\n${writeJson(sample.arguments, 2)}`,
      );
    },
  };
}
