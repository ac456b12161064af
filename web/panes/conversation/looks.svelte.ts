import { createContext } from 'svelte';

/** Branches that stand side by side: messages that answer the same one. */
export interface Compared {
  /** The message before them; null at the beginning. */
  fork: string | null;
  /** The first messages of the branches; all there are where it is empty. */
  first: readonly string[];
}

/** What is being changed, with its text so far: it outlives the field, since the runner may not take it. */
export class Edited {
  readonly id: string;
  text = $state('');

  constructor(id: string, text: string) {
    this.id = id;
    this.text = text;
  }
}

/** How the open conversation is looked at; nothing of it is kept. */
export class Looks {
  /** Whether the person, who is the model, looks at the turns or at what a model sees. */
  as = $state<'turns' | 'model'>('model');
  compared = $state.raw<Compared>();
  /** The message whose text is being changed. */
  editing = $state.raw<Edited>();
  /** The call whose result is being changed. */
  editingResult = $state.raw<Edited>();
  /** A message that should come into sight; a new object each time. */
  goTo = $state.raw<{ id: string }>();

  /** Another conversation is looked at from its beginning. */
  reset(): void {
    this.as = 'model';
    this.compared = undefined;
    this.editing = undefined;
    this.editingResult = undefined;
    this.goTo = undefined;
  }
}

export const [useLooks, provideLooks] = createContext<Looks>();
