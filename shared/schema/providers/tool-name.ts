import type { Losses } from './losses.ts';

/** A name that the provider takes: other characters become `_`, and it is cut to the length. */
export function toolName(name: string, allowed: RegExp, most: number, losses: Losses): string {
  const sign = new RegExp(`[^${allowed.source}]`, 'g');
  const fitting = name.replace(sign, '_').slice(0, most) || 'tool';
  if (fitting !== name)
    losses.rewrite('', 'name', 'tool-name', { most, allowed: allowed.source, name: fitting });
  return fitting;
}
