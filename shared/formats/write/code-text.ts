import { writeJson } from '../../tool/exact-number.ts';
import type { Json } from '../../tool/json.ts';

/** A line of code that imports. Written out, it would read as an import of the file that holds it. */
export const importText = (what: string, from: string): string => `import ${what} from '${from}';`;

/** A JSON value as code of JavaScript; lines after the first are indented by `indent`. */
export const codeText = (value: Json, indent = ''): string =>
  writeJson(value, 2)
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replaceAll('\n', `\n${indent}`);
