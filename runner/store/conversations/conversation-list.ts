import type {
  ConversationHead,
  StopReason,
} from '../../../shared/protocol/conversations/conversations.ts';
import { planIn } from '../../../shared/protocol/conversations/plan.ts';
import type { Database, SqlRow } from '../../platform/database.ts';
import { searchWords } from '../search-words.ts';
import { headRow, keptOf, nodesOf } from './conversation-rows.ts';

/** The filter and the page of a list of conversations. */
export interface Listed {
  /** Words that must all occur. */
  query?: string | undefined;
  /** How the last turn ended. */
  stopped?: StopReason | undefined;
  /** The `next` cursor of an earlier list. */
  before?: string | undefined;
  limit: number;
}

export interface HeadList {
  conversations: (ConversationHead & { planWaits?: true })[];
  next?: string;
}

/** Lists the conversations with content, last changed first. */
export function listConversations(database: Pick<Database, 'all'>, asked: Listed): HeadList {
  const { query = '', limit, stopped } = asked;
  const before = Number(asked.before ?? Number.MAX_SAFE_INTEGER);
  const { sql, values } = searchFor(query);
  const where = ['is_used = 1', 'place < ?', ...sql];
  if (stopped !== undefined) where.push("json_extract(last_turn, '$.stopReason') = ?");
  const rows = database.all(
    `SELECT ${headRow} FROM conversations WHERE ${where.join(' AND ')}
     ORDER BY place DESC LIMIT ?`,
    ...[Number.isSafeInteger(before) ? before : 0, ...values],
    ...[...(stopped === undefined ? [] : [stopped]), limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    conversations: shown.map((row) => ({
      ...keptOf(row).head,
      ...(planWaits(database, row) && { planWaits: true }),
    })),
    ...(rows.length > shown.length && last ? { next: String(last.place) } : {}),
  };
}

/** Whether the newest message of a conversation in plan mode is a plan. */
function planWaits(database: Pick<Database, 'all'>, row: SqlRow): boolean {
  if (keptOf(row).setup.mode !== 'plan') return false;
  const sql =
    'SELECT node FROM conversation_nodes WHERE conversation = ? ORDER BY seq DESC LIMIT 1';
  return planIn(nodesOf(database.all(sql, Number(row.seq)))[0]) !== undefined;
}

/** The trigram index needs three characters; shorter words are searched in each text. */
const SHORTEST = 3;

/** Returns the SQL conditions for words that must all occur in the title or in a message, with their values. */
function searchFor(query: string): { sql: string[]; values: string[] } {
  const rows = searchWords(query).map((word) =>
    [...word].length >= SHORTEST
      ? // A quoted phrase holds nothing that the index would take for a command.
        { sql: 'conversation_texts MATCH ?', value: `"${word.replaceAll('"', '""')}"` }
      : { sql: 'instr(lower(text), ?) > 0', value: word.toLowerCase() },
  );
  return {
    sql: rows.map(({ sql }) => `seq IN (SELECT conversation FROM conversation_texts WHERE ${sql})`),
    values: rows.map(({ value }) => value),
  };
}
