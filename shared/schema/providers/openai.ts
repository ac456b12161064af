import { Losses } from './losses.ts';
import { objectRoot } from './object-root.ts';
import { openaiStrict } from './openai-strict.ts';
import type { Provider } from './provider.ts';
import { toolName } from './tool-name.ts';
import { visible } from './visible.ts';

/** A function tool of Chat Completions; with `strict` the schema that structured outputs enforce. */
export const openai: Provider = {
  id: 'openai',
  label: 'OpenAI',
  declare(definition, { strict = false } = {}) {
    const losses = new Losses(definition.name);
    const schema = visible(definition, losses);
    const name = toolName(definition.name, /A-Za-z0-9_-/, 64, losses);
    const { description } = definition;
    const parameters = strict
      ? openaiStrict(schema, losses)
      : objectRoot(schema, 'OpenAI', ['enum', 'const', 'not'], losses);
    return {
      declaration: {
        type: 'function',
        function: { name, description, parameters, ...(strict ? { strict: true } : {}) },
      },
      losses: losses.rows,
    };
  },
};
