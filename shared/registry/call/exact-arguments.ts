import type { IssueCode } from '../../schema/checking/issue-texts.ts';
import { isObject, own } from '../../schema/json/values.ts';
import { wholeNumbers } from '../../schema/whole-numbers.ts';
import { unrun, type Ending, type Fault } from '../../tool/run/ending.ts';
import { numbersIn, withDoubles, type Unheld } from '../../tool/exact-number.ts';
import { Arguments, type Json } from '../../tool/json.ts';
import type { Language } from '../../tool/language.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';
import type { Tool } from '../tool.ts';

/**
 * The arguments in the form that the language wants: a whole number becomes an integer if the schema asks for
 * one.
 */
export function mendedArguments(
  tool: AuthoredTool,
  language: Language,
  given: Arguments,
): Arguments {
  const mended = language.coerce?.(tool, given) ?? given;
  return wholeNumbers(tool.definition.parameters, mended) as Arguments;
}

/** The first number that the tool's language cannot represent, in the arguments or in a used default. */
export function refusedNumber(
  { definition }: AuthoredTool,
  { refuseNumber }: Language,
  args: Arguments,
): Fault | undefined {
  if (refuseNumber === undefined) return undefined;
  const { properties } = definition.parameters;
  const named = isObject(properties) ? Object.entries(properties) : [];
  const defaults = named.flatMap(([name, one]): [string, Json][] => {
    const standing = isObject(one) ? own(one, 'default') : undefined;
    return standing === undefined || Object.hasOwn(args, name) ? [] : [[name, standing]];
  });
  for (const found of numbersIn({ ...Object.fromEntries(defaults), ...args })) {
    const why = refuseNumber(found.number);
    if (why !== undefined) return faultOf(found, why);
  }
  return undefined;
}

/** The arguments of a tool that runs inside Lathe, with JavaScript numbers. */
export function jsArguments(
  { language }: Tool,
  args: Arguments,
): { ok: true; value: Arguments } | { ok: false; ending: Ending } {
  if (language !== undefined) return { ok: true, value: args };
  const read = withDoubles(args);
  if (read.ok) return { ok: true, value: Arguments.parse(read.value) };
  const fault = faultOf(read, `a JavaScript number would make of it ${read.number.loss}`);
  return { ok: false, ending: unrun({ kind: 'failed', exitCode: 2, fault }) };
}

function faultOf({ path, number }: Unheld, why: string): Fault {
  const { text } = number;
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  const message = `${shown} cannot be given exactly: ${why}`;
  const at = path.join('.');
  const phrase = { code: 'number-inexact' satisfies IssueCode, values: { text: shown } };
  const issues = [{ path: at, keyword: 'number-not-exact', message, phrase }];
  return { class: 'ValidationError', message: `${at}: ${message}`, issues };
}
