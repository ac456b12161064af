import { collectText, spawnGroup } from '../../platform/process/spawn.ts';
import type { Child } from '../../platform/process/spawn.ts';
import { confineToAddress, environment } from './confine.ts';
import type { Ground } from './confine.ts';

/** The limit of a line, above any piece of an answer. */
const MOST_LINE = 8 * 1024 * 1024;

interface Message {
  type: string;
  id: string;
}
type Died = { type: 'died'; reason: string };

/** The messages to and from such a process, as lines of JSON. */
export interface Speech<Heard extends Message> {
  /** Parses a message; throws if it is invalid. */
  read(message: unknown): Heard;
  /** Whether this is the last message of a request, which then need not be stopped. */
  isLast(heard: Heard): boolean;
}

/** A process whose only permission is one network address, for any number of requests at a time. */
export class AddressProcess<Asked extends Message = Message, Heard extends Message = Message> {
  readonly exited: Promise<void>;
  readonly pid: number;
  readonly #child: Child;
  readonly #speech: Speech<Heard>;
  readonly #hearers = new Map<string, (said: Heard | Died) => void>();
  readonly #complaint: { text(): string };
  #reason: string | undefined;

  private constructor(child: Child, complaint: { text(): string }, speech: Speech<Heard>) {
    this.#child = child;
    this.#speech = speech;
    this.pid = child.pid;
    this.#complaint = complaint;
    this.exited = child.exited.then(() => this.#over());
  }

  static async start<Asked extends Message, Heard extends Message>(
    ground: Ground,
    host: string,
    speech: Speech<Heard>,
  ): Promise<AddressProcess<Asked, Heard> | { error: string }> {
    const { command, args } = confineToAddress(ground, host);
    const complaint = collectText(4 * 1024);
    const lines = new Lines(MOST_LINE);
    let take = (_bytes: Uint8Array): void => undefined;
    const child = await spawnGroup(command, args, {
      env: environment,
      // The process says nothing before the first request.
      onStdout: (bytes) => take(bytes),
      onStderr: complaint.take,
    });
    if ('error' in child) return child;
    const started = new AddressProcess<Asked, Heard>(child, complaint, speech);
    take = (bytes) => {
      for (const line of lines.take(bytes)) started.#accept(line);
      if (lines.isTooLong) started.end('It answered with more than any answer has');
    };
    return started;
  }

  get isAlive(): boolean {
    return this.#reason === undefined;
  }

  /** Sends a request; `hear` is called with each message about it. The returned function cancels it. */
  ask(message: Asked, hear: (said: Heard | Died) => void): () => void {
    const { id } = message;
    if (this.#reason !== undefined) {
      hear({ type: 'died', reason: this.#reason });
      return () => undefined;
    }
    this.#hearers.set(id, hear);
    this.#send(message);
    return () => {
      if (this.#hearers.delete(id) && this.isAlive) this.#send({ type: 'stop', id });
    };
  }

  end(reason = 'It was ended'): void {
    this.#reason ??= reason;
    this.#child.kill('SIGKILL');
  }

  #send(message: Message): void {
    this.#child.write(`${JSON.stringify(message)}\n`);
  }

  #accept(line: string): void {
    const read = this.#read(line);
    if (!read) return this.end('It sent an invalid answer');
    const hear = this.#hearers.get(read.id);
    // A complete request need not be stopped.
    if (this.#speech.isLast(read)) this.#hearers.delete(read.id);
    hear?.(read);
  }

  #read(line: string): Heard | undefined {
    try {
      return this.#speech.read(JSON.parse(line));
    } catch {
      return undefined;
    }
  }

  #over(): void {
    this.#reason ??= this.#complaint.text().trim().slice(0, 500) || 'It ended by itself';
    for (const hear of this.#hearers.values()) hear({ type: 'died', reason: this.#reason });
    this.#hearers.clear();
  }
}

class Lines {
  isTooLong = false;
  readonly #most: number;
  readonly #decoder = new TextDecoder();
  #rest = '';

  constructor(most: number) {
    this.#most = most;
  }

  take(bytes: Uint8Array): string[] {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    this.isTooLong ||= this.#rest.length > this.#most;
    return lines;
  }
}
