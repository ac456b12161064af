import { parameterNames } from './parameter-names.ts';

/** `custom-tool`: (id, params, onUpdate, ctx, signal). `extension`: (id, params, signal, onUpdate, ctx). */
export type ArgumentOrder = 'custom-tool' | 'extension';

/**
 * The order in which `execute` takes its arguments. Files of one kind agree, and what the author calls
 * the third one has the last word: the two orders were in use for the same kind of file at one time.
 */
export function argumentOrder(execute: unknown, kind: ArgumentOrder): ArgumentOrder {
  const third = parameterNames(execute)[2] ?? '';
  if (/signal|abort/i.test(third)) return 'extension';
  if (/update|progress/i.test(third)) return 'custom-tool';
  return kind;
}
