import { sameJson } from '../../schema/json/values.ts';
import type {
  DefinedResult,
  InitContext,
  ToolBody,
  ToolContext,
  ToolInfoAsync,
} from './tool-define.ts';

/** Source: seed 003, `executeTool`. Other programs rely on these texts. */
export type DefinedAnswer =
  | { success: true; data: DefinedResult }
  | { success: false; error: string; type: 'validation_error' | 'execution_error' };

/** Checks the arguments, fills in the defaults of the schema and runs. Never rejects. */
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
 * The body of a lazy tool. It is made once, on first use; concurrent users wait for the same result. Another
 * context makes it again. A failure is not kept, so the next call tries again.
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

  /** The body for the current context, if it was made. */
  get known(): ToolBody | undefined {
    return this.#known;
  }

  /** The parts of its context that `init` has read. */
  get uses(): ReadonlySet<string> {
    return this.#uses;
  }

  /** Sets the context. A different one makes the tool again on its next use. */
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
      // The context may have changed in the meantime.
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

/** The same context, which records the parts that are read. */
function watched(context: InitContext | undefined, uses: Set<string>): InitContext | undefined {
  if (!context) return undefined;
  const told = {};
  for (const [part, value] of Object.entries(context)) {
    const get = () => {
      uses.add(part);
      return value;
    };
    // As in any object, an author may overwrite a value.
    const set = (other: unknown) =>
      void Object.defineProperty(told, part, { value: other, writable: true });
    Object.defineProperty(told, part, { get, set, enumerable: true, configurable: true });
  }
  return told;
}

const plain = (context: InitContext | undefined) => JSON.parse(JSON.stringify(context ?? null));
