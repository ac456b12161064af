import type { Check } from '../../tool/format.ts';
import type { JsonObject } from '../../tool/json.ts';
import type { Fix, JsonChange, Severity } from '../../tool/problem/problem.ts';
import type { ProblemCode } from '../../tool/problem/problem-codes.ts';
import type { Phrase } from '../../tool/problem/phrase.ts';

/** Facts about a definition apart from its content. */
export interface DefinitionFacts {
  /** The folder's name, which the id should repeat. */
  folderName: string;
  /** The file of the problems. */
  file: string;
  /** The text of the file, for positions. */
  text: string;
  /** The valid file names for `icon`; not checked if absent. */
  icons?: readonly string[];
  /** Checks defaults; they are not checked if absent. */
  check?: Check | undefined;
}

/** The input of the rules, and how they report. Paths are in the definition. */
export interface Lint {
  definition: JsonObject;
  facts: DefinitionFacts;
  report(
    severity: Severity,
    code: ProblemCode,
    path: (string | number)[],
    message: string,
    values?: Record<string, string | number>,
    fix?: Fix,
    reason?: Phrase,
  ): void;
}

/** Makes a quick fix that sets or removes values of a JSON file. */
export const jsonFix = (title: string, file: string, changes: Omit<JsonChange, 'file'>[]): Fix => ({
  title,
  edits: [],
  changes: changes.map((change) => ({ file, ...change })),
});
