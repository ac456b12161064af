import { z } from 'zod';
import { JsonObject } from '../../../shared/tool/json.ts';

/** Revision of MCP Apps that is spoken. */
const REVISION = '2026-01-26';
/** Characters of what an interface may send at once. */
const LONGEST = 1_000_000;
/** Levels of lists and objects in it: as many as a call may have. */
const DEEPEST = 128;
/** What one may send in a span: more than any that is drawn sixty times a second. */
const SPAN_MS = 10_000;
const MOST_MESSAGES = 2_000;
const MOST_CHARACTERS = 20 * LONGEST;

const Message = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: JsonObject.optional(),
});
type Message = z.infer<typeof Message>;

const Called = z.object({ name: z.string(), arguments: JsonObject.default({}) });
const Sized = z.object({ height: z.number() });

/** What a call came to, as MCP has it. */
export interface CallResult extends JsonObject {
  content: JsonObject[];
  isError: boolean;
}

interface Given {
  /** What the tool was called with, and what it answered. */
  arguments: JsonObject;
  result: CallResult;
  context: JsonObject;
  post(message: object): void;
  /** Calls a tool of the same server in the way of every call; the text says why it is not called. */
  call(name: string, args: JsonObject): Promise<CallResult | string>;
  resize(height: number): void;
  /** It sends more than anybody reads, and is not heard any more. */
  flooded(): void;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

const METHOD_NOT_FOUND = -32601;
const REFUSED = -32000;

/**
 * Answers the interface of a server (MCP Apps). It is told of its one call and may ask for calls of its own server's
 * tools, one at a time; whatever else it asks for is refused.
 */
export class AppBridge {
  readonly #given: Given;
  #isCalling = false;
  #isTold = false;
  #isFlood = false;
  #span = { since: -Infinity, messages: 0, characters: 0 };

  constructor(given: Given) {
    this.#given = given;
  }

  /** Takes whatever the frame sent; what is no message is not answered. */
  async hear(data: unknown): Promise<void> {
    if (this.#isFlood) return;
    const { message, characters } = read(data);
    this.#count(characters);
    if (!message || this.#isFlood) return;
    const { id, method, params } = message;
    if (id === undefined) return this.#note(method, params);
    const answer = await this.#answer(method, params);
    this.#given.post({ jsonrpc: '2.0', id, ...answer });
  }

  #count(characters: number): void {
    const { now, flooded } = this.#given;
    const at = now();
    if (at - this.#span.since > SPAN_MS) this.#span = { since: at, messages: 0, characters: 0 };
    const span = this.#span;
    span.messages += 1;
    span.characters += characters;
    if (span.messages <= MOST_MESSAGES && span.characters <= MOST_CHARACTERS) return;
    this.#isFlood = true;
    flooded();
  }

  #note(method: string, params: Message['params']): void {
    const { arguments: args, result, post, resize } = this.#given;
    const tell = (name: string, told: object) =>
      post({ jsonrpc: '2.0', method: `ui/notifications/${name}`, params: told });
    if (method === 'ui/notifications/size-changed') {
      const { data: size } = Sized.safeParse(params);
      if (size) resize(size.height);
    }
    if (method !== 'ui/notifications/initialized' || this.#isTold) return;
    this.#isTold = true;
    tell('tool-input', { arguments: args });
    tell('tool-result', result);
  }

  async #answer(method: string, params: Message['params']): Promise<object> {
    if (method === 'ping') return { result: {} };
    if (method === 'ui/initialize')
      return {
        result: {
          protocolVersion: REVISION,
          hostInfo: { name: 'lathe', version: '1' },
          hostCapabilities: { serverTools: {} },
          hostContext: this.#given.context,
        },
      };
    if (method === 'tools/call') return this.#call(params);
    return refusal(METHOD_NOT_FOUND, `Lathe does not offer "${method}" to interfaces of servers`);
  }

  async #call(params: Message['params']): Promise<object> {
    const { data: asked } = Called.safeParse(params);
    if (!asked) return refusal(-32602, 'Give the name of a tool, and its arguments as an object');
    if (this.#isCalling) return refusal(REFUSED, 'A call goes on: wait for its end');
    this.#isCalling = true;
    const result = await this.#given.call(asked.name, asked.arguments);
    this.#isCalling = false;
    return typeof result === 'string' ? refusal(REFUSED, result) : { result };
  }
}

/** Looks no further than a message may be long; what is longer, or no JSON, counts as the longest. */
function read(data: unknown): { message?: Message; characters: number } {
  const left = leftAfter(data, LONGEST, DEEPEST);
  if (left < 0) return { characters: LONGEST };
  const characters = LONGEST - left;
  const { data: message } = Message.safeParse(data);
  return message ? { message, characters } : { characters };
}

/**
 * How many characters are left after a value, roughly as JSON has it; below zero where it is longer, deeper, or no JSON.
 * What a frame posts may go round in circles, or be a list of four thousand million holes: its length is looked at before
 * it is, and nothing but lists and plain objects is gone into.
 */
function leftAfter(value: unknown, left: number, levels: number): number {
  if (typeof value === 'string') return left - value.length - 2;
  if (typeof value === 'bigint') return -1;
  if (typeof value !== 'object' || value === null) return left - String(value).length;
  if (levels === 0) return -1;
  let rest = left - 2;
  if (Array.isArray(value)) {
    if (value.length > rest) return -1;
    for (let at = 0; at < value.length && rest >= 0; at += 1)
      rest = leftAfter(value[at], rest - 1, levels - 1);
    return rest;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return -1;
  for (const [name, one] of Object.entries(value)) {
    rest = leftAfter(one, rest - name.length - 4, levels - 1);
    if (rest < 0) break;
  }
  return rest;
}

const refusal = (code: number, message: string) => ({ error: { code, message } });
