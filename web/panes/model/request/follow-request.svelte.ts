import { untrack } from 'svelte';
import type { RequestForm } from '../../../../shared/protocol/conversations/conversations.ts';
import type { OpenConversation } from '../../../state/conversation.svelte.ts';
import type { RequestView } from './request-view.svelte.ts';

/** Milliseconds after the last key before what is typed is asked about. */
const PAUSE = 250;

/** Keeps a request as the conversation goes on, is set up anew, or is typed into. */
export function followRequest(
  view: RequestView,
  conversation: () => OpenConversation,
  form: () => RequestForm,
): void {
  $effect(() => {
    const { place } = view;
    const chosen = form();
    // Whoever changes the tools, the system text or the model changes the request.
    void conversation().setup;
    const ask = (): void => void untrack(() => view.ask(chosen));
    if (place.text === undefined) return ask();
    const timer = setTimeout(ask, PAUSE);
    return () => clearTimeout(timer);
  });
}
