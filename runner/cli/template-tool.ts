import type { JsonSchema } from '../../shared/tool/json.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import { placeholderNames } from './placeholder-names.ts';

/** A tool around a template that was given as text. Its traceback name is `template.py`. */
export function templateTool(source: string, schema: JsonSchema | undefined): AuthoredTool {
  const names = placeholderNames(source);
  const parameters = schema ?? {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, {}])),
    required: names,
  };
  return {
    definition: { name: 'template', description: '', parameters },
    code: { language: 'python', file: 'template.py', source },
  };
}
