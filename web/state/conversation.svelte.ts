import type {
  AnswerPart,
  Conversation,
  ConversationNode,
  ConversationSetup,
  TurnEvent,
  TurnGoing,
  TurnRequest,
} from '../../shared/protocol/conversations/conversations.ts';
import { sameJson } from '../../shared/schema/json/values.ts';
import type { ModelId } from '../../shared/protocol/models.ts';
import { conversationsApi, type Heard, type TurnFailure } from '../api/conversations-api.ts';
import { sayFailed } from './actions/failed.ts';
import type { Around } from './conversation/around.ts';
import { LiveTurn, type Written } from './conversation/live.svelte.ts';
import { Rereads } from './conversation/rereads.ts';
import { SetupChanges } from './conversation/setup-changes.ts';
import { TalkWords, type Edited } from './conversation/talk-words.svelte.ts';
import {
  choosing,
  endingAt,
  openAt,
  shownPath,
  treeOf,
  withNode,
  type Chosen,
} from './conversation/tree.ts';

/** What a person puts in the place of a message. */
type Change = Omit<TurnRequest, 'parent'>;

/** A conversation on the screen: its messages, the branch that is shown, and what is being said. */
export class OpenConversation {
  readonly id: string;
  title = $state('');
  setup: ConversationSetup = $state.raw()!;
  nodes = $state.raw<readonly ConversationNode[]>([]);
  /** What the person writes in it. */
  readonly words: TalkWords;
  /** Turns that are followed here; several where several models are asked at once. */
  live = $state.raw<readonly LiveTurn[]>([]);
  /** Why the last turn told nothing more. */
  failure = $state.raw<TurnFailure>();
  /** Somebody answers in it whom this page does not hear, as after a reload. */
  isElsewhere = $state(false);
  #chosen = $state.raw<Chosen>({});
  #around: Around;
  #rereads = new Rereads(() => this.#read());
  #changes: SetupChanges;

