import type {
  ConversationNode,
  ConversationSetup,
  LastTurn,
} from '../../../shared/protocol/conversations/conversations.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { Database } from '../../platform/database.ts';
import { mendedDatabase } from '../mended-database.ts';
import { listConversations, type HeadList, type Listed } from './conversation-list.ts';
import { headRow, keptOf, lastTurnIn, nodesOf, pathSql, titleOf } from './conversation-rows.ts';
import type { KeptConversation } from './conversation-rows.ts';
import { leftOver, openConversationTables } from './conversation-tables.ts';
import { ConversationTexts } from './conversation-texts.ts';

interface Begun {
  id: string;
  title?: string | undefined;
  setup: ConversationSetup;
  nodes?: readonly ConversationNode[] | undefined;
}

/**
 * Conversations and their messages. A message is written before anyone is told of it, so a reported message
 * survives the runner. A failed write throws and changes nothing.
 */
export class ConversationStore {
  #database: Database;
  #texts: ConversationTexts;

  /** `aside` returns the path for a damaged file; without it, the caller gets the error. */
  constructor(database: Database, aside?: () => string) {
    this.#database = mendedDatabase(database, (error) => {
      if (!aside) throw error;
      database.beginAnew(aside());
      openConversationTables(database);
    });
    openConversationTables(database);
    this.#texts = new ConversationTexts(this.#database);
    for (const id of leftOver(database)) this.remove(id);
  }

  /** Starts a conversation, with the messages that it already has. */
  begin({ nodes = [], ...given }: Begun): KeptConversation {
    this.#texts.together(() => {
      this.#insert(given, nodes);
      for (const node of nodes) this.#put(given.id, node);
      if (given.title !== undefined || nodes.length > 0) this.#use(given.id);
    });
    return this.#begun(given.id);
  }

  /**
   * Imports a conversation in small batches, so that others do not wait. Lists show it only when it is
   * complete; the next open of the store removes an incomplete one.
   */
  async bringIn({ nodes = [], ...given }: Begun): Promise<KeptConversation> {
    const { id } = given;
    try {
      this.#database.together(() => this.#insert(given, nodes));
      for (const node of nodes) {
        this.#texts.together(() => void this.#put(id, node));
        // Any other request needs several turns of the event loop.
        await new Promise<void>((settle) => setImmediate(settle));
      }
      if (given.title !== undefined || nodes.length > 0) this.#use(id);
    } catch (error) {
      this.remove(id);
      throw error;
    }
    return this.#begun(id);
  }

  /** Last changed first, without empty conversations. */
  list(asked: Listed): HeadList {
    if (asked.query?.trim()) this.#texts.catchUp();
    return listConversations(this.#database, asked);
  }

  head(id: string): KeptConversation | undefined {
    const [row] = this.#database.all(`SELECT ${headRow} FROM conversations WHERE id = ?`, id);
    return row && keptOf(row);
  }

  /** Returns all messages, in the order of their creation. */
  nodes(id: string): ConversationNode[] {
    const sql = `SELECT node FROM conversation_nodes
      WHERE conversation = (SELECT seq FROM conversations WHERE id = ?) ORDER BY seq`;
    return nodesOf(this.#database.all(sql, id));
  }

  /** Returns the messages from the first one to `node`; undefined if that message does not exist. */
  path(id: string, node: string | null): ConversationNode[] | undefined {
    if (node === null) return [];
    const path = nodesOf(this.#database.all(pathSql, id, node));
    return path.at(-1)?.id === node ? path : undefined;
  }

  /** Returns the messages after `parent`, oldest first. */
  children(id: string, parent: string): ConversationNode[] {
    const sql = `SELECT node FROM conversation_nodes WHERE parent = ? AND
      conversation = (SELECT seq FROM conversations WHERE id = ?) ORDER BY seq`;
    return nodesOf(this.#database.all(sql, parent, id));
  }

  /** Inserts or replaces a message; false if the conversation does not exist. */
  put(id: string, node: ConversationNode): boolean {
    let isThere = false;
    this.#texts.together(() => {
      const kept = this.#put(id, node);
      isThere = kept !== undefined;
      if (kept?.isUsed === false) this.#use(id);
    });
    return isThere;
  }

  /** Returns false if the conversation does not exist. */
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

  /** Records the last turn: its model and how it ended. */
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

  /** Makes the conversation appear in lists. */
  #use(id: string): void {
    this.#database.run('UPDATE conversations SET is_used = 1 WHERE id = ? AND is_used = 0', id);
  }

  /** Returns undefined if the conversation does not exist. */
  #put(id: string, node: ConversationNode): { isUsed: boolean } | undefined {
    const sql = `SELECT seq, is_named, is_used, place = (SELECT max(place) FROM conversations) AS is_first
      FROM conversations WHERE id = ?`;
    const [row] = this.#database.all(sql, id);
    if (!row) return undefined;
    const seq = Number(row.seq);
    const at = 'SELECT seq FROM conversation_nodes WHERE conversation = ? AND id = ?';
    const [known] = this.#database.all(at, seq, node.id);
    if (known) {
      const change = 'UPDATE conversation_nodes SET node = ? WHERE seq = ?';
      this.#database.run(change, writeJson(node), Number(known.seq));
    }
    const insert = `INSERT INTO conversation_nodes (conversation, id, parent, node)
      VALUES (?, ?, ?, ?) RETURNING seq`;
    const [kept] = known
      ? [known]
      : this.#database.all(insert, seq, node.id, node.parent, writeJson(node));
    this.#database.run(
      `UPDATE conversations SET nodes = nodes + ?, changed_at = ?,
         unindexed_from = min(coalesce(unindexed_from, ?), ?) WHERE seq = ?`,
      ...[known ? 0 : 1, Date.now(), Number(kept?.seq), Number(kept?.seq), seq],
    );
    this.#texts.later(seq, Number(kept?.seq), node);
    if (row.is_first === 0) this.#touch(id);
    if (node.role === 'user' && row.is_named === 0) this.#name(id, titleOf(node.text));
    return { isUsed: row.is_used === 1 };
  }

  #name(id: string, title: string): void {
    const [row] = this.#database.all('SELECT seq FROM conversations WHERE id = ?', id);
    const sql = 'UPDATE conversations SET title = ?, is_named = 1 WHERE id = ?';
    this.#database.run(sql, title, id);
    this.#texts.put(-Number(row?.seq), Number(row?.seq), title);
  }

  /** Moves the conversation to the top of the list. */
  #touch(id: string): void {
    this.#database.run(
      `UPDATE conversations SET changed_at = ?,
         place = (SELECT max(place) + 1 FROM conversations) WHERE id = ?`,
      ...[Date.now(), id],
    );
  }
}
