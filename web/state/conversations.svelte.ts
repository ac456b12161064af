import type {
  Conversation,
  ConversationList,
  ConversationSetup,
} from '../../shared/protocol/conversations/conversations.ts';
import type { z } from 'zod';
import { conversationsApi } from '../api/conversations-api.ts';
import type { History } from './history.svelte.ts';
import type { Run } from './run.svelte.ts';
import type { Settings } from './settings.svelte.ts';
import type { View } from './view.svelte.ts';
import type { Workspace } from './workspace.svelte.ts';
import { sayFailed } from './actions/failed.ts';
import { stillHere } from './actions/still-here.ts';
import { OpenConversation } from './conversation.svelte.ts';
import type { Around } from './conversation/around.ts';
import { FirstWords } from './conversation/first-words.svelte.ts';
import { TalkWords } from './conversation/talk-words.svelte.ts';
import { UnsentWords } from './conversation/unsent-words.ts';

/** As many as the desk shows before all are wanted. */
export const SHOWN = 5;

/** A conversation as the list has it. */
export type ListedConversation = ConversationList['conversations'][number];

const SOON = 400;

/** What conversations need of the page. */
interface Page {
  view: View;
  workspace: Workspace;
  settings: Settings;
  run: Run;
  history: History;
  onConversations: ((ids?: readonly string[]) => void) | undefined;
}

/** The conversations that the runner keeps, newest first, and the one that is open. */
export class Conversations {
  heads = $state.raw<readonly ListedConversation[]>([]);
  /** Continues the list. */
  next = $state<string>();
  query = $state('');
  loaded = $state(false);
  /** The list was not given. */
  failed = $state(false);
  current = $state.raw<OpenConversation>();
  /** Why what was to be opened is not: there is none, or nobody answered. */
  missing = $state<'gone' | 'offline'>();
  /** Those that were open: a turn goes on while something else is looked at. */
  #going: Record<string, OpenConversation> = {};
  /** What is written to a conversation that is still being begun. */
  first = $state.raw(new FirstWords());
  #begun = 0;
  #unsent = new UnsentWords();
  #app: Page;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #opened = 0;
  #opening: { id: string; done: Promise<void> } | undefined;

  constructor(app: Page) {
    this.#app = app;
    app.onConversations = (ids) => this.#hear(ids);
    addEventListener('pagehide', () => {
      this.#keepWords();
      this.#unsent.keepWaiting(this.first.text);
    });
  }

