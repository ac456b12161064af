import {
  ConversationNode,
  ConversationSetup,
  LastTurn,
  type ConversationHead,
} from '../../../shared/protocol/conversations/conversations.ts';
import { readJson } from '../../../shared/tool/exact-number.ts';
import type { SqlRow } from '../../platform/database.ts';

/** A conversation without its messages. */
export interface KeptConversation {
  head: ConversationHead;
  setup: ConversationSetup;
}

const MOST_TITLE = 80;
export const headRow = 'seq, id, place, title, started_at, changed_at, nodes, setup, last_turn';

/** Returns the first words of a message. */
export function titleOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length <= MOST_TITLE ? line : `${line.slice(0, MOST_TITLE).replace(/\s\S*$/, '')}…`;
}

const parsed = (text: unknown): unknown => {
  try {
    return readJson(String(text));
  } catch {
    return undefined;
  }
};

/** Returns the setup of a row, or that of a new conversation if it is damaged. */
const setupOf = (row: SqlRow): ConversationSetup =>
  ConversationSetup.safeParse(parsed(row.setup)).data ?? ConversationSetup.parse({});

export const keptOf = (row: SqlRow): KeptConversation => {
  const setup = setupOf(row);
  const lastTurn =
    row.last_turn === null ? undefined : LastTurn.safeParse(parsed(row.last_turn)).data;
  return {
    head: {
      ...{ id: String(row.id), title: String(row.title), model: setup.model },
      ...{ startedAt: Number(row.started_at), changedAt: Number(row.changed_at) },
      nodes: Number(row.nodes),
      ...(lastTurn ? { lastTurn } : {}),
    },
    setup,
  };
};

/** Returns the last turn of an imported conversation, derived from its messages. */
export function lastTurnIn(
  nodes: readonly ConversationNode[],
  { model }: ConversationSetup,
): LastTurn | undefined {
  const last = nodes.findLast(({ stopped }) => stopped !== undefined);
  if (!last?.stopped) return undefined;
  const by = last.role === 'answer' ? last.by : model;
  return { model: by, at: last.at, stopReason: last.stopped.stopReason };
}

/** Parses the messages of rows and drops damaged ones. */
export const nodesOf = (rows: readonly SqlRow[]): ConversationNode[] =>
  rows.flatMap(({ node }) => {
    const read = ConversationNode.safeParse(parsed(node));
    return read.success ? [read.data] : [];
  });

/** Selects the messages from the first one to a given one, in the conversation with the given id. */
export const pathSql = `WITH RECURSIVE
        own (seq) AS (SELECT seq FROM conversations WHERE id = ?),
        up (parent, node, depth) AS (
          SELECT parent, node, 0 FROM conversation_nodes
            WHERE conversation = (SELECT seq FROM own) AND id = ?
          UNION ALL
          SELECT above.parent, above.node, up.depth + 1 FROM up
            JOIN conversation_nodes AS above
              ON above.conversation = (SELECT seq FROM own) AND above.id = up.parent)
      SELECT node FROM up ORDER BY depth DESC`;
