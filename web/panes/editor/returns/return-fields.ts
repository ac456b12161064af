import { removeIn, setIn } from '../../../../shared/formats/edit-definition.ts';
import { readJsonFile } from '../../../../shared/formats/read-json-file.ts';
import { parseJson } from '../../../../shared/schema/json/parse-json.ts';
import { isObject } from '../../../../shared/schema/json/values.ts';
import { ExactNumber, writeJson } from '../../../../shared/tool/exact-number.ts';
import type { Json } from '../../../../shared/tool/json.ts';
import type { ReturnRules } from '../../../../shared/tool/toolset.ts';
import { returnFile } from '../folder-files.ts';

/** The rules that a tool's reader knows. */
export type Rule = keyof typeof ReturnRules.shape;

/** What a field has of its label, of what describes it, and of whether it is wrong. */
export interface Ties {
  id: string;
  'aria-describedby': string;
  'aria-invalid': boolean;
}

interface ReturnFields {
  /** As the file has it; undefined where the rule is not set, and `null` sets none. */
  rules: Record<Rule, Json | undefined>;
  /** Fields of the file that only the text shows. */
  others: string[];
}

/** What a form shows of return.json; undefined where its reader finds no object. */
export function returnFields(source: string): ReturnFields | undefined {
  const read = readJsonFile({ [returnFile]: source }, returnFile, 'warning');
  if (read.kind !== 'read' || !isObject(read.value)) return undefined;
  const { truncate, template, ...others } = read.value;
  return {
    rules: { truncate: truncate ?? undefined, template: template ?? undefined },
    others: Object.keys(others),
  };
}

/** How a field shows a value that it has not just been given: JSON, so that `"5"` is seen to be no number. */
export const jsonText = (value: Json | undefined): string =>
  value === undefined ? '' : writeJson(value);

/** A limit as it was typed, right or wrong: the lint says what is wrong with it. */
export function typedLimit(typed: string): Json | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const parsed = parseJson(text);
  const fits =
    parsed.ok &&
    (['number', 'string'].includes(typeof parsed.value) || parsed.value instanceof ExactNumber);
  return fits ? parsed.value : text;
}

/** Sets one rule, or takes it out where no value is given, and leaves every other byte alone. */
export function setRule(source: string, rule: Rule, value: Json | undefined): string {
  // Of a name that stands twice the last one counts, and an edit would reach the first.
  let sole = source;
  for (;;) {
    const without = removeIn(sole, [rule]);
    if (removeIn(without, [rule]) === without) break;
    sole = without;
  }
  return value === undefined ? removeIn(sole, [rule]) : setIn(sole, [rule], value);
}
