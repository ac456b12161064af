import type { JsonObject } from '../../tool/json.ts';
import type { Fix, Severity } from '../../tool/problem.ts';
import type { DefinitionFacts } from './definition-facts.ts';

/** What the rules look at, and how they speak. A path leads into the definition. */
export interface Lint {
  definition: JsonObject;
  facts: DefinitionFacts;
  report(
    severity: Severity,
    code: string,
    path: (string | number)[],
    message: string,
    values?: Record<string, string | number>,
    fix?: Fix,
  ): void;
}
