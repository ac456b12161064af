import type { ConversationNode } from '../../../shared/protocol/conversations/conversations.ts';
import type { Database } from '../../platform/database.ts';
import { nodesOf } from './conversation-rows.ts';
import { textOf } from './conversation-tables.ts';

/** Writing the index once for so many messages takes half of what it takes for each of them. */
const TOGETHER = 16;

/**
 * The index that searches look through. A message is indexed some messages later, and before anybody searches;
 * the conversation's row says from which message on that is still to be done, in the transaction that writes
 * the message, so that it is done after a crash, too.
 */
export class ConversationTexts {
  #database: Pick<Database, 'all' | 'run' | 'together'>;
  /** Conversations with messages that may stand in no index yet. */
  #behind: Set<number>;
  /** Messages that were written since, by their number, so that they need not be read again. */
  #written = new Map<number, ConversationNode>();
  #count = 0;
  #isWritten = false;

  constructor(database: Pick<Database, 'all' | 'run' | 'together'>) {
    this.#database = database;
    const sql = 'SELECT seq FROM conversations WHERE unindexed_from IS NOT NULL';
    this.#behind = new Set(database.all(sql).map(({ seq }) => Number(seq)));
  }

  /** Makes all changes of `work`, whose messages are indexed with it where enough have come together. */
  together(work: () => void): void {
    try {
      this.#database.together(() => {
        work();
        this.#isWritten = this.#count >= TOGETHER;
        if (this.#isWritten) this.#write();
      });
    } catch (error) {
      // The file holds something else than was said.
      this.#written.clear();
      throw error;
    }
    // What was rolled back is still to be done.
    if (this.#isWritten) this.#forget();
  }

  /** Says that a conversation's row tells of a message that is to be indexed, and its number. */
  later(conversation: number, seq: number, node: ConversationNode): void {
    this.#behind.add(conversation);
    this.#written.set(seq, node);
    this.#count += 1;
  }

  /** Indexes everything that there is. */
  catchUp(): void {
    if (this.#behind.size === 0) return;
    this.#database.together(() => this.#write());
    this.#forget();
  }

  /** `rowid` is a message's number, or the conversation's own below zero for its title. */
  put(rowid: number, conversation: number, text: string): void {
    this.#database.run('DELETE FROM conversation_texts WHERE rowid = ?', rowid);
    this.#database.run(
      'INSERT INTO conversation_texts (rowid, text, conversation) VALUES (?, ?, ?)',
      ...[rowid, text, conversation],
    );
  }

  #write(): void {
    const sql = `SELECT seq FROM conversation_nodes WHERE conversation = ?
      AND seq >= (SELECT unindexed_from FROM conversations WHERE seq = ?)`;
    for (const conversation of this.#behind) {
      for (const row of this.#database.all(sql, conversation, conversation)) {
        const seq = Number(row.seq);
        const node = this.#written.get(seq) ?? this.#read(seq);
        if (node) this.put(seq, conversation, textOf(node));
      }
      const done = 'UPDATE conversations SET unindexed_from = NULL WHERE seq = ?';
      this.#database.run(done, conversation);
    }
  }

  /** Undefined where its row is damaged. */
  #read(seq: number): ConversationNode | undefined {
    const sql = 'SELECT node FROM conversation_nodes WHERE seq = ?';
    return nodesOf(this.#database.all(sql, seq))[0];
  }

  #forget(): void {
    this.#written.clear();
    this.#behind.clear();
    this.#count = 0;
  }
}
