import type { Fault } from '../../../shared/tool/ending.ts';
import { t } from '../../i18n/i18n.svelte.ts';

const KNOWN = [
  'SyntaxError',
  'IndentationError',
  'NameError',
  'TypeError',
  'KeyError',
  'IndexError',
  'ValueError',
  'ZeroDivisionError',
  'ModuleNotFoundError',
  'MemoryError',
  'RecursionError',
  'PermissionError',
  'FileNotFoundError',
] as const;

/** What to do about an uncaught exception, or undefined where its own words must do. */
export function faultHint(fault: Fault): string | undefined {
  if (fault.missing !== undefined) return t('result.hint.missing', { name: fault.missing });
  const known = KNOWN.find((each) => each === fault.class);
  return known && t(`result.hint.${known}`);
}
