import type { Loss } from '../tool/format.ts';
import type { AuthoredTool } from '../tool/toolset.ts';
import { formatLoss } from './format-loss.ts';

/** What of these a definition says and a form has no place for. "custom" is what every category begins as. */
export const lacking = (
  { definition }: AuthoredTool,
  fields: readonly ('icon' | 'category')[],
): Loss[] =>
  fields
    .filter((field) => definition[field] !== undefined && definition[field] !== 'custom')
    .map((field) => formatLoss(definition.name, `/${field}`, 'format-no-place'));