  /** Conversations changed, by this page or by another; any of them where it is not known which. */
  #hear(ids?: readonly string[]): void {
    // A conversation that goes on tells of each of its messages.
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      void this.load();
    }, SOON);
    const { current } = this;
    if (current && (ids?.includes(current.id) ?? true) && current.live.length === 0)
      void current.again();
  }

  /** The newest that fit what is looked for. */
  async load(query = this.query): Promise<void> {
    const id = ++this.#asked;
    this.query = query;
    const answer = await conversationsApi.list({ q: query.trim() });
    if (id !== this.#asked) return;
    this.failed = answer.kind !== 'ok';
    this.loaded = true;
    if (answer.kind !== 'ok') return;
    this.heads = answer.value.conversations;
    this.next = answer.value.next;
    // The runner names it by its first words.
    const own = this.heads.find((head) => head.id === this.current?.id);
    if (own && this.current) this.current.title = own.title;
  }

  async more(): Promise<void> {
    const id = ++this.#asked;
    const answer = await conversationsApi.list({ q: this.query.trim(), before: this.next });
    if (id !== this.#asked || answer.kind !== 'ok') return;
    this.heads = [...this.heads, ...answer.value.conversations];
    this.next = answer.value.next;
  }

  /** Brings the conversation of the page's address on the screen. */
  open(id: string): Promise<void> {
    // The address and whoever began it may both ask for it.
    if (this.#opening?.id !== id) this.#opening = { id, done: this.#open(id) };
    return this.#opening.done;
  }

  async #open(id: string): Promise<void> {
    if (this.current?.id === id) return;
    const asked = ++this.#opened;
    this.#leave();
    const going = this.#going[id];
    if (going && going.live.length > 0) {
      going.reopen();
      this.current = going;
      return;
    }
    const answer = await conversationsApi.read(id);
    if (asked !== this.#opened) return;
    if (answer.kind !== 'ok') {
      this.missing = answer.kind === 'refused' ? 'gone' : 'offline';
      this.#opening = undefined;
      return;
    }
    this.current = this.#hold(answer.value);
  }

  #hold(read: Conversation): OpenConversation {
    const around: Around = {
      ask: (question) => (this.#app.run.questions = [...this.#app.run.questions, question]),
      changed: () => {
        void this.load();
        void this.#app.history.refresh();
      },
      returned: () => {
        const isLeft = () => this.current !== held && this.#going[held.id] === held;
        void this.#unsent.findAgain(held, isLeft, () => void this.begin());
      },
    };
    const held = new OpenConversation(read, around, new TalkWords(this.#unsent.of(read.id)));
    return (this.#going[held.id] = held);
  }

  /** One whose messages are known here: it is open, or it was and goes on. */
  known(id: string): OpenConversation | undefined {
    return this.current?.id === id ? this.current : this.#going[id];
  }

  #keepWords(): void {
    // A message of one that was left meanwhile comes back where the runner did not take it.
    for (const { id, words } of Object.values(this.#going)) this.#unsent.keep(id, words.kept);
  }

  close(): void {
    this.#opening = undefined;
    this.#leave();
  }

  #leave(): void {
    const { current } = this;
    this.#keepWords();
    current?.close();
    // What goes on elsewhere is read anew when it is opened again.
    if (current?.live.length === 0) delete this.#going[current.id];
    this.current = undefined;
    this.missing = undefined;
  }

  /** Begins one with the tools of a unit, or with all, and opens it with what was written meanwhile. */
  async begin(unit?: string): Promise<void> {
    const { settings, view, workspace } = this.#app;
    // A key that was meant for the message may press the button again.
    if (view.begins) return;
    const { tab } = view;
    const own = (view.begins = this.#begun += 1);
    const isHere = () => view.begins === own;
    const words = (this.first = new FirstWords(this.#unsent.takeWaiting()));
    view.tab = 'talk';
    const named = workspace.tools.find(({ id }) => id === unit)?.tools;
    const id = await this.#make({
      setup: {
        ...(named && { tools: named.map(({ name }) => name) }),
        ...(settings.isPlan && { mode: 'plan' }),
      },
    });
    if (id !== undefined) return void (await this.#bring(id, isHere, words));
    this.#unsent.wait(words.take());
    if (!isHere()) return;
    view.begins = 0;
    view.tab = tab;
  }

  /** Begins one that is held so, and opens it; undefined where there is none. */
  async beginWith(
    setup: z.input<typeof ConversationSetup>,
    title?: string,
  ): Promise<OpenConversation | undefined> {
    const isHere = stillHere(this.#app);
    const id = await this.#make({ setup, title });
    return id === undefined ? undefined : this.#bring(id, isHere);
  }

  /** Gives a new one the words that were written to it, and brings it on the screen of whoever waits for it. */
  async #bring(
    id: string,
    isHere: () => boolean,
    words = new FirstWords(),
  ): Promise<OpenConversation | undefined> {
    const read = await conversationsApi.read(id);
    const talk = read.kind === 'ok' ? this.#hold(read.value) : undefined;
    // No list names one that is empty: whoever left it would not find what was not sent.
    if (!isHere() && !(talk && words.areSent)) this.#unsent.wait(words.take());
    else if (talk) void words.giveTo(talk);
    else this.#unsent.keep(id, { text: words.take() });
    void this.load();
    if (!isHere()) {
      talk?.close();
      return talk;
    }
    if (talk) {
      this.#leave();
      this.#opened += 1;
      this.#opening = { id, done: Promise.resolve() };
      this.current = talk;
    }
    this.#app.view.showConversation(id);
    return talk;
  }

  /** The id of a new one; undefined where there is none, which is told. */
  async #make(request: Parameters<typeof conversationsApi.begin>[0]): Promise<string | undefined> {
    const answer = await conversationsApi.begin(request);
    if (answer.kind === 'ok') return answer.value.id;
    sayFailed(answer);
    return undefined;
  }
}

let made: Conversations | undefined;

/** Made when it is first wanted, so that the page opens without it. */
export const conversationsOf = (app: Page): Conversations => (made ??= new Conversations(app));
