import { measure } from './json/measure.ts';

/** Containers within each other that a schema or a value may have. */
export const MAX_DEPTH = 128;

/** Whether a JSON value is nested so deeply that walking it would risk the stack. */
export function tooDeep(value: unknown, limit = MAX_DEPTH): boolean {
  return measure(value).depth > limit;
}
