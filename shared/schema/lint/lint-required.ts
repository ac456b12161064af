import { isObject } from '../json/is-object.ts';
import type { Lint } from './lint.ts';
import { textFix } from './text-fix.ts';

/** `parameters.required` decides; a `required` beside `parameters` is read too, and belongs inside. */
export function lintRequired({ definition, facts, report }: Lint): void {
  const { parameters, required } = definition;
  const inner = isObject(parameters) ? parameters.required : undefined;
  if (required !== undefined) {
    const changes = [
      ...(inner === undefined && isObject(parameters)
        ? [{ path: ['parameters', 'required'], value: required }]
        : []),
      { path: ['required'], value: undefined },
    ];
    const moved = inner === undefined;
    report(
      'warning',
      'required-outside',
      ['required'],
      moved
        ? '"required" stands beside "parameters"; it is read, but belongs inside'
        : '"required" stands beside "parameters" and inside; the inner one decides',
      {},
      textFix(
        moved ? 'Move "required" into "parameters"' : 'Remove the outer "required"',
        facts.file,
        facts.text,
        changes,
      ),
    );
  }
  if (!isObject(parameters) || !Array.isArray(inner)) return;
  const known = isObject(parameters.properties) ? Object.keys(parameters.properties) : [];
  for (const [at, name] of inner.entries()) {
    if (typeof name === 'string' && known.includes(name)) continue;
    report(
      'warning',
      'required-unknown',
      ['parameters', 'required', at],
      `${JSON.stringify(name)} is required and is no property; add it to "properties" or leave it out`,
      { name: String(name) },
      textFix(`Remove ${JSON.stringify(name)}`, facts.file, facts.text, [
        { path: ['parameters', 'required'], value: inner.filter((one) => one !== name) },
      ]),
    );
  }
}
