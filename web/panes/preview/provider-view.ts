import { providers } from '../../../shared/schema/providers.ts';
import type { Definition } from '../../../shared/tool/definition.ts';
import type { Loss } from '../../../shared/tool/format.ts';
import type { Json } from '../../../shared/tool/json.ts';

/** What a provider would be sent, and everything that was dropped or rewritten on the way. */
export interface ProviderView {
  declaration: Json;
  losses: Loss[];
}

/** The providers in the order of their tabs. */
export const providerTabs = [...providers.values()].map(({ id, label }) => ({ id, text: label }));

export function providerView(
  id: string,
  definition: Definition,
  strict: boolean,
): ProviderView | undefined {
  return providers.get(id)?.declare(definition, { strict });
}
