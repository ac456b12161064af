import { readFolder } from '../../shared/formats/read-folder.ts';
import { providers } from '../../shared/schema/providers.ts';
import { sampleArguments } from '../../shared/schema/sample-arguments.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import { compare } from './ground/measure.ts';

const count = 200;

const names = Array.from({ length: count }, (_, at) => `parameter_${at}`);
const definition = {
  id: 'many',
  description: 'A tool with many parameters, to see what typing costs',
  parameters: {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name, at) => [
        name,
        at % 3 === 0
          ? { type: 'string', description: `Text ${at}`, enum: ['a', 'b', 'c'] }
          : at % 3 === 1
            ? { type: 'integer', description: `Number ${at}`, minimum: 0, default: at }
            : { type: 'array', description: `List ${at}`, items: { type: 'string' } },
      ]),
    ),
    required: names.filter((_, at) => at % 2 === 0),
  },
};
const text = JSON.stringify(definition, null, 2);
const files: Folder = {
  'definition.json': text,
  'execution.py': names.map((name) => `${name} = {${name}}`).join('\n'),
  'return.json': '{"truncate": 2000, "template": "{output}"}',
};

/** Computes everything that the page derives from the folder at a keystroke, except the filled code. */
const derive = () => {
  const { toolset } = readFolder('many', files);
  const [tool] = toolset.tools;
  if (!tool) throw new Error('The definition of the benchmark cannot be read');
  for (const provider of providers.values()) {
    JSON.stringify(provider.declare(tool.definition, { strict: true }));
  }
  sampleArguments(tool.definition.parameters);
};
const parse = () => JSON.stringify(JSON.parse(text), null, 2);

console.log(`${count} parameters, ${text.length} characters of definition.json`);
compare('deriving what is shown', derive, 'JSON.parse + JSON.stringify', parse);
