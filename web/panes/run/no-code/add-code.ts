import { writeThreeLayer } from '../../../../shared/formats/write/three-layer.ts';
import type { Folder } from '../../../../shared/tool/folder.ts';
import { isObject } from '../../../../shared/schema/json/values.ts';
import type { AuthoredTool } from '../../../../shared/tool/toolset.ts';

const NAME = /^[A-Za-z_]\w*$/;

/** The files of a declared tool with code to begin from, which prints the arguments that every call has. */
export function filesWithCode(tool: AuthoredTool): Folder {
  const { properties, required } = tool.definition.parameters;
  const needed = Array.isArray(required) ? required : [];
  const names = isObject(properties ?? null)
    ? Object.entries(properties as Record<string, unknown>).flatMap(([name, schema]) => {
        const isSet = needed.includes(name) || 'default' in Object(schema);
        return isSet && NAME.test(name) ? [name] : [];
      })
    : [];
  const lines = names.map((name) => `print("${name}:", {${name}})\n`);
  const source = lines.length > 0 ? lines.join('') : 'print("Write here what the tool does")\n';
  const code = { language: 'python', file: 'execution.py', source };
  const { name } = tool.definition;
  return writeThreeLayer({ format: 'three-layer', group: { name }, tools: [{ ...tool, code }] })
    .files;
}