  tree = $derived(treeOf(this.nodes));
  /** The branch that is shown, from the first message to the last. */
  path = $derived(shownPath(this.tree, this.#chosen));
  last = $derived(this.path.at(-1));
  /** The last message of the branch that is shown; null while there is none. */
  tip = $derived(this.last?.id ?? null);
  isGoingOn = $derived(this.live.length > 0 || this.isElsewhere);
  /** The turn that goes on at the end of the branch that is shown. */
  shownLive = $derived(this.live.find(({ tip }) => tip === this.tip));
  /** Why nobody goes on after the branch that is shown. */
  stopped = $derived(this.shownLive || this.isElsewhere ? undefined : this.last?.stopped);
  /** The person is the model, and has the word. */
  awaitsAnswer = $derived(this.stopped?.stopReason === 'answer-awaited');

  constructor(read: Conversation, around: Around, words = new TalkWords()) {
    this.id = read.id;
    this.words = words;
    this.#around = around;
    this.#changes = new SetupChanges(read.id, read.setup);
    this.#take(read);
  }

  #take(read: Conversation): void {
    this.title = read.title;
    // What depends on it need not follow what is as it was.
    if (!sameJson(this.setup, read.setup)) this.setup = read.setup;
    this.nodes = read.nodes;
    this.words.settle(this.nodes);
    this.isElsewhere = read.isGoingOn && read.turns.length === 0 && this.live.length === 0;
    this.#rereads.want(this.isElsewhere);
    for (const turn of read.turns) void this.#follow(turn);
  }

  /** Reads it anew, while it is looked at. */
  again(): Promise<void> {
    return this.#rereads.now();
  }

  /** Once more where a turn wrote meanwhile. */
  async #read(): Promise<void> {
    const { setup, nodes } = this;
    const answer = await conversationsApi.read(this.id);
    if (this.#rereads.isClosed || this.live.length > 0) return;
    if (this.nodes !== nodes) return this.#read();
    // What was read before the person's last change would take it back, and it is told once it is kept.
    const isOld = this.#changes.areGoingOn || this.setup !== setup;
    if (answer.kind === 'ok') {
      if (!isOld) this.#changes.kept = answer.value.setup;
      this.#take(isOld ? { ...answer.value, setup: this.setup } : answer.value);
    } else if (answer.kind === 'refused' && answer.status === 404) {
      // It was deleted.
      this.isElsewhere = false;
      this.close();
    } else this.#rereads.want(true);
  }

  /** It is not looked at any more; a turn that is followed here goes on. */
  close(): void {
    this.#rereads.close();
  }

  /** It is looked at again. */
  reopen(): void {
    this.#rereads.isClosed = false;
  }

  /** Shows the branch through a message. */
  show(id: string): void {
    this.#chosen = choosing(this.tree, this.#chosen, id);
  }

  /**
   * Sends a message of the person after the branch that is shown. Several models answer it side by side;
   * `forks` hears of the message that they answer.
   */
  async send(
    text: string,
    models: readonly ModelId[] = [],
    forks: (id: string) => void = () => undefined,
  ): Promise<void> {
    const sent = this.words.send(text, this.tip, this.nodes);
    const [model, ...others] = models;
    let asked = false;
    const isTaken = await this.#turn({ parent: this.tip, text, model }, (node) => {
      if (asked || node.role !== 'user') return;
      asked = true;
      if (others.length > 0) forks(node.id);
      for (const other of others) void this.#turn({ parent: node.id, model: other });
    });
    this.words.end(sent, isTaken, this.nodes);
    if (!isTaken) this.#around.returned();
  }

  /** Asks the model after a message, once more or by another model. A cut answer is given anew. */
  async goOn(parent: string | null = this.tip, model?: ModelId): Promise<void> {
    const node = parent === null ? undefined : this.tree.byId.get(parent);
    const isCut = node?.role === 'answer' && !node.whole;
    await this.#turn({ parent: isCut ? node.parent : parent, model });
  }

  /** Answers in the model's place. What the person wrote is to be kept until `taken` is called. */
  answer(parts: AnswerPart[], taken: Written): Promise<boolean> {
    return this.#turn({ parent: this.tip, answer: { parts } }, taken);
  }

  /** Begins a branch beside a message. */
  edit(node: ConversationNode, change: Change, edited: Edited): Promise<boolean> {
    this.words.sendEdited(edited, node.parent, this.nodes);
    return this.#turn({ parent: node.parent, ...change }, () => this.words.drop(edited));
  }

  /** Stops everybody who answers in it; what was said until then stays. */
  stop(): void {
    for (const turn of this.live) turn.isUnwanted = turn.id === undefined;
    void conversationsApi.stop(this.id).then((answer) => {
      if (answer.kind !== 'ok') sayFailed(answer);
    });
  }

  /** Changes what it is held with; true where the runner took it. */
  async change(change: Partial<ConversationSetup>): Promise<boolean> {
    const wanted = { ...this.setup, ...change };
    this.setup = wanted;
    const answer = await this.#changes.send(wanted);
    // Another object: what was read meanwhile may not hold it yet.
    if (this.setup === wanted) this.setup = this.#changes.kept;
    if (answer.kind !== 'ok') sayFailed(answer);
    this.#around.changed();
    return answer.kind === 'ok';
  }

  async rename(title: string): Promise<boolean> {
    const answer = await conversationsApi.change(this.id, { title });
    if (answer.kind === 'ok') this.title = answer.value.title;
    this.#around.changed();
    return answer.kind === 'ok';
  }

  /** Begins a turn, and hears it to its end; answers whether the runner took what it was to begin with. */
  async #turn(request: TurnRequest, written?: Written): Promise<boolean> {
    const turn = new LiveTurn(request.parent, request.model);
    const before = this.#chosen;
    const told = this.#changes.before(request, () => turn.isUnwanted);
    const follows = await this.#listen(turn, told, written);
    // Of a turn that never began there is nothing to see.
    if (!turn.isTaken && follows) this.#chosen = before;
    return turn.isTaken;
  }

  /** Hears a turn that goes on already, from its beginning, to its end. */
  async #follow({ id, parent, model }: TurnGoing): Promise<void> {
    await this.#listen(new LiveTurn(parent, model, id), conversationsApi.watch(this.id, id, 0));
  }

  /** Answers whether the branch that is shown was led along. */
  async #listen(
    turn: LiveTurn,
    told: AsyncIterable<Heard>,
    written: Written = () => undefined,
  ): Promise<boolean> {
    this.failure = undefined;
    this.live = [...this.live, turn];
    // What comes of it is what the person wants to see, unless another one is looked at.
    const follows = this.live.length === 1;
    if (follows) this.#chosen = endingAt(this.#chosen, turn.tip);
    for await (const heard of told) {
      if ('failure' in heard) this.failure = heard.failure;
      else this.#hear(turn, heard.event, follows, written);
    }
    this.live = this.live.filter((one) => one !== turn);
    // Where others have answered before, and the person has the word now, the branch ends for now.
    if (follows && !(this.awaitsAnswer && this.tree.children.has(turn.tip ?? '')))
      this.#chosen = openAt(this.#chosen, turn.tip);
    this.#around.changed();
    // It may go on all the same, or be over since: how far it came is known to the runner alone.
    const isCut =
      this.failure?.type === 'broken-off' ||
      (this.failure?.type === 'refused' && this.failure.error.code === 'no-such-turn');
    if (isCut && this.live.length === 0) await this.again();
    return follows;
  }

  #hear(turn: LiveTurn, event: TurnEvent, follows: boolean, written: Written): void {
    if (event.type === 'begun' && turn.isUnwanted) this.stop();
    if (event.type === 'node') {
      this.nodes = withNode(this.nodes, event.node);
      this.words.settle(this.nodes);
      // What the runner has written down of the next message is not whole.
      if (follows)
        this.#chosen = endingAt(choosing(this.tree, this.#chosen, event.node.id), event.node.id);
    }
    const { tip } = turn;
    turn.hear(event, this.#around.ask);
    if (event.type === 'node') written(event.node);
    const node = event.type === 'stopped' && tip !== null ? this.tree.byId.get(tip) : undefined;
    if (!node || event.type !== 'stopped') return;
    const { stopReason, fault } = event;
    this.nodes = withNode(this.nodes, { ...node, stopped: { stopReason, fault } });
  }
}
