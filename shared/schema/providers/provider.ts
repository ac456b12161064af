import type { Definition } from '../../tool/definition.ts';
import type { Loss } from '../../tool/format.ts';
import type { JsonObject } from '../../tool/json.ts';
import type { Losses } from './losses.ts';

interface Declared {
  /** Exactly what the provider is sent. */
  declaration: JsonObject;
  /** Everything that was dropped or rewritten on the way. */
  losses: Loss[];
}

/** How one provider wants to be told of a tool. */
export interface Provider {
  id: string;
  label: string;
  /** `strict`: the form that the provider enforces, where it has one; without it, as the tool's author says. */
  declare(definition: Definition, options?: { strict?: boolean }): Declared;
}

/** A name that the provider takes: other characters become `_`, and it is cut to the length. */
export function toolName(name: string, allowed: RegExp, most: number, losses: Losses): string {
  const sign = new RegExp(`[^${allowed.source}]`, 'g');
  const fitting = name.replace(sign, '_').slice(0, most) || 'tool';
  if (fitting !== name)
    losses.rewrite('', 'name', 'tool-name', { most, allowed: allowed.source, name: fitting });
  return fitting;
}
