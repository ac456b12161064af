import type { Folder } from '../../../shared/tool/folder.ts';
import type { Language } from '../../../shared/tool/language.ts';

/** A tool that runs as it is: its one parameter is the one that a language's starter reads. */
export const newFolder = (id: string, language: Language): Folder => ({
  'definition.json': json({
    id,
    description: 'Say what this tool does, so that a model knows when to call it',
    parameters: {
      type: 'object',
      properties: { text: { type: 'string', description: 'Any text' } },
      required: ['text'],
    },
    category: 'custom',
    timeout: 15,
  }),
  [`execution.${language.extension}`]: language.starter,
  'return.json': json({ truncate: 2000, template: `[${id}] {output}` }),
  'samples.json': json([{ name: 'hello', arguments: { text: 'Hello' } }]),
});

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A module that runs as it is: one script, whose functions are tools. */
export const newModule = async (id: string, language: Language): Promise<Folder> => ({
  [`${id}.${language.extension}`]: (await language.moduleStarter?.()) ?? '',
});
