import type { ConversationNode } from '../../../shared/protocol/conversations/conversations.ts';
import type { Database } from '../../platform/database.ts';
import { nodesOf } from './conversation-rows.ts';
import { textOf } from './conversation-tables.ts';

/** How many messages are indexed together, which takes half the time of one by one. */
const TOGETHER = 16;

/**
 * The full-text index. A message is indexed up to 15 messages later, and before any search. The transaction
 * that writes a message also records in the conversation's row where indexing must continue, so a crash loses
 * nothing.
 */
export class ConversationTexts {
  #database: Pick<Database, 'all' | 'run' | 'together'>;
  /** The conversations whose last messages may be missing in the index. */
  #behind: Set<number>;
  /** The messages written since then, by number, so that they need not be read again. */
  #written = new Map<number, ConversationNode>();
  #count = 0;
  #isWritten = false;

  constructor(database: Pick<Database, 'all' | 'run' | 'together'>) {
    this.#database = database;
    const sql = 'SELECT seq FROM conversations WHERE unindexed_from IS NOT NULL';
    this.#behind = new Set(database.all(sql).map(({ seq }) => Number(seq)));
  }

  /** Runs `work` in a transaction, and indexes the waiting messages in it if there are enough. */
  together(work: () => void): void {
    try {
      this.#database.together(() => {
        work();
        this.#isWritten = this.#count >= TOGETHER;
        if (this.#isWritten) this.#write();
      });
    } catch (error) {
      // After a rollback the messages may differ from those in the file.
      this.#written.clear();
      throw error;
    }
    // Only after the commit: a rollback undoes the indexing, too.
    if (this.#isWritten) this.#forget();
  }

  /** Records that a message must be indexed; the conversation's row already says so. */
  later(conversation: number, seq: number, node: ConversationNode): void {
    this.#behind.add(conversation);
    this.#written.set(seq, node);
    this.#count += 1;
  }

  /** Indexes all waiting messages. */
  catchUp(): void {
    if (this.#behind.size === 0) return;
    this.#database.together(() => this.#write());
    this.#forget();
  }

  /** `rowid` is the number of a message, or the negative number of the conversation for its title. */
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

  /** Returns undefined if the row is damaged. */
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
