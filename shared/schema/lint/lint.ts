import type { Check } from '../../tool/format.ts';
import type { JsonObject } from '../../tool/json.ts';
import type { Fix, JsonChange, Severity } from '../../tool/problem/problem.ts';
import type { ProblemCode } from '../../tool/problem/problem-codes.ts';
import type { Phrase } from '../../tool/problem/phrase.ts';

/** What is known of a definition beside its content. */
export interface DefinitionFacts {
  /** The folder's name, which the id should repeat. */
  folderName: string;
  /** The file that problems are placed in. */
  file: string;
  /** The definition's text, for positions. */
  text: string;
  /** File names that `icon` may name; not checked when left out. */
  icons?: readonly string[];
  /** What checks defaults; they are not checked when left out. */
  check?: Check | undefined;
}

/** What the rules look at, and how they speak. A path leads into the definition. */
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

/** A quick fix that sets or removes values of a JSON file. */
export const jsonFix = (title: string, file: string, changes: Omit<JsonChange, 'file'>[]): Fix => ({
  title,
  edits: [],
  changes: changes.map((change) => ({ file, ...change })),
});
