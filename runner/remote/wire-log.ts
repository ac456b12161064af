import { WireMessage } from '../../shared/protocol/mcp/wire.ts';
import type { ServerFault } from '../../shared/protocol/mcp/state.ts';
import { readJson } from '../../shared/tool/exact-number.ts';
import type { Json } from '../../shared/tool/json.ts';
import { hideSecrets } from './sign-in/hide-secrets.ts';

/** The limit of stored messages of a server. */
const MOST_KEPT = 1000;
/** The limit of a stored message in characters; 1,000 messages have at most 64 MB. */
const MOST_TEXT = 32 * 1024;
/** The limit of open requests, which are stored to measure their durations. */
const MOST_OPEN = 2000;

/** The minimum length of a value that is hidden in results; shorter ones are common words. */
const MIN_IN_MESSAGES = 8;
/** Fields whose texts belong to the protocol, or are sent back unchanged. */
const ofProtocol = new Set<string>([
  ...['jsonrpc', 'id', 'method', 'type', 'role', 'level', 'protocolVersion', 'name'],
  ...['progressToken', 'nextCursor', 'requestState', 'mimeType', 'uri'],
]);

type Kept = Omit<WireMessage, 'message'> & { text: string; isText?: boolean };

interface Message {
  id?: unknown;
  method?: unknown;
  error?: unknown;
}

/** All messages between Lathe and one server, in order, with secrets hidden. */
export class WireLog {
  notJson = 0;
  #n = 0;
  #kept: Kept[] = [];
  #open = new Map<string, { method: string; at: number }>();
  #listeners = new Set<(message: WireMessage) => void>();
  #secrets: readonly string[] = [];

  get count(): number {
    return this.#n;
  }

  /** Sets the values to hide; shorter values would hide harmless text. */
  hide(secrets: readonly string[]): void {
    this.#secrets = secrets.filter((one) => one.length >= 4);
  }

  hidden(text: string): string {
    return without(this.#secrets, text);
  }

  hiddenFault({ code, message, values }: ServerFault): ServerFault {
    const rows = Object.entries(values).map(([key, value]) => [
      ...[key, typeof value === 'string' ? this.hidden(value) : value],
    ]);
    return { code, message: this.hidden(message), values: Object.fromEntries(rows) };
  }

  /**
   * Hides secrets in a message's texts. Texts of the protocol and short values such as "true" stay, so that the
   * message stays valid.
   */
  hiddenIn<T>(message: T): T {
    const long = this.#secrets.filter((one) => one.length >= MIN_IN_MESSAGES);
    if (long.length === 0) return message;
    return JSON.parse(JSON.stringify(message), (key, value: unknown) =>
      typeof value === 'string' && !ofProtocol.has(key) ? without(long, value) : value,
    ) as T;
  }

  /** Logs a JSON-RPC message; `text` is its text on the wire. */
  message(direction: 'sent' | 'received', message: object, text: string): void {
    const { id: given, method, error } = message as Message;
    const id = typeof given === 'string' || typeof given === 'number' ? given : undefined;
    const isCall = typeof method === 'string';
    const kind = isCall ? (id === undefined ? 'notification' : 'request') : undefined;
    // Both sides count their requests from 0.
    const asked = (by: string) => `${by} ${typeof id} ${id}`;
    const other = direction === 'sent' ? 'received' : 'sent';
    const question = isCall ? undefined : this.#open.get(asked(other));
    if (question) this.#open.delete(asked(other));
    if (kind === 'request' && this.#open.size < MOST_OPEN)
      this.#open.set(asked(direction), { method: method as string, at: performance.now() });
    this.#add(direction, {
      kind: kind ?? (error === undefined ? 'response' : 'error'),
      ...(isCall ? { method } : question ? { method: question.method } : {}),
      ...(id === undefined ? {} : { id }),
      ...(question ? { ms: Math.round((performance.now() - question.at) * 10) / 10 } : {}),
      text,
    });
  }

  /** Logs a line that is not a message, or a line of stderr. */
  line(kind: 'stderr' | 'not-json', text: string): void {
    if (kind === 'not-json') this.notJson += 1;
    this.#add('received', { kind, text, isText: true });
  }

  /** Logs a change of the connection. */
  state(code: string, text: string): void {
    this.#add('received', { kind: 'state', method: code, text, isText: true });
  }

  /**
   * Returns the messages after number `n`, oldest first; all if `n` is in the future, because an earlier runner
   * issued it.
   */
  after(n: number): WireMessage[] {
    const since = n > this.#n ? 0 : n;
    return this.#kept.filter((one) => one.n > since).map(toldOf);
  }

  /** Adds a listener; the returned function removes it. */
  on(listener: (message: WireMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #add(
    direction: Kept['direction'],
    given: Pick<Kept, 'kind' | 'method' | 'id' | 'ms' | 'text' | 'isText'>,
  ): void {
    this.#n += 1;
    const { text, ...rest } = given;
    const isCut = text.length > MOST_TEXT;
    const kept: Kept = {
      ...{ n: this.#n, at: Date.now(), direction, bytes: Buffer.byteLength(text), ...rest },
      // Hidden before it is shortened: a part of a secret is one, too.
      text: this.hidden(text).slice(0, MOST_TEXT),
      ...(isCut ? { isCut } : {}),
    };
    this.#kept.push(kept);
    // Not at each message, because it copies all of them.
    if (this.#kept.length > 1.5 * MOST_KEPT) this.#kept = this.#kept.slice(-MOST_KEPT);
    if (this.#listeners.size === 0) return;
    const told = toldOf(kept);
    for (const listener of [...this.#listeners]) listener(told);
  }
}

/** Replaces secrets as they are and as in a JSON string. */
const without = (secrets: readonly string[], text: string): string =>
  hideSecrets(text, secrets, (secret) => [JSON.stringify(secret).slice(1, -1)]);

function toldOf({ text, isText, ...kept }: Kept): WireMessage {
  const message: Json = isText === true || kept.isCut === true ? text : jsonOf(text);
  return { ...kept, message };
}

function jsonOf(text: string): Json {
  try {
    return readJson(text) as Json;
  } catch {
    return text;
  }
}
