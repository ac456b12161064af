import { processorMs } from '../platform/process/own-process.ts';
import { rest } from '../platform/process/paced.ts';
import type { Answer, Platform } from '../platform/platform.ts';
import { postHere } from '../platform/post-here.ts';
import { sha256 } from '../platform/sha256.ts';
import { RunStore } from '../store/runs/run-store.ts';
import { newSecret, sameText } from '../store/secrets.ts';
import type { Runs } from '../calls/runs.ts';
import { createApp } from './app.ts';
import { Channel } from './channel.ts';
import { runRoutes } from './routes/start-run.ts';

/** A trial call may start this long after the last request. */
const QUIET_MS = 60;
/** The pause between two trial calls, so that a request waits for one at most. */
const BETWEEN_MS = 6;
/** Gains two thirds of what 500 calls would. */
const CALLS = 100;
/**
 * The limit of processor time in this process; the sandbox takes about twice as much, half of it for
 * compiling.
 */
const PROCESSOR_MS = 400;
/** By then, a constantly busy caller has warmed up everything. */
const LONGEST_MS = 120_000;

/** One of each kind of placeholder: bare, in a string, and as a list. */
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
  /** What calls need besides their runs; the drafts are the rehearsal's own. */
  needs: Omit<Parameters<typeof runRoutes>[0], 'runs'>;
  /** The pipeline of a call, with a history and a channel that nobody reads. */
  runsOver(unread: { history: RunStore; channel: Channel }): Runs;
  /** Whether a caller's run is running. */
  isBusy(): boolean;
  closing: AbortSignal;
}

/**
 * Makes trial calls of a Python template after a start, while the runner is idle. The engines of the runner
 * and the sandbox compile code that runs often, so a person's first calls find it compiled. A trial call
 * takes every step from the runner's loopback address to the response, in a fresh sandbox; its history is in
 * memory and never shown. A person's call waits for one trial call at most.
 */
export class Rehearsal {
  #heardAt = -Infinity;
  #given: RehearsalNeeds;
  #held: Promise<number> | undefined;
  #own: OwnCalls | undefined;

  constructor(given: RehearsalNeeds) {
    this.#given = given;
  }

  /** Notes that somebody sent a request. */
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

  /** Runs once. Settles with the number of calls; the first failure ends it. Never rejects. */
  hold(): Promise<number> {
    return (this.#held ??= this.#hold(this.#given));
  }

  /** Settles when no trial call is running. */
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
  /** Makes one call, through the runner's own address; false if it failed. */
  call(): Promise<boolean>;
  /** Whether a request has the rehearsal's credential and may be a trial call. */
  mayBeOwn: (...asked: Parameters<Answer>) => boolean;
  /** Whether it is one, checked with its body. */
  isOwn(request: Request): Promise<boolean>;
  answer: Answer;
  close(): void;
}

/**
 * The runner's own address on this computer; undefined if there is none. Another program may have the same
 * port of a loopback address that the runner is not bound to, and would receive the secret.
 */
function loopbackOf({ boundTo, port }: ReturnType<RehearsalNeeds['address']>): string | undefined {
  if (boundTo === '::1') return `[::1]:${port}`;
  return /^127(?:\.\d{1,3}){3}$/.test(boundTo) ? `${boundTo}:${port}` : undefined;
}

const PATH = '/api/runs';
const BODY_BYTES = String(new TextEncoder().encode(body).length);

/** The secret is valid for exactly the trial request; with anything else it is a wrong token. */
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
    // A request that is not a trial call is read again by whoever refuses it.
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
