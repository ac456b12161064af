import { fillText } from '../../tool/problem/reason.ts';
import type { Definition } from '../../tool/definition.ts';
import type { Loss } from '../../tool/format.ts';
import type { Language } from '../../tool/language.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';

/** Why a format cannot hold something, by code; `{name}` stands for a value of the loss. */
export const formatReasons = {
  'format-no-place': 'This format has no place for "{keyword}"',
  'format-no-group': 'Tools have no group with a rule prompt there',
  'format-no-functions':
    'Its code is a function in a module; a three-layer tool is a whole program',
  'format-whole-program': 'Its code is a whole program; a script module contains functions',
  'format-host-module':
    'Its code is a TypeScript module, which this format cannot hold. Export it unchanged, or as an MCP server',
  'format-lathe-only':
    'Lathe itself runs it, with the tools and the model at hand. Export it unchanged',
  'format-agents-only': 'It is not an agent, and this format holds only agents',
  'format-no-code': 'It has no code, so there is nothing to run. Export it as declarations',
  'format-declares-only': 'A declaration tells how to call the tool, without its code',
  'format-no-sandbox':
    'No sandbox and no limits on files and network: it runs with the permissions of whoever starts it',
  'format-nobody-asks':
    'Lathe asks nobody there: the calling program decides whether a call may run',
  'format-client-asks':
    'Approvals are asked for in the calling program, once per call. If it cannot ask, such a call is denied, unless the server was started with "--dangerously-approve"',
  'format-client-answers':
    'Its questions during a run go to the calling program. If that cannot ask, they are answered as if nobody were present',
  'format-no-answers': 'Its questions during a run are answered there as if nobody were present',
  'format-title-only': 'Only the first line of the message for the person is kept, as the title',
  'format-wheels': 'Install the packages in {names} for the Python there',
  'format-packages': 'The program needs the packages {names}',
  'format-number':
    'The code there would turn {number} into {made}; a call is still checked against the number itself',
  'format-zod': 'The schema in the code lacks "{keyword}"; calls are still checked against it',
} as const;

export type FormatLossCode = keyof typeof formatReasons;

/** Returns why a format cannot hold code of a language that runs only on a host of Lathe. */
export const hostOnly = ({ moduleType }: Language): FormatLossCode =>
  moduleType === undefined ? 'format-lathe-only' : 'format-host-module';

/**
 * Makes the loss of a part of a tool that a format cannot hold. `path` is a JSON pointer into the definition.
 */
export function formatLoss(
  tool: string,
  path: string,
  code: FormatLossCode,
  values?: NonNullable<Loss['values']>,
): Loss {
  const keyword = path.slice(path.lastIndexOf('/') + 1).replaceAll('~1', '/');
  const said = { keyword, ...values };
  const reason = fillText(formatReasons[code], said);
  return { tool, path, keyword, action: 'dropped', reason, code, values: said };
}

/** Fields of a definition that some formats lack. */
export type Lackable = Exclude<
  keyof Definition,
  | 'name'
  | 'description'
  | 'parameters'
  | 'timeoutMs'
  | 'policies'
  | 'hidden'
  | 'hasPermissionRule'
  | 'wordsRefusals'
>;

/**
 * Values that are the default of every format, so that omitting them loses nothing. "custom" is the default
 * category.
 */
const unsaid: Partial<Record<Lackable, unknown>> = {
  ...{ category: 'custom', enabled: true, strict: false, isConcurrencySafe: true, unlisted: false },
};

/** Returns those of the fields that a definition sets and the format lacks. */
export const lacking = ({ definition }: AuthoredTool, fields: readonly Lackable[]): Loss[] =>
  fields
    .filter((field) => {
      const said = definition[field];
      const isEmpty = Array.isArray(said) && said.length === 0;
      return said !== undefined && said !== unsaid[field] && !isEmpty;
    })
    .map((field) => formatLoss(definition.name, `/${field}`, 'format-no-place'));
