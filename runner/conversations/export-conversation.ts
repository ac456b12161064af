import type {
  CallOutcome,
  ConversationNode,
  ConversationStart,
} from '../../shared/protocol/conversations/conversations.ts';
import type { ToolSettings } from '../../shared/protocol/settings.ts';
import { totalsOf } from '../../shared/protocol/conversations/totals.ts';
import { writeJson } from '../../shared/tool/exact-number.ts';
import type { KeptConversation } from '../store/conversations/conversation-rows.ts';

/** Returns a conversation as JSON that can be imported. */
export const exportJson = (
  { head, setup }: KeptConversation,
  nodes: ConversationNode[],
): ConversationStart => ({
  ...(head.title === '' ? {} : { title: head.title }),
  ...{ setup, nodes },
});

/** Wraps a text in a fence that does not occur in it. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(0, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

const outcomeText = ({ name, callId, arguments: args, result, from }: CallOutcome): string => {
  const seen =
    result.displayContent === result.llmContent
      ? ''
      : `\n\nThe person got:\n\n${fenced(result.displayContent)}`;
  const ran = args === undefined ? '' : ` with \`${writeJson(args)}\``;
  const how = from === 'run' ? '' : ` (${from})`;
  return `**${name}**${ran} as \`${callId}\` answered${how}:\n\n${fenced(result.llmContent)}${seen}`;
};

function textOf(node: ConversationNode): string {
  if (node.role === 'user') return `## Person\n\n${node.text}`;
  if (node.role === 'results') return `## Results\n\n${node.results.map(outcomeText).join('\n\n')}`;
  const parts = node.parts.map((part) => {
    if (part.type === 'text') return part.text;
    if (part.type === 'reasoning') return `> ${part.text.replaceAll('\n', '\n> ')}`;
    return `Calls **${part.name}** as \`${part.id}\`:\n\n${fenced(part.arguments, 'json')}`;
  });
  const facts = [
    node.by,
    ...(node.source === 'live' ? [] : [node.source]),
    ...(node.stale ? [`stale: ${node.stale.join(', ')}`] : []),
    ...(node.whole ? [] : ['cut off']),
  ];
  return [`## Answer (${facts.join('; ')})`, ...parts].join('\n\n');
}

/** Returns whether models or a recording answered. */
function verdictOf(nodes: readonly ConversationNode[]): string {
  const sources = new Set(nodes.flatMap((node) => (node.role === 'answer' ? [node.source] : [])));
  if (!sources.has('replayed')) return 'live';
  return sources.size === 1 ? 'replayed' : 'partly replayed';
}

/** Returns the usage of all branches, with that of their agents. Unknown counts are not 0. */
function tookText(nodes: readonly ConversationNode[], prices: ToolSettings['prices']): string {
  const { inputTokens, outputTokens, uncounted, cost } = totalsOf(nodes, prices);
  const tokens = `Tokens: ${inputTokens} in, ${outputTokens} out`;
  const more = uncounted === 0 ? '' : `, and those of ${uncounted} answers that nobody counted`;
  return `${tokens}${more}; cost: ${cost === undefined ? 'unknown' : `${Number(cost.toFixed(6))} USD`}`;
}

/** Returns a conversation as Markdown for people: all branches, one after the other, each with a heading. */
export function exportMarkdown(
  { head, setup }: KeptConversation,
  nodes: readonly ConversationNode[],
  prices: ToolSettings['prices'],
): string {
  const children = new Map<string | null, ConversationNode[]>();
  for (const node of nodes) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  const texts: string[] = [];
  // Takes the next message from the end, so that each branch is complete before the next one.
  const waiting = [...(children.get(null) ?? [])].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const beside = children.get(node.parent) ?? [];
    const branch =
      beside.length > 1 ? ` — branch ${beside.indexOf(node) + 1} of ${beside.length}` : '';
    texts.push(textOf(node).replace(/^(## .*)/, `$1${branch}`));
    const { stopped } = node;
    if (stopped && stopped.stopReason !== 'done')
      texts.push(
        `*Stopped: ${stopped.stopReason}${stopped.fault ? `. ${stopped.fault.message}` : ''}*`,
      );
    waiting.push(...[...(children.get(node.id) ?? [])].reverse());
  }
  const facts = `Model: ${setup.model}; ${verdictOf(nodes)}; began ${new Date(head.startedAt).toISOString()}`;
  const system = setup.system === '' ? [] : [`## System\n\n${setup.system}`];
  return `${[`# ${head.title || head.id}`, facts, tookText(nodes, prices), ...system, ...texts].join('\n\n')}\n`;
}
