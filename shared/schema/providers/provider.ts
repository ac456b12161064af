import type { Definition } from '../../tool/definition.ts';
import type { Loss } from '../../tool/format.ts';
import type { JsonObject } from '../../tool/json.ts';
import type { Losses } from './losses.ts';

interface Declared {
  /** The exact declaration for the provider. */
  declaration: JsonObject;
  /** Everything that was dropped or rewritten. */
  losses: Loss[];
}

/** The declaration format of one provider. */
export interface Provider {
  id: string;
  label: string;
  /** `strict` selects the enforced format, if the provider has one; by default the author of the tool decides. */
  declare(definition: Definition, options?: { strict?: boolean }): Declared;
}

/** A valid name for the provider: other characters become `_`, and it is cut to the maximum length. */
export function toolName(name: string, allowed: RegExp, most: number, losses: Losses): string {
  const sign = new RegExp(`[^${allowed.source}]`, 'g');
  const fitting = name.replace(sign, '_').slice(0, most) || 'tool';
  if (fitting !== name)
    losses.rewrite('', 'name', 'tool-name', { most, allowed: allowed.source, name: fitting });
  return fitting;
}
