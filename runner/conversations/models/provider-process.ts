import { collectText, spawnGroup } from '../../platform/spawn.ts';
import type { Child } from '../../platform/spawn.ts';
import { confineModels, environment } from './confine.ts';
import type { Ground } from './confine.ts';
import { ChildMessage } from './messages.ts';
import type { ParentMessage } from './messages.ts';

/** More of one line than any piece of an answer takes. */
const MOST_LINE = 8 * 1024 * 1024;

/** What a process says about one request; `died` is the last of it. */
export type Said = ChildMessage | { type: 'died'; reason: string };
type Hear = (said: Said) => void;

/** A process that speaks with one provider, for any number of requests at a time. */
export class ProviderProcess {
  readonly exited: Promise<void>;
  readonly pid: number;
  readonly #child: Child;
  readonly #hearers = new Map<string, Hear>();
  readonly #complaint: { text(): string };
  #reason: string | undefined;

  private constructor(child: Child, complaint: { text(): string }) {
    this.#child = child;
    this.pid = child.pid;
    this.#complaint = complaint;
    this.exited = child.exited.then(() => this.#over());
  }

  static async start(ground: Ground, host: string): Promise<ProviderProcess | { error: string }> {
    const { command, args } = confineModels(ground, host);
    const complaint = collectText(4 * 1024);
    const lines = new Lines(MOST_LINE);
    let take = (_bytes: Uint8Array): void => undefined;
    const child = await spawnGroup(command, args, {
      env: environment,
      // Nothing is said before something is asked.
      onStdout: (bytes) => take(bytes),
      onStderr: complaint.take,
    });
    if ('error' in child) return child;
    const started = new ProviderProcess(child, complaint);
    take = (bytes) => {
      for (const line of lines.take(bytes)) started.#accept(line);
      if (lines.isTooLong) started.end('It answered with more than any answer has');
    };
    return started;
  }

  get isAlive(): boolean {
    return this.#reason === undefined;
  }

  /** Asks; `hear` is told all that is said of it. The answer takes the request back. */
  ask(message: Exclude<ParentMessage, { type: 'stop' }>, hear: Hear): () => void {
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

  #send(message: ParentMessage): void {
    this.#child.write(`${JSON.stringify(message)}\n`);
  }

  #accept(line: string): void {
    const read = readMessage(line);
    if (!read) return this.end('It answered with something that is no answer');
    const hear = this.#hearers.get(read.id);
    // An answer that is whole need not be stopped.
    if (read.type === 'pieces' && read.pieces.at(-1)?.type === 'finish')
      this.#hearers.delete(read.id);
    hear?.(read);
  }

  #over(): void {
    this.#reason ??= this.#complaint.text().trim().slice(0, 500) || 'It ended by itself';
    for (const hear of this.#hearers.values()) hear({ type: 'died', reason: this.#reason });
    this.#hearers.clear();
  }
}

function readMessage(line: string): ChildMessage | undefined {
  try {
    return ChildMessage.parse(JSON.parse(line));
  } catch {
    return undefined;
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
