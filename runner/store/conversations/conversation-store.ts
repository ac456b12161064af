import type {
  ConversationNode,
  ConversationSetup,
  LastTurn,
} from '../../../shared/protocol/conversations.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { Database } from '../../platform/database.ts';
import { mendedDatabase } from '../mended-database.ts';
import { listConversations, type HeadList, type Listed } from './conversation-list.ts';
import { headRow, keptOf, lastTurnIn, nodesOf, pathSql, titleOf } from './conversation-rows.ts';
import type { KeptConversation } from './conversation-rows.ts';
import { leftOver, openConversationTables, textOf } from './conversation-tables.ts';

interface Begun {
  id: string;
  title?: string | undefined;
  setup: ConversationSetup;
  nodes?: readonly ConversationNode[] | undefined;
}

/**
 * Conversations and their messages. A message is written before anybody hears of it, so that what was heard
 * of survives the runner. What cannot be written is thrown, and nothing of it counts.
 */
export class ConversationStore {
  #database: Database;

  /** `aside`: where a file goes that is found to be damaged; without it the error is the reader's. */
  constructor(database: Database, aside?: () => string) {
    this.#database = mendedDatabase(database, (error) => {
      if (!aside) throw error;
      database.beginAnew(aside());
      openConversationTables(database);
    });
    openConversationTables(database);
    for (const id of leftOver(database)) this.remove(id);
  }

  /** Begins one, with the messages that it already has. */
  begin({ nodes = [], ...given }: Begun): KeptConversation {
    this.#database.together(() => {
      this.#insert(given, nodes);
      for (const node of nodes) this.#put(given.id, node);
      if (given.title !== undefined || nodes.length > 0) this.#use(given.id);
    });
    return this.#begun(given.id);
  }

  /**
   * The same for many messages, a few at a time, so that nobody else waits for them. It is in no list before it
   * is whole; what is left of one that never became whole is removed when the store is opened.
   */
  async bringIn({ nodes = [], ...given }: Begun): Promise<KeptConversation> {
    const { id } = given;
    try {
      this.#database.together(() => this.#insert(given, nodes));
      for (const node of nodes) {
        this.#database.together(() => void this.#put(id, node));
        // Whoever else asks for something needs several turns of the event loop.
        await new Promise<void>((settle) => setImmediate(settle));
      }
      if (given.title !== undefined || nodes.length > 0) this.#use(id);
    } catch (error) {
      this.remove(id);
      throw error;
    }
    return this.#begun(id);
  }

  /** Last changed first; those that hold nothing are none. */
  list(asked: Listed): HeadList {
    return listConversations(this.#database, asked);
  }

  head(id: string): KeptConversation | undefined {
    const [row] = this.#database.all(`SELECT ${headRow} FROM conversations WHERE id = ?`, id);
    return row && keptOf(row);
  }

  /** Every message, in the order in which they were made. */
  nodes(id: string): ConversationNode[] {
    const sql = `SELECT node FROM conversation_nodes
      WHERE conversation = (SELECT seq FROM conversations WHERE id = ?) ORDER BY seq`;
    return nodesOf(this.#database.all(sql, id));
  }

  /** The messages from the first one to this one; undefined where there is no such message. */
  path(id: string, node: string | null): ConversationNode[] | undefined {
    if (node === null) return [];
    const path = nodesOf(this.#database.all(pathSql, id, node));
    return path.at(-1)?.id === node ? path : undefined;
  }

  /** What answers a message, oldest first. */
  children(id: string, parent: string): ConversationNode[] {
    const sql = `SELECT node FROM conversation_nodes WHERE parent = ? AND
      conversation = (SELECT seq FROM conversations WHERE id = ?) ORDER BY seq`;
    return nodesOf(this.#database.all(sql, parent, id));
  }

  /** Writes a message down, or down anew; false where there is no such conversation. */
  put(id: string, node: ConversationNode): boolean {
    let isThere = false;
    this.#database.together(() => {
      isThere = this.#put(id, node);
      this.#use(id);
    });
    return isThere;
  }

  /** False where there is no such conversation. */
  change(id: string, { title, setup }: { title?: string; setup?: ConversationSetup }): boolean {
    if (!this.head(id)) return false;
    this.#database.together(() => {
      if (title !== undefined) this.#name(id, title);
      if (setup)
        this.#database.run('UPDATE conversations SET setup = ? WHERE id = ?', writeJson(setup), id);
      this.#touch(id);
      this.#use(id);
    });
    return true;
  }

  /** Says who was asked last, and how that ended. */
  turn(id: string, lastTurn: LastTurn): void {
    const sql = 'UPDATE conversations SET last_turn = ? WHERE id = ?';
    this.#database.run(sql, writeJson(lastTurn), id);
  }

  remove(id: string): boolean {
    const [row] = this.#database.all('SELECT seq FROM conversations WHERE id = ?', id);
    if (!row) return false;
    const seq = Number(row.seq);
    this.#database.together(() => {
      this.#database.run(
        `DELETE FROM conversation_texts WHERE rowid = ? OR
         rowid IN (SELECT seq FROM conversation_nodes WHERE conversation = ?)`,
        ...[-seq, seq],
      );
      this.#database.run('DELETE FROM conversation_nodes WHERE conversation = ?', seq);
      this.#database.run('DELETE FROM conversations WHERE seq = ?', seq);
    });
    return true;
  }

  close(): void {
    this.#database.close();
  }

  #insert({ id, title, setup }: Begun, nodes: readonly ConversationNode[]): void {
    const now = Date.now();
    const lastTurn = lastTurnIn(nodes, setup);
    this.#database.run(
      `INSERT INTO conversations
         (id, place, title, is_named, started_at, changed_at, nodes, setup, is_used, last_turn)
       VALUES (?, (SELECT coalesce(max(place), 0) + 1 FROM conversations), '', 0, ?, ?, 0, ?, 0, ?)`,
      ...[id, now, now, writeJson(setup), lastTurn ? writeJson(lastTurn) : null],
    );
    if (title !== undefined) this.#name(id, title);
  }

  #begun(id: string): KeptConversation {
    const kept = this.head(id);
    if (!kept) throw new Error('A conversation that was just begun is not there');
    return kept;
  }

  /** It is in lists from now on. */
  #use(id: string): void {
    this.#database.run('UPDATE conversations SET is_used = 1 WHERE id = ? AND is_used = 0', id);
  }

  #put(id: string, node: ConversationNode): boolean {
    const [row] = this.#database.all('SELECT seq, is_named FROM conversations WHERE id = ?', id);
    if (!row) return false;
    const seq = Number(row.seq);
    const at = 'SELECT seq FROM conversation_nodes WHERE conversation = ? AND id = ?';
    const [known] = this.#database.all(at, seq, node.id);
    if (known) {
      const sql = 'UPDATE conversation_nodes SET node = ? WHERE seq = ?';
      this.#database.run(sql, writeJson(node), Number(known.seq));
    } else {
      this.#database.run(
        'INSERT INTO conversation_nodes (conversation, id, parent, node) VALUES (?, ?, ?, ?)',
        ...[seq, node.id, node.parent, writeJson(node)],
      );
      this.#database.run('UPDATE conversations SET nodes = nodes + 1 WHERE seq = ?', seq);
    }
    const [kept] = known ? [known] : this.#database.all(at, seq, node.id);
    this.#index(Number(kept?.seq), seq, textOf(node));
    if (node.role === 'user' && row.is_named === 0) this.#name(id, titleOf(node.text));
    this.#touch(id);
    return true;
  }

  #name(id: string, title: string): void {
    const [row] = this.#database.all('SELECT seq FROM conversations WHERE id = ?', id);
    const sql = 'UPDATE conversations SET title = ?, is_named = 1 WHERE id = ?';
    this.#database.run(sql, title, id);
    this.#index(-Number(row?.seq), Number(row?.seq), title);
  }

  #index(rowid: number, conversation: number, text: string): void {
    this.#database.run('DELETE FROM conversation_texts WHERE rowid = ?', rowid);
    this.#database.run(
      'INSERT INTO conversation_texts (rowid, text, conversation) VALUES (?, ?, ?)',
      ...[rowid, text, conversation],
    );
  }

  /** It stands first in the list. */
  #touch(id: string): void {
    this.#database.run(
      `UPDATE conversations SET changed_at = ?,
         place = (SELECT max(place) + 1 FROM conversations) WHERE id = ?`,
      ...[Date.now(), id],
    );
  }
}
