import { sameJson } from '../schema/json/values.ts';
import type {
  DefinedResult,
  InitContext,
  ToolBody,
  ToolContext,
  ToolInfoAsync,
} from './tool-define.ts';

/** Source: seed 003, `executeTool`; the texts are interface. */
export type DefinedAnswer =
  | { success: true; data: DefinedResult }
  | { success: false; error: string; type: 'validation_error' | 'execution_error' };

/** Checks the arguments, puts the schema's defaults in and runs. Never rejects. */
export async function executeDefined(
  body: ToolBody,
  args: unknown,
  context: ToolContext,
): Promise<DefinedAnswer> {
  try {
    const parsed = await body.parameters.safeParseAsync(args);
    if (!parsed.success) {
      const { error: cause } = parsed;
      const error = body.formatValidationError?.(cause) ?? `Invalid arguments: ${cause.message}`;
      return { success: false, error, type: 'validation_error' };
    }
    const { title, output, metadata, attachments } = await body.execute(parsed.data, context);
    const data = { title, output, metadata, ...(attachments ? { attachments } : {}) };
    return { success: true, data };
  } catch (cause) {
    const error = cause instanceof Error ? cause.message : 'Unknown error during tool execution';
    return { success: false, error, type: 'execution_error' };
  }
}

export type Initialized = { ok: true; body: ToolBody } | { ok: false; message: string };

/**
 * The body of a tool that is made when it is first wanted: once, whoever asks meanwhile waits for the
 * same; again when the context is another. A failure is not kept, so that the next call tries again.
 */
export class LazyBody {
  #init: ToolInfoAsync['init'];
  #context: InitContext | undefined;
  #flight: Promise<Initialized> | undefined;
  #known: ToolBody | undefined;
  #uses = new Set<string>();

  constructor(info: Pick<ToolInfoAsync, 'init'>) {
    this.#init = info.init.bind(info);
  }

  /** What was made for the context of now, if it was. */
  get known(): ToolBody | undefined {
    return this.#known;
  }

  /** The parts of its context that its `init` has looked at. */
  get uses(): ReadonlySet<string> {
    return this.#uses;
  }

  /** Another context makes the tool anew when it is next wanted; an equal one changes nothing. */
  setContext(context: InitContext | undefined): void {
    if (sameJson(plain(context), plain(this.#context))) return;
    this.#context = context;
    this.#flight = undefined;
    this.#known = undefined;
  }

  get(): Promise<Initialized> {
    if (this.#flight) return this.#flight;
    const flight = this.#make();
    this.#flight = flight;
    void flight.then((made) => {
      // The context may have changed while it was being made.
      if (this.#flight !== flight) return;
      if (made.ok) this.#known = made.body;
      else this.#flight = undefined;
    });
    return flight;
  }

  async #make(): Promise<Initialized> {
    try {
      return { ok: true, body: await this.#init(watched(this.#context, this.#uses)) };
    } catch (cause) {
      return { ok: false, message: cause instanceof Error ? cause.message : String(cause) };
    }
  }
}

/** The same context, which keeps in mind what of it was looked at. */
function watched(context: InitContext | undefined, uses: Set<string>): InitContext | undefined {
  if (!context) return undefined;
  const told = {};
  for (const [part, value] of Object.entries(context)) {
    const get = () => {
      uses.add(part);
      return value;
    };
    // An author may put another value in its place, as in any object.
    const set = (other: unknown) =>
      void Object.defineProperty(told, part, { value: other, writable: true });
    Object.defineProperty(told, part, { get, set, enumerable: true, configurable: true });
  }
  return told;
}

const plain = (context: InitContext | undefined) => JSON.parse(JSON.stringify(context ?? null));
