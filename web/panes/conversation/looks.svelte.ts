import { createContext } from 'svelte';

/** Branches that stand side by side: messages that answer the same one. */
export interface Compared {
  /** The message before them; null at the beginning. */
  fork: string | null;
  /** The first messages of the branches; all there are where it is empty. */
  first: readonly string[];
}

/** How the open conversation is looked at; nothing of it is kept. */
export class Looks {
  /** Whether the person, who is the model, looks at the turns or at what a model sees. */
  as = $state<'turns' | 'model'>('model');
  compared = $state.raw<Compared>();
  /** A message that should come into sight; a new object each time. */
  goTo = $state.raw<{ id: string }>();

  /** Another conversation is looked at from its beginning. */
  reset(): void {
    this.as = 'model';
    this.compared = undefined;
    this.goTo = undefined;
  }
}

export const [useLooks, provideLooks] = createContext<Looks>();
