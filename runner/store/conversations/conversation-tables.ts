import { takeAlone } from '../mended-database.ts';
import type { ConversationNode } from '../../../shared/protocol/conversations/conversations.ts';
import type { Database } from '../../platform/database.ts';

/**
 * The greatest `place` is that of the last change, so that lists are in that order. A node's row is found by
 * its conversation and its id; a row of the texts bears the number of its node, or the conversation's own
 * below zero for its title. `is_used` tells one that holds something, or was changed, from one that somebody
 * began and left; `unindexed_from` is the first message whose text may be missing among the texts.
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

/** Columns that a file of an earlier version lacks. */
const added = [
  ['is_used', 'INTEGER NOT NULL DEFAULT 1'],
  ['last_turn', 'TEXT'],
  ['unindexed_from', 'INTEGER'],
] as const;

/** Milliseconds after which nobody comes back to a conversation that was begun and left empty. */
const LEFT_MS = 24 * 60 * 60 * 1000;

/** Makes the tables of conversations where there are none. */
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

/** Letters of a message, and of each result in it, that searches look through. */
const MOST_TEXT = 10_000;
const MOST_RESULT = 1_000;

/** What a message is found by. */
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

/** Conversations that were begun and left empty, and those that never came in whole. */
export function leftOver(database: Database): string[] {
  const sql = 'SELECT id FROM conversations WHERE is_used = 0 AND (nodes > 0 OR started_at < ?)';
  return database.all(sql, Date.now() - LEFT_MS).map(({ id }) => String(id));
}
