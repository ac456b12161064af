import type {
  ConversationSetup,
  RequestForm,
} from '../../../../shared/protocol/conversations/conversations.ts';
import type { ToolSummary } from '../../../../shared/protocol/tools.ts';
import { providers } from '../../../../shared/schema/providers.ts';
import { writeJson } from '../../../../shared/tool/exact-number.ts';
import { readsOnly, type Definition } from '../../../../shared/tool/definition.ts';

/** What a list says of a unit that models are not told of, though it is switched on. */
const kept = new Set(['host-missing', 'agent-no-model']);

/** Tools that models can be told of, each with the unit that it comes from; of one name the first. */
export function choosable(
  units: readonly ToolSummary[],
): { tool: Definition; unit: ToolSummary }[] {
  const taken = new Set<string>();
  return units
    .filter(({ enabled, problems }) => enabled && !problems.some(({ code }) => kept.has(code)))
    .flatMap((unit) => unit.tools.map((tool) => ({ tool, unit })))
    .filter(({ tool, unit }) => tool.unlisted !== true && !unit.offByAuthor?.includes(tool.name))
    .filter(({ tool }) => !taken.has(tool.name) && taken.add(tool.name));
}

/** What a model of the conversation is offered. */
export function offeredIn(
  units: readonly ToolSummary[],
  { tools, mode }: Pick<ConversationSetup, 'tools' | 'mode'>,
): Definition[] {
  const chosen = tools === 'all' ? undefined : new Set(tools);
  return choosable(units)
    .map(({ tool }) => tool)
    .filter((tool) => chosen?.has(tool.name) ?? true)
    .filter((tool) => mode !== 'plan' || readsOnly(tool));
}

/** What a provider is told of a tool, as it stands in a request. */
export const declarationText = (tool: Definition, form: RequestForm): string =>
  writeJson(providers.get(form)?.declare(tool).declaration ?? '');
