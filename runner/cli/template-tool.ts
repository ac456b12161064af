import { JsonSchema } from '../../shared/tool/json.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';

/** The names in single braces of a template, each once: what `lathe render --template` declares. */
export function placeholderNames(template: string): string[] {
  const found = template.matchAll(/\{\{|\}\}|\{([\p{ID_Start}_]\p{ID_Continue}*)\}/gu);
  return [...new Set([...found].flatMap((match) => match[1] ?? []))];
}

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
