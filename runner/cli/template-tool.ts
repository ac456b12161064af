import { JsonSchema } from '../../shared/tool/json.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';

/** Returns the names in single braces of a template, without duplicates, for `lathe render --template`. */
export function placeholderNames(template: string): string[] {
  const found = template.matchAll(/\{\{|\}\}|\{([\p{ID_Start}_]\p{ID_Continue}*)\}/gu);
  return [...new Set([...found].flatMap((match) => match[1] ?? []))];
}

/** Returns a tool for a template in a text. Its name in tracebacks is `template.py`. */
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
