import { takeAlone } from '../mended-database.ts';
import type { ConversationNode } from '../../../shared/protocol/conversations/conversations.ts';
import type { Database } from '../../platform/database.ts';

/**
 * Lists are sorted by `place`, whose greatest value belongs to the last change. The key of a node is its
 * conversation and id. The rowid of a text is the number of its node, or the negative number of the
 * conversation for its title. `is_used` is set once a conversation has content or was changed. `unindexed_from`
 * is the first message that the text index may lack.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS conversations (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, place INTEGER NOT NULL UNIQUE,
    title TEXT NOT NULL, is_named INTEGER NOT NULL, started_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL, nodes INTEGER NOT NULL, setup TEXT NOT NULL,
    is_used INTEGER NOT NULL DEFAULT 1, last_turn TEXT, unindexed_from INTEGER);
  CREATE TABLE IF NOT EXISTS conversation_nodes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, conversation INTEGER NOT NULL, id TEXT NOT NULL,
    parent TEXT, node TEXT NOT NULL, UNIQUE (conversation, id));
  CREATE INDEX IF NOT EXISTS nodes_of_parent ON conversation_nodes (conversation, parent);
  CREATE VIRTUAL TABLE IF NOT EXISTS conversation_texts
    USING fts5(text, conversation UNINDEXED, tokenize='trigram');`;

/** The columns that older files lack. */
const added = [
  ['is_used', 'INTEGER NOT NULL DEFAULT 1'],
  ['last_turn', 'TEXT'],
  ['unindexed_from', 'INTEGER'],
] as const;

/** The age in milliseconds at which empty conversations are removed. */
const LEFT_MS = 24 * 60 * 60 * 1000;

/** Creates the missing tables of conversations. */
export function openConversationTables(database: Database): void {
  takeAlone(database);
  database.exec('BEGIN IMMEDIATE');
  database.exec(tables);
  const known = database.all('SELECT name FROM pragma_table_info(?)', 'conversations');
  for (const [name, column] of added)
    if (!known.some((row) => row.name === name))
      database.exec(`ALTER TABLE conversations ADD COLUMN ${name} ${column}`);
  database.exec('COMMIT');
}

/** How many characters of a message, and of each result in it, are indexed. */
const MOST_TEXT = 10_000;
const MOST_RESULT = 1_000;

/** Returns the searchable text of a message. */
export function textOf(node: ConversationNode): string {
  if (node.role === 'user') return node.text.slice(0, MOST_TEXT);
  if (node.role === 'results')
    return node.results
      .map(({ name, result }) => `${name} ${result.llmContent.slice(0, MOST_RESULT)}`)
      .join('\n')
      .slice(0, MOST_TEXT);
  return node.parts
    .map((part) => (part.type === 'call' ? `${part.name} ${part.arguments}` : part.text))
    .join('\n')
    .slice(0, MOST_TEXT);
}

/** Returns the ids of old empty conversations and of incomplete imports. */
export function leftOver(database: Database): string[] {
  const sql = 'SELECT id FROM conversations WHERE is_used = 0 AND (nodes > 0 OR started_at < ?)';
  return database.all(sql, Date.now() - LEFT_MS).map(({ id }) => String(id));
}
