import { z } from 'zod';
import { remembered } from '../../storage/remembered.ts';

const KEY = 'unsent-words';
/** Of so many conversations it is kept what was written and not sent. */
const MOST = 20;
const Kept = z.array(z.object({ id: z.string(), text: z.string() })).catch([]);

/** What was written to conversations and not sent, kept by the browser until it is. */
export class UnsentWords {
  of(id: string): string {
    return this.#all().find((one) => one.id === id)?.text ?? '';
  }

  keep(id: string, text: string): void {
    const before = this.#all();
    const others = before.filter((one) => one.id !== id);
    if (text === '' && others.length === before.length) return;
    const all = text === '' ? others : [...others, { id, text }];
    remembered.write(KEY, all.slice(-MOST));
  }

  #all(): z.infer<typeof Kept> {
    return Kept.parse(remembered.read(KEY));
  }
}
