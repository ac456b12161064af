import { writeJson } from '../../tool/exact-number.ts';
import type { Json } from '../../tool/json.ts';

/**
 * Makes an import statement. Written as a literal, it would look like an import of the file that contains it.
 */
export const importText = (what: string, from: string): string => `import ${what} from '${from}';`;

/** Returns a JSON value as JavaScript code; lines after the first are indented by `indent`. */
export const codeText = (value: Json, indent = ''): string =>
  writeJson(value, 2)
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replaceAll('\n', `\n${indent}`);
