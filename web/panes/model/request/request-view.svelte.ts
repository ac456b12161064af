import type { ApiError } from '../../../../shared/protocol/error.ts';
import type {
  RequestForm,
  RequestShown,
} from '../../../../shared/protocol/conversations/conversations.ts';
import type { Answer } from '../../../api/client.ts';
import { conversationsApi } from '../../../api/conversations-api.ts';
import type { OpenConversation } from '../../../state/conversation.svelte.ts';
import { newParts } from './new-parts.ts';
import type { PartGroup, RequestPart } from './request-part.ts';
import { requestParts } from './request-parts.ts';
import { requestPlace } from './request-place.ts';
import { TokenCounts } from './token-counts.svelte.ts';

export const groups: readonly PartGroup[] = ['system', 'tools', 'messages'];

/** A group of a request's parts, with what it costs. */
export interface GroupView {
  group: PartGroup;
  parts: RequestPart[];
  /** Undefined while it is counted. */
  tokens: number | undefined;
}

/** What a provider would be sent where a conversation stands, part by part. */
export class RequestView {
  shown = $state.raw<RequestShown>();
  /** Why there is none. */
  problem = $state<Exclude<Answer<never>['kind'], 'ok'>>();
  refusal = $state.raw<ApiError['error']>();
  readonly counts: TokenCounts;
  readonly #of: () => OpenConversation;
  #before = $state.raw<readonly RequestPart[]>();
  #asked = 0;

  place = $derived.by(() => requestPlace(this.#of().path, this.#draft));
  parts = $derived.by(() => (this.shown && requestParts(this.shown.body)) ?? []);
  fresh = $derived.by(() => newParts(this.#before, this.parts));
  groups = $derived.by(() => groups.map((group) => this.#groupOf(group)));
  /** The sum of the groups, which are sums of their parts. */
  total = $derived.by(() => {
    const all = this.groups.map(({ tokens }) => tokens);
    return all.every((tokens) => tokens !== undefined)
      ? all.reduce((sum, tokens) => sum + tokens, 0)
      : undefined;
  });

  constructor(conversation: () => OpenConversation, ruled = 0) {
    this.#of = conversation;
    this.counts = new TokenCounts(ruled);
  }

  /** What stands in the composer, where it would be the next message. */
  get #draft(): string {
    const { words, isGoingOn, awaitsAnswer } = this.#of();
    return isGoingOn || awaitsAnswer ? '' : words.text;
  }

  tokensOf(part: RequestPart): number | undefined {
    return this.counts.of(part.text)?.count;
  }

  /** What is new in a group costs this much. */
  freshTokens(group: PartGroup): number {
    const texts = this.parts
      .filter((part) => part.group === group && this.fresh.has(part.id))
      .map(({ text }) => text);
    return this.counts.sum(texts) ?? 0;
  }

  /** Asks for the request, and for the one before it, to tell what is new. */
  async ask(form: RequestForm): Promise<void> {
    const asked = ++this.#asked;
    const { id } = this.#of();
    const { parent, text, before } = this.place;
    const [now, then] = await Promise.all([
      conversationsApi.request(id, { parent, form, ...(text === undefined ? {} : { text }) }),
      before === undefined ? undefined : conversationsApi.request(id, { parent: before, form }),
    ]);
    if (asked !== this.#asked) return;
    if (now.kind !== 'ok') {
      this.problem = now.kind;
      this.refusal = now.kind === 'refused' ? now.error : undefined;
      return;
    }
    this.problem = undefined;
    this.#before = then?.kind === 'ok' ? requestParts(then.value.body) : undefined;
    this.shown = now.value;
    await this.counts.count(this.parts.map((part) => part.text));
  }

  #groupOf(group: PartGroup): GroupView {
    const parts = this.parts.filter((part) => part.group === group);
    return { group, parts, tokens: this.counts.sum(parts.map(({ text }) => text)) };
  }
}
