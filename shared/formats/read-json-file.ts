import { measure } from '../schema/json/values.ts';
import { parseJson } from '../schema/json/parse-json.ts';
import { withoutMark, type Folder } from '../tool/folder.ts';
import type { Json } from '../tool/json.ts';
import type { Problem, Severity } from '../tool/problem/problem.ts';
import { readingLimits, tooManyValues } from './reading-limits.ts';

type JsonFile =
  | { kind: 'absent' }
  | { kind: 'broken'; problem: Problem }
  | { kind: 'read'; value: Json; text: string };

/** Reads a JSON file of a folder. `severity` applies to a file that cannot be read. */
export function readJsonFile(files: Folder, file: string, severity: Severity): JsonFile {
  const content = Object.hasOwn(files, file) ? files[file] : undefined;
  if (content === undefined) return { kind: 'absent' };
  if (typeof content !== 'string') return { kind: 'broken', problem: notUtf8(file, severity) };
  const parsed = parseJson(withoutMark(content));
  if (parsed.ok) {
    const most = readingLimits.values;
    if (measure(parsed.value, most + 1).nodes > most)
      return { kind: 'broken', problem: { ...tooManyValues(file), severity } };
    return { kind: 'read', value: parsed.value, text: content };
  }
  const problem: Problem = {
    severity,
    code: 'broken-json',
    message: `"${file}" is not valid JSON: ${parsed.message}`,
    values: { file, reason: parsed.message },
    reason: parsed.phrase,
    file,
    line: parsed.line,
    column: parsed.column,
  };
  return { kind: 'broken', problem };
}

/** The problem of a text file that is not UTF-8. */
export function notUtf8(file: string, severity: Severity): Problem {
  return {
    severity,
    code: 'not-utf8',
    message: `"${file}" is not UTF-8; save it as UTF-8`,
    values: { file },
    file,
    line: 1,
    column: 1,
  };
}
