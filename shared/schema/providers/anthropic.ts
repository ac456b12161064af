import { Losses } from './losses.ts';
import { objectRoot } from './object-root.ts';
import { toolName } from './provider.ts';
import type { Provider } from './provider.ts';
import { visible } from './visible.ts';

/** A tool of the Messages API. Its `input_schema` is JSON Schema without alternatives at the root. */
export const anthropic: Provider = {
  id: 'anthropic',
  label: 'Anthropic',
  declare(definition) {
    const losses = new Losses(definition.name);
    const schema = objectRoot(visible(definition, losses), 'Anthropic', [], losses);
    const name = toolName(definition.name, /A-Za-z0-9_-/, 128, losses);
    return {
      declaration: { name, description: definition.description, input_schema: schema },
      losses: losses.rows,
    };
  },
};
