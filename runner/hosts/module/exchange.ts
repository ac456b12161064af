import type { InitContext } from '../../../shared/registry/define/tool-define.ts';
import type { Permission } from '../../../shared/registry/approval/permission.ts';
import type { Services } from '../../../shared/tool/run/host.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import type { Step } from '../../../shared/tool/run/step.ts';
import { collectText, type Child, type Exit } from '../../platform/process/spawn.ts';
import type { Confined } from './confine.ts';
import { MarkReader } from './mark-reader.ts';
import { ChildMessage } from './messages.ts';
import type { Outcome, ParentMessage, Refusal, SessionEntry } from './messages.ts';
import { unreadFault } from './request-limits.ts';
import { serveRequests } from './serve-requests.ts';
import type { Spawned } from './spares.ts';

export type Loaded = Extract<ChildMessage, { type: 'loaded' }>;

/** Called during a call. */
export interface CallListener {
  printed(stream: 'stdout' | 'stderr', bytes: Uint8Array): void;
  updated(update: JsonObject): void;
  stepped(phase: 'start' | 'complete', step: Step): void;
  /** The tool asks to stop the run. */
  abort(): void;
  services?: Services | undefined;
}

export interface ModuleStart {
  confined: Confined;
  /** A prepared process with the same permissions. */
  spawned?: Spawned;
  /** The module's path in its folder. */
  file: string;
  folder: string;
  cwd: string;
  entries: SessionEntry[];
  /** Whether its code mentions zod. */
  zod?: boolean;
  /** The context for tools that are created at their first use. */
  init?: InitContext;
  /** The time limit for loading, in milliseconds. */
  loadMs: number;
  pending(actions: { label: string; tool: string }[]): void;
  log(level: string, text: string): void;
  printed: CallListener['printed'];
}

type Settle<Answer> = (answer: Answer) => void;

/** Why a module provided no tools: it refused, or its process died. */
export type Unloaded = { refusal: Refusal } | { died: string };

/** A module's process and its open requests. */
export class Exchange {
  readonly child: Child;
  readonly exited: Promise<void>;
  readonly done = new Map<string, Settle<Outcome | { died: string }>>();
  readonly fired = new Map<string, () => void>();
  readonly permitted = new Map<string, Settle<Permission>>();
  readonly flushed = new Map<string, () => void>();
  listener: CallListener | undefined;
  /** Why the runner ended the process, if it did. */
  reason: string | undefined;
  readonly #start: ModuleStart;
  readonly #mark = crypto.randomUUID();
  readonly #complaint = collectText(16 * 1024);
  readonly requests = serveRequests((message) => this.send(message));
  readonly #loading: Promise<Loaded | Unloaded>;
  #settleLoad: Settle<Loaded | Unloaded> = () => undefined;

  constructor(start: ModuleStart, { child, hear }: Spawned) {
    this.#start = start;
    this.child = child;
    this.#loading = new Promise((settle) => (this.#settleLoad = settle));
    const said = new MarkReader(this.#mark, {
      message: (text) => this.#read(text),
      printed: (bytes) => this.#printed('stdout', bytes),
    });
    const complained = new MarkReader(this.#mark, {
      message: (call) => this.flushed.get(call)?.(),
      printed: (bytes) => {
        this.#complaint.take(bytes);
        this.#printed('stderr', bytes);
      },
    });
    hear(
      (bytes) => said.take(bytes) || this.end('The module answered with more than 32 MB'),
      (bytes) => complained.take(bytes) || this.end('The module complained without an end'),
    );
    this.exited = child.exited.then((exit) => this.#over(exit));
  }

  /** A module that does not read, such as one in an endless loop, must not fill the runner's memory. */
  send(message: ParentMessage): void {
    if (this.reason !== undefined) return;
    this.child.write(`${JSON.stringify(message)}\n`);
    const fault = unreadFault(this.child.unread());
    if (fault !== undefined) this.end(fault);
  }

  end(why: string): void {
    this.reason ??= why;
    this.child.kill('SIGKILL');
  }

  async load(): Promise<Loaded | Unloaded> {
    const { confined, file, folder, cwd, entries, zod = false, init = {}, loadMs } = this.#start;
    const url = `file://${confined.tool}/module/${file.split('/').map(encodeURIComponent).join('/')}`;
    this.send({ type: 'load', mark: this.#mark, url, folder, cwd, entries, zod, init });
    const why = `It was not loaded within ${loadMs / 1000} seconds and was ended`;
    const late = setTimeout(() => this.end(why), loadMs);
    return this.#loading.finally(() => clearTimeout(late));
  }

  #over(exit: Exit): void {
    const died = this.reason ?? deathOf(exit, this.#complaint.text());
    this.#settleLoad({ died });
    for (const settle of this.done.values()) settle({ died });
    for (const settle of this.permitted.values()) settle({});
    for (const settle of [...this.fired.values(), ...this.flushed.values()]) settle();
    this.requests.close();
  }

  #printed(...piece: Parameters<CallListener['printed']>): void {
    (this.listener?.printed ?? this.#start.printed)(...piece);
  }

  #read(text: string): void {
    try {
      this.#accept(ChildMessage.parse(JSON.parse(text)), text.length);
    } catch {
      this.end('The module sent an invalid answer');
    }
  }

  #accept(message: ChildMessage, size: number): void {
    switch (message.type) {
      case 'loaded':
        return this.#settleLoad(message);
      case 'refused':
        return this.#settleLoad({ refusal: message.refusal });
      case 'update':
        return this.listener?.updated(message.update);
      case 'step':
        return this.listener?.stepped(message.phase, message.step);
      case 'done':
        return this.done.get(message.call)?.(message.outcome);
      case 'permitted':
        return this.permitted.get(message.call)?.(message.permission);
      case 'heard':
        return this.fired.get(message.call)?.();
      case 'pending':
        return this.#start.pending(message.actions);
      case 'log':
        return this.#start.log(message.level, message.text);
      case 'abort':
        return this.listener?.abort();
      default:
        return this.requests.accept(message, size, this.listener?.services);
    }
  }
}

/** Returns why a module's process ended unexpectedly. */
function deathOf(exit: Exit, complaint: string): string {
  // V8 uses the same words for several causes, such as a collection that frees almost nothing.
  if (/out of memory|Cannot allocate memory|memory allocation of/i.test(complaint)) {
    return 'The module needed more memory than it may have';
  }
  // Deno ends if nothing can ever happen again.
  if (/Top-level await promise never resolved/.test(complaint)) {
    return 'It waits while it loads for something that never comes';
  }
  const said = complaint
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /^(error|bwrap|prlimit): /.test(line));
  if (said !== undefined) return said.replace(/^error: /, '');
  if (exit.signal !== null) return `The module's process was ended by ${exit.signal}`;
  return `The module ended its own process, with status ${exit.code}`;
}
