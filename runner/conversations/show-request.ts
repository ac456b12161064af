import type {
  ConversationNode,
  ConversationSetup,
  RequestAsked,
  RequestShown,
} from '../../shared/protocol/conversations/conversations.ts';
import { providers } from '../../shared/schema/providers.ts';
import type { Sources } from '../sources/sources.ts';
import { offeredTo, requestOf } from './messages.ts';
import type { Models } from './models/model.ts';

export interface ShowNeeds {
  sources: Pick<Sources, 'follow' | 'registry'>;
  models: Pick<Models, 'show'>;
}

/** Returns the request of a setup in the form of its provider. Sends nothing. */
export async function showRequest(
  setup: ConversationSetup,
  path: readonly ConversationNode[],
  { model, form, text }: Omit<RequestAsked, 'parent'>,
  { sources, models }: ShowNeeds,
): Promise<RequestShown | { why: string }> {
  const place = { id: '', parent: path.at(-1)?.id ?? null, at: 0 };
  const said = text === undefined ? [] : [{ ...place, role: 'user' as const, text }];
  const request = requestOf([...path, ...said], setup, await offeredTo(setup, sources));
  const wire = await models.show(request, { id: model ?? setup.model, form: form ?? setup.form });
  if ('why' in wire) return wire;
  const view = providers.get(wire.form);
  return { ...wire, losses: request.tools.flatMap((tool) => view?.declare(tool).losses ?? []) };
}
