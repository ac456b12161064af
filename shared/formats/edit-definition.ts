import { applyEdits, modify } from 'jsonc-parser';
import type { FormattingOptions } from 'jsonc-parser';
import type { Json } from '../tool/json.ts';

/** Keys and indexes from the root to a value. */
export type JsonPath = (string | number)[];

/** What the author indents and ends lines with, so that an edit looks like the lines around it. */
function manner(text: string): FormattingOptions {
  const indent = /^[ \t]+(?=\S)/m.exec(text)?.[0] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

/** Sets the value at `path` and leaves every other byte of the text as it is. */
export function setIn(text: string, path: JsonPath, value: Json): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: manner(text) }));
}

/** Takes the value at `path` out, with its key and one comma; the same text when it is not there. */
export function removeIn(text: string, path: JsonPath): string {
  return applyEdits(text, modify(text, path, undefined, { formattingOptions: manner(text) }));
}
