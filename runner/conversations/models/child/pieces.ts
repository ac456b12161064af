import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { unmarkJson } from '../../../../shared/tool/exact-number.ts';
import type { JsonObject } from '../../../../shared/tool/json.ts';
import type { Usage } from '../../../../shared/protocol/models.ts';
import type { Failure, ToldPiece } from '../messages.ts';

/** The limit for one answer in characters: text, reasoning and arguments of calls. */
const MOST_TEXT = 1024 * 1024;

interface Told {
  piece(piece: ToldPiece): void;
  failed(failure: Failure): void;
}

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/** Converts the stream of a provider's package to pieces; false once the rest need not be read. */
export class Pieces {
  readonly #told: Told;
  /** Calls that may be incomplete if the stream ends now. */
  #calls: Extract<ToldPiece, { type: 'call' }>[] = [];
  #called = false;
  #held: SharedV4ProviderMetadata | undefined;
  #size = 0;
  #events = 0;

  constructor(told: Told) {
    this.#told = told;
  }

  take(part: LanguageModelV4StreamPart): boolean {
    switch (part.type) {
      case 'raw':
        this.#events += 1;
        return true;
      case 'error':
        // The next part reports the same for all packages.
        if (isMissingEnd(part.error)) return true;
        this.#told.failed(failureOf(part.error));
        return false;
      case 'finish':
        this.#finish(part);
        return false;
      case 'tool-call':
        this.#call(part);
        return true;
      case 'tool-input-delta':
        return this.#counts(part.delta);
      default:
        return this.#said(part);
    }
  }

  #said(part: LanguageModelV4StreamPart): boolean {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#release();
        this.#hold(part.providerMetadata);
        return true;
      case 'text-delta':
      case 'reasoning-delta': {
        this.#hold(part.providerMetadata);
        if (!this.#counts(part.delta)) return false;
        const type = part.type === 'text-delta' ? 'text' : 'reasoning';
        if (part.delta !== '') this.#told.piece({ type, text: part.delta });
        return true;
      }
      case 'text-end':
      case 'reasoning-end': {
        this.#hold(part.providerMetadata);
        if (this.#held === undefined) return true;
        // Withheld reasoning has no text, only data that the provider needs back.
        this.#told.piece({ type: part.type === 'text-end' ? 'text' : 'reasoning', text: '' });
        this.#told.piece({ type: 'held', held: this.#held as JsonObject });
        this.#held = undefined;
        return true;
      }
      default:
        return true;
    }
  }

  #hold(metadata: SharedV4ProviderMetadata | undefined): void {
    for (const [provider, values] of Object.entries(metadata ?? {})) {
      this.#held = { ...this.#held, [provider]: { ...this.#held?.[provider], ...values } };
    }
  }

  #call(part: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): void {
    this.#called = true;
    const { toolCallId: id, toolName: name, input, providerMetadata: held } = part;
    this.#calls.push({
      type: 'call',
      call: {
        ...{ type: 'call', id, name, arguments: unmarkJson(input) },
        ...(held ? { held: held as JsonObject } : {}),
      },
    });
  }

  #release(): void {
    for (const call of this.#calls.splice(0)) this.#told.piece(call);
  }

  #counts(text: string): boolean {
    this.#size += text.length;
    if (this.#size <= MOST_TEXT) return true;
    this.#told.failed({ kind: 'too-large' });
    return false;
  }

  #finish({ finishReason, usage }: Finish): void {
    const { unified, raw } = finishReason;
    const isWhole = raw !== undefined && unified !== 'interrupted';
    if (isWhole) this.#release();
    const counts = usageOf(usage);
    if (Object.keys(counts).length > 0) this.#told.piece({ type: 'usage', usage: counts });
    if (unified === 'content-filter')
      return this.#told.failed({ kind: 'filtered', detail: raw ?? '' });
    if (!isWhole) {
      const kind = this.#events === 0 ? 'unreadable' : 'cut';
      return this.#told.failed({ kind, detail: '' });
    }
    const reason = unified === 'length' ? 'length' : this.#called ? 'calls' : unified;
    this.#told.piece({ type: 'finish', reason: reason === 'stop' ? 'stop' : known(reason) });
  }
}

const isMissingEnd = (error: unknown): boolean =>
  error instanceof Error && /ended without a finish reason/.test(error.message);

const known = (reason: string): 'length' | 'calls' | 'other' =>
  reason === 'length' || reason === 'calls' ? reason : 'other';

/** Returns the usage without zeros, because the packages count 0 if a provider reports nothing. */
function usageOf({ inputTokens, outputTokens, raw }: Finish['usage']): Usage {
  const named = JSON.stringify(raw ?? {});
  const counts: Record<keyof Usage, number | undefined> = {
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    cachedTokens: /cache/i.test(named) ? inputTokens.cacheRead : undefined,
    reasoningTokens: /reason|thought|thinking/i.test(named) ? outputTokens.reasoning : undefined,
  };
  return Object.fromEntries(
    Object.entries(counts).filter(([, count]) => Number.isInteger(count) && Number(count) >= 0),
  );
}

/** Converts a package's error for an event that is not part of an answer. */
export function failureOf(error: unknown): Failure {
  const cut = (detail: string) => detail.slice(0, 16 * 1024);
  if (!(error instanceof Error)) return { kind: 'told', detail: cut(JSON.stringify(error) ?? '') };
  const { name, message, data, responseBody } = error as Error &
    Partial<Record<'data' | 'responseBody', unknown>>;
  // What the provider reports arrives as its response; any other error is the package's own.
  if (data === undefined && name !== 'AI_APICallError')
    return { kind: 'unreadable', detail: cut(message) };
  const said = typeof responseBody === 'string' ? responseBody : JSON.stringify(data);
  return { kind: 'told', detail: cut(said || message) };
}
