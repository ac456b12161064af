import { untrack } from 'svelte';
import { connection } from '../../../api/connection.svelte.ts';
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
  /** What it is asked about. A conversation that is read again is mostly what it was. */
  const asked = $derived.by(() => {
    const { parent, text = null, before = null } = view.place;
    return JSON.stringify([conversation().id, parent, text, before, form()]);
  });
  /** Results are written down anew in their own place as calls end, where an agent elsewhere performs them. */
  const end = $derived.by(() => {
    const node = conversation().tree.byId.get(view.place.parent ?? '');
    return node?.role === 'results' ? JSON.stringify(node.results) : '';
  });
  const isTyped = $derived(view.place.text !== undefined);

  $effect(() => {
    void asked;
    void end;
    // Whoever changes the tools, the system text or the model changes the request.
    void conversation().setup;
    // What could not be asked is asked once the runner is back.
    void connection.returns;
    const ask = (): void => void untrack(() => view.ask(form()));
    if (!isTyped) return ask();
    const timer = setTimeout(ask, PAUSE);
    return () => clearTimeout(timer);
  });
}
