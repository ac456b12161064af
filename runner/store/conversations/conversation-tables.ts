import { takeAlone } from '../mended-database.ts';
import type { ConversationNode } from '../../../shared/protocol/conversations.ts';
import type { Database } from '../../platform/database.ts';

/**
 * `place` grows with every change, so that lists are in the order of the last one. A node's row is found by
 * its conversation and its id; a row of the texts bears the number of its node, or the conversation's own
 * below zero for its title.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS conversations (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, place INTEGER NOT NULL UNIQUE,
    title TEXT NOT NULL, is_named INTEGER NOT NULL, started_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL, nodes INTEGER NOT NULL, setup TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS conversation_nodes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, conversation INTEGER NOT NULL, id TEXT NOT NULL,
    parent TEXT, node TEXT NOT NULL, UNIQUE (conversation, id));
  CREATE INDEX IF NOT EXISTS nodes_of_parent ON conversation_nodes (conversation, parent);
  CREATE VIRTUAL TABLE IF NOT EXISTS conversation_texts
    USING fts5(text, conversation UNINDEXED, tokenize='trigram');`;

/** Makes the tables of conversations where there are none. */
export function openConversationTables(database: Database): void {
  takeAlone(database);
  database.exec('BEGIN IMMEDIATE');
  database.exec(tables);
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

/** Three letters are what the index of texts knows; shorter words are looked for text by text. */
const SHORTEST = 3;
const MOST_WORDS = 20;

/** The conditions of a search whose words all stand in the title or in some message, with their values. */
export function searchFor(query: string): { sql: string[]; values: string[] } {
  const words = query.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const rows = words.map((word) =>
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
