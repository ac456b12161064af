import { template } from '../returns/template.ts';
import { truncateLimit } from '../returns/truncate-limit.ts';
import { positionOf } from '../schema/json-positions.ts';
import type { JsonObject } from '../tool/json.ts';
import type { Problem, Severity } from '../tool/problem.ts';

/** Stands for any run: what a template does wrong shows with whatever values. */
const values = { output: '', stderr: '', return_code: 0, tool_id: '' };

/** Which of the return rules will be ignored and why, and whether the output is cut at all. */
export function lintReturn(rules: JsonObject, text: string): Problem[] {
  const report = (severity: Severity, code: string, key: string, message: string): Problem => ({
    severity,
    code,
    message,
    file: 'return.json',
    ...positionOf(text, [key]),
  });
  const problems: Problem[] = [];
  const limit = truncateLimit(rules.truncate);
  if (limit === undefined) {
    const message = 'No "truncate"; add one, such as 2000, so that output stays short';
    problems.push(report('info', 'no-truncate', 'truncate', message));
  } else if ('ignored' in limit) {
    problems.push(report('warning', 'bad-truncate', 'truncate', `${limit.ignored}; it is ignored`));
  }
  const wrong = templateProblem(rules.template);
  if (wrong) problems.push(report('warning', 'bad-return-template', 'template', wrong));
  return problems;
}

function templateProblem(rule: JsonObject[string] | undefined): string | undefined {
  if (rule === undefined || rule === null) return undefined;
  if (typeof rule !== 'string') return '"template" must be a text; it is ignored';
  const filled = template(rule, values);
  return filled.ok ? undefined : `${filled.reason}; the template is ignored`;
}
