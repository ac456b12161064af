import type { Definition } from '../../tool/definition.ts';
import type { Loss } from '../../tool/format.ts';
import type { JsonObject } from '../../tool/json.ts';

export interface Declared {
  /** Exactly what the provider is sent. */
  declaration: JsonObject;
  /** Everything that was dropped or rewritten on the way. */
  losses: Loss[];
}

/** How one provider wants to be told of a tool. */
export interface Provider {
  id: string;
  label: string;
  /** `strict`: the form that the provider enforces, where it has one. */
  declare(definition: Definition, options?: { strict?: boolean }): Declared;
}
