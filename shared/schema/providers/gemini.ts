import { geminiSchema } from './gemini-schema.ts';
import { Losses } from './losses.ts';
import type { Provider } from './provider.ts';
import { toolName } from './tool-name.ts';
import { visible } from './visible.ts';

/**
 * A function declaration of the Gemini API, its parameters as an OpenAPI `Schema`. The newest API takes JSON
 * Schema as `parametersJsonSchema` in its place; `parameters` is what every version and client takes.
 */
export const gemini: Provider = {
  id: 'gemini',
  label: 'Gemini',
  declare(definition) {
    const losses = new Losses(definition.name);
    const parameters = geminiSchema(visible(definition, losses), losses);
    const name = toolName(definition.name, /A-Za-z0-9_.:-/, 64, losses);
    return {
      declaration: { name, description: definition.description, parameters },
      losses: losses.rows,
    };
  },
};
