import type { Loss } from '../tool/format.ts';
import { wordedReason } from '../schema/providers/worded-reason.ts';
import { formatReasons, type FormatLossCode } from './format-reasons.ts';

/** What a format cannot hold of a tool. `path` is a JSON pointer into the definition. */
export function formatLoss(
  tool: string,
  path: string,
  code: FormatLossCode,
  values?: NonNullable<Loss['values']>,
): Loss {
  const keyword = path.slice(path.lastIndexOf('/') + 1).replaceAll('~1', '/');
  const said = { keyword, ...values };
  const reason = wordedReason(formatReasons[code], said);
  return { tool, path, keyword, action: 'dropped', reason, code, values: said };
}
