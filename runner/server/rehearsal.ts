import { processorMs } from '../platform/own-process.ts';
import { rest } from '../platform/paced.ts';
import type { Answer, Platform } from '../platform/platform.ts';
import { postHere } from '../platform/post-here.ts';
import { sha256 } from '../platform/sha256.ts';
import { RunStore } from '../store/run-store.ts';
import { newSecret, sameText } from '../store/secrets.ts';
import type { Runs } from '../calls/runs.ts';
import { createApp } from './app.ts';
import { Channel } from './channel.ts';
import { runRoutes } from './routes/start-run.ts';

/** So long after the last request a rehearsed call may begin. */
const QUIET_MS = 60;
/** Between two of them, so that whoever comes waits for one at the most. */
const BETWEEN_MS = 6;
/** Two thirds of what five hundred would gain. */
const CALLS = 100;
/** Of the processor, in this process; the sandbox takes about twice as much, half of it for compiling. */
const PROCESSOR_MS = 400;
/** Somebody who calls all the time has warmed everything by then. */
const LONGEST_MS = 120_000;

/** One of every kind of place that a value is filled into: bare, in a text, and as a list. */
const body = JSON.stringify({
  toolId: 'rehearsal',
  folder: {
    'definition.json': JSON.stringify({
      id: 'rehearsal',
      description: 'Adds two numbers',
      parameters: {
        type: 'object',
        properties: {
          a: { type: 'number' },
          b: { type: 'number' },
          name: { type: 'string' },
          tags: { type: 'array', items: { type: 'string' } },
        },
        required: ['a', 'b'],
      },
    }),
    'execution.py': 'print({a} + {b})\nprint("{name}", {tags})\n',
  },
  arguments: { a: 1, b: 2.5, name: "it's", tags: ['x'] },
});

type AppNeeds = Parameters<typeof createApp>[0];

export interface RehearsalNeeds {
  openDatabase: Platform['openDatabase'];
  /** With the IP address that the runner is bound to. */
  address(): ReturnType<AppNeeds['address']> & { boundTo: string };
  assets: AppNeeds['assets'];
  sessions: AppNeeds['credentials']['sessions'];
  /** What calls need beside their runs; its drafts are the rehearsal's own. */
  needs: Omit<Parameters<typeof runRoutes>[0], 'runs'>;
  /** The way of a call, with a history and a channel that nobody reads. */
  runsOver(unread: { history: RunStore; channel: Channel }): Runs;
  /** Whether somebody's run goes on. */
  isBusy(): boolean;
  closing: AbortSignal;
}

/**
 * Calls a Python template of the runner's own some times after a start, while nobody else calls: the engines of the
 * runner and of its sandbox compile what is called often, and a person's first calls find it compiled. Such a call
 * goes every step of the way from the runner's loopback address to the answer, in a sandbox as fresh as any; its
 * history is in memory and ends with it, and nobody is told of it. A person's call never waits for more than the one
 * that goes on.
 */
export class Rehearsal {
  #heardAt = -Infinity;
  #given: RehearsalNeeds;
  #held: Promise<number> | undefined;
  #own: OwnCalls | undefined;

  constructor(given: RehearsalNeeds) {
    this.#given = given;
  }

  /** Hears that somebody asks for something. */
  heard(answer: Answer): Answer {
    return (request, arrival) => {
      const others: Answer = (...asked) => {
        this.#heardAt = performance.now();
        return answer(...asked);
      };
      const own = this.#own;
      if (own?.mayBeOwn(request, arrival) !== true) return others(request, arrival);
      return own.isOwn(request).then((isOwn) => (isOwn ? own.answer : others)(request, arrival));
    };
  }

  /** Once. Settles with how many calls were made; the first one that fails ends it. Never rejects. */
  hold(): Promise<number> {
    return (this.#held ??= this.#hold(this.#given));
  }

  /** Settles when none goes on. */
  async over(): Promise<void> {
    await this.#held;
  }

  async #hold(given: RehearsalNeeds): Promise<number> {
    const authority = loopbackOf(given.address());
    const history = authority && (await inMemory(given).catch(() => undefined));
    if (!history) return 0;
    try {
      this.#own = ownCalls(given, history, authority);
      return await this.#calls(given, this.#own.call);
    } catch {
      // Nobody asked for it, and nobody misses it.
      return 0;
    } finally {
      this.#own?.close();
      this.#own = undefined;
      history.close();
    }
  }

  async #calls({ isBusy, closing }: RehearsalNeeds, call: () => Promise<boolean>): Promise<number> {
    const latest = performance.now() + LONGEST_MS;
    let [made, spentMs] = [0, 0];
    while (made < CALLS && spentMs < PROCESSOR_MS && performance.now() < latest) {
      const quietMs = performance.now() - this.#heardAt;
      await rest(quietMs < QUIET_MS ? QUIET_MS - quietMs : BETWEEN_MS);
      if (closing.aborted) break;
      if (isBusy() || performance.now() - this.#heardAt < QUIET_MS) continue;
      const before = processorMs();
      if (!(await call())) break;
      spentMs += processorMs() - before;
      made += 1;
    }
    return made;
  }
}

const inMemory = async ({ openDatabase }: RehearsalNeeds) =>
  new RunStore(
    await openDatabase(':memory:'),
    () => CALLS,
    () => undefined,
  );

interface OwnCalls {
  /** Makes one, through the runner's own address; false where it did not succeed. */
  call(): Promise<boolean>;
  /** Whether a request has the credential of the rehearsal, and may be what that is good for. */
  mayBeOwn: (...asked: Parameters<Answer>) => boolean;
  /** Whether it is, once its body is there. */
  isOwn(request: Request): Promise<boolean>;
  answer: Answer;
  close(): void;
}

/**
 * Where this runner itself is reached on this computer, undefined where it is not: another program may have the same
 * port of a loopback address that the runner is not bound to, and would be sent the secret.
 */
function loopbackOf({ boundTo, port }: ReturnType<RehearsalNeeds['address']>): string | undefined {
  if (boundTo === '::1') return `[::1]:${port}`;
  return /^127(?:\.\d{1,3}){3}$/.test(boundTo) ? `${boundTo}:${port}` : undefined;
}

const PATH = '/api/runs';
const BODY_BYTES = String(new TextEncoder().encode(body).length);

/** The secret is good for the one request that is rehearsed: with anything else it is a wrong token as any. */
function ownCalls(given: RehearsalNeeds, history: RunStore, authority: string): OwnCalls {
  const { address, assets, sessions, needs, runsOver, closing } = given;
  const secret = newSecret();
  const credentials = { sessions, admin: sha256(secret), user: sha256(newSecret()) };
  const routes = runRoutes({ ...needs, runs: runsOver({ history, channel: new Channel() }) });
  const log = () => undefined;
  const headers = {
    Authorization: `Bearer ${secret}`,
    Accept: 'application/json',
    'Content-Type': 'application/json',
  };
  const { post, close } = postHere(`http://${authority}${PATH}`, headers, closing);
  return {
    answer: createApp({ routes, credentials, address, assets, log }),
    mayBeOwn: ({ method, headers: sent }, { rawPath }) =>
      sameText(sent.get('Authorization') ?? '', `Bearer ${secret}`) &&
      method === 'POST' &&
      rawPath === PATH &&
      sent.get('Content-Length') === BODY_BYTES,
    // What is somebody's after all is read again by whoever refuses it.
    isOwn: async (request) => {
      const sent = await request
        .clone()
        .text()
        .catch(() => '');
      return sent === body;
    },
    call: async () => (await post(body))?.includes('"success":true') === true,
    close,
  };
}
