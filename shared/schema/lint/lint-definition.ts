import type { JsonObject } from '../../tool/json.ts';
import type { Problem } from '../../tool/problem/problem.ts';
import { JsonPositions } from '../json/positions.ts';
import { isObject } from '../json/values.ts';
import type { DefinitionFacts, Lint } from './lint.ts';
import { lintFields } from './lint-fields.ts';
import { lintParameters, lintRequired } from './lint-parameters.ts';

/** Returns the problems of a definition.json. Source of the rules: seed 001, chapters 4, 10 and 11. */
export function lintDefinition(definition: JsonObject, facts: DefinitionFacts): Problem[] {
  const positions = new JsonPositions(facts.text);
  const problems: Problem[] = [];
  const lint: Lint = {
    definition,
    facts,
    report: (severity, code, path, message, values = {}, fix, reason) =>
      void problems.push({
        severity,
        code,
        message,
        values,
        file: facts.file,
        ...positions.of(path),
        fix,
        ...(reason && { reason }),
      }),
  };
  lintFields(lint);
  if (isObject(definition.parameters)) lintParameters(lint, definition.parameters);
  else lint.report('info', 'no-parameters', [], 'No "parameters"; the tool takes no arguments');
  lintRequired(lint);
  return problems;
}
