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
  #count = 0;
  #isWritten = false;

  constructor(database: Pick<Database, 'all' | 'run' | 'together'>) {
    this.#database = database;
    const sql = 'SELECT seq FROM conversations WHERE unindexed_from IS NOT NULL';
    this.#behind = new Set(database.all(sql).map(({ seq }) => Number(seq)));
  }

  /** Makes all changes of `work`, whose messages are indexed with it where enough have come together. */
  together(work: () => void): void {
    this.#database.together(() => {
      work();
      this.#isWritten = this.#count >= TOGETHER;
      if (this.#isWritten) this.#write();
    });
    // What was rolled back is still to be done.
    if (this.#isWritten) this.#forget();
  }

  /** Says that a conversation's row tells of a message that is to be indexed. */
  later(conversation: number): void {
    this.#behind.add(conversation);
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
    const sql = `SELECT seq, node FROM conversation_nodes WHERE conversation = ?
      AND seq >= (SELECT unindexed_from FROM conversations WHERE seq = ?)`;
    for (const conversation of this.#behind) {
      for (const row of this.#database.all(sql, conversation, conversation))
        for (const node of nodesOf([row])) this.put(Number(row.seq), conversation, textOf(node));
      const done = 'UPDATE conversations SET unindexed_from = NULL WHERE seq = ?';
      this.#database.run(done, conversation);
    }
  }

  #forget(): void {
    this.#behind.clear();
    this.#count = 0;
  }
}
