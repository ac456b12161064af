import { SvelteMap } from 'svelte/reactivity';
import { z } from 'zod';
import type {
  Approval,
  RunEvent,
  RunQuestion as AskedQuestion,
} from '../../shared/protocol/events.ts';
import type { RunRecord } from '../../shared/protocol/runs.ts';
import type { Json } from '../../shared/tool/json.ts';
import { runsApi } from '../api/runs-api.ts';
import { toasts } from '../parts/toasts.svelte.ts';
import { remembered } from '../storage/remembered.ts';
import { sayFailed } from './actions/failed.ts';
import { Twins } from './run-question.ts';
import type { RunQuestion } from './run-question.ts';
import { OneRun } from './runs/one-run.svelte.ts';
import type { Asks } from './runs/one-run.svelte.ts';

/** Runs that are listened to at once: a browser opens no more than six connections to an address. */
const MOST_HEARD = 3;
const MOST_REMEMBERED = 30;
const Last = z.record(z.string(), z.string());

type RunOf = NonNullable<(RunEvent & { type: 'started' })['of']>;

const nothing = { output: [], updates: [], moments: [] };

/** What a tool is called among the runs: a folder may hold several. */
export const runKey = (toolId: string, tool: string): string => `${toolId}/${tool}`;

/**
 * The last run of each tool, and that of the tool on the screen. Whoever leaves a tool leaves its run, which
 * goes on; it is on the screen again with its tool, after a reload, too.
 */
export class Run {
  /** What tools ask the person and wait for, oldest first. */
  questions = $state.raw<AskedQuestion[]>([]);
  #runs = new SvelteMap<string, OneRun>();
  /** The run that is shown while the tool beside it stays, such as one of another name: a hidden one, or one whose folder is gone. */
  #pinned = $state.raw<{ key: string; beside: string | undefined; isPassing?: boolean }>();
  #beside: () => string | undefined;
  #asks: Asks;
  #twins = new Twins();
  /** Questions whose answer is on its way. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #answering = new Set<string>();
  #last: Record<string, string>;

  #shown = $derived.by(() => {
    const beside = this.#beside();
    const key = this.#pinned?.beside === beside ? this.#pinned?.key : beside;
    return key === undefined ? undefined : this.#runs.get(key);
  });
  /** Those that go on, the newest first. */
  going = $derived([...this.#runs.values()].filter(({ state }) => state === 'running').reverse());
  state = $derived(this.#shown?.state ?? 'idle');
  question = $derived(this.#shown?.question);
  runId = $derived(this.#shown?.id);
  /** The same, where it is over and the history has it: what ran in this page is not there. */
  pastId = $derived(this.state === 'ended' && !this.question?.here ? this.runId : undefined);
  output = $derived(this.#shown?.output ?? nothing.output);
  updates = $derived(this.#shown?.updates ?? nothing.updates);
  place = $derived(this.#shown?.place ?? 0);
  moments = $derived(this.#shown?.moments ?? nothing.moments);
  ending = $derived(this.#shown?.ending);
  result = $derived(this.#shown?.result);
  failure = $derived(this.#shown?.failure);
  elapsedMs = $derived(this.#shown?.elapsedMs ?? 0);
  agrees = $derived(this.#shown?.agrees);

  /** `ask` hears of the approvals that runs wait for; `beside` is the key of the tool on the screen. */
  constructor(
    ask: (approval: Approval) => void,
    beside: () => string | undefined = () => undefined,
  ) {
    this.#beside = beside;
    this.#last = Last.catch({}).parse(remembered.read('runs'));
    this.#asks = {
      approval: ({ approval }) => ask(approval),
      question: (question) => this.#question(question),
      begun: (run) => this.#remember(run),
      over: ({ id }) => (this.questions = this.questions.filter(({ runId }) => runId !== id)),
    };
  }

  async start(question: RunQuestion): Promise<OneRun> {
    const run = this.#put(new OneRun(question, this.#asks));
    this.#pinned = { key: runKey(question.toolId, question.tool), beside: this.#beside() };
    await run.start();
    if (run.result) run.agrees = this.#twins.compare(question, run.result);
    return run;
  }

  /** Asks the runner to stop the run on the screen. */
  async cancel(): Promise<void> {
    if (this.state === 'running') await this.#shown?.cancel();
  }

  /** Shows a run of the history in place of the tool's last one. */
  show(record: RunRecord): void {
    const own = runKey(record.toolId, record.tool);
    // Beside another tool it is nobody's last one: a new tool may get the name that it had.
    const key = own === this.#beside() ? own : record.id;
    // Nobody comes back to a run that was shown beside another tool.
    if (this.#pinned?.isPassing) this.#runs.delete(this.#pinned.key);
    this.#put(OneRun.kept(record, questionOf(record), this.#asks), key);
    this.#pinned = { key, beside: this.#beside(), isPassing: key !== own };
  }

  /** Its name may be another tool's one day, which did not run any of this. */
  forget(toolId: string): void {
    const isOf = (key: string): boolean => key.startsWith(`${toolId}/`);
    for (const [key, run] of this.#runs) {
      if (!isOf(key)) continue;
      run.leave();
      this.#runs.delete(key);
    }
    this.#last = Object.fromEntries(Object.entries(this.#last).filter(([key]) => !isOf(key)));
    remembered.write('runs', this.#last);
  }

  /** Brings back what a tool ran last: its result, or the ear at a run that goes on. */
  async comeBack(toolId: string, tool: string): Promise<void> {
    const key = runKey(toolId, tool);
    // Whoever left the tool beside it, and comes back, wants the tool's own.
    if (this.#pinned?.beside !== key) this.#pinned = undefined;
    const known = this.#runs.get(key);
    const id = known?.id ?? this.#last[key];
    const wasCutOff = known?.failure?.type === 'broken-off';
    if (id === undefined || (known && !known.isLeft && !wasCutOff)) return;
    const answer = await runsApi.read(id);
    if (this.#runs.get(key) !== known) return;
    if (answer.kind === 'refused') {
      const isGone = (await this.hear(id)) === undefined;
      if (isGone && this.#last[key] === id) delete this.#last[key];
    }
    // Of a run that went down with its runner the page knows more than the record does.
    if (answer.kind !== 'ok' || (wasCutOff && answer.value.outcome === 'crashed')) return;
    if (answer.value.toolId === toolId)
      this.#put(OneRun.kept(answer.value, questionOf(answer.value), this.#asks));
  }

  /** Listens to a run that goes on, from its beginning; answers of which tool it is, if it does. */
  async hear(id: string): Promise<RunOf | undefined> {
    const ear = new AbortController();
    const events = runsApi.hear(id, ear.signal);
    const { value: first } = await events.next();
    if (first?.type !== 'started' || !first.of) return undefined;
    const known = this.#runs.get(runKey(first.of.toolId, first.of.tool));
    // It is heard already, or a newer one is.
    if (known?.state === 'running' && !known.isLeft) {
      ear.abort();
      return known.id === id ? first.of : undefined;
    }
    const question = known?.id === id ? known.question : questionOf(first.of);
    void this.#put(new OneRun(question, this.#asks, ear)).listen(events, first);
    return first.of;
  }

  /** Answers what a tool asks; without a value it is told that there is none. */
  async answer(question: AskedQuestion, value?: Json): Promise<void> {
    if (this.#answering.has(question.id)) return;
    this.#answering.add(question.id);
    const answer = await runsApi.answer(question.runId, { id: question.id, value });
    this.#answering.delete(question.id);
    if (answer.kind !== 'ok') sayFailed(answer);
    // What did not arrive can be sent again as it was typed.
    if (answer.kind === 'offline' || answer.kind === 'no-session') return;
    this.questions = this.questions.filter(({ id }) => id !== question.id);
    for (const run of this.#runs.values()) if (run.id === question.runId) run.answered();
  }

  #put(run: OneRun, key = runKey(run.question.toolId, run.question.tool)): OneRun {
    this.#runs.get(key)?.leave();
    // The newest stands last.
    this.#runs.delete(key);
    this.#runs.set(key, run);
    const heard = [...this.#runs.values()].filter(
      ({ state, isLeft, question }) => state === 'running' && !isLeft && !question.here,
    );
    for (const one of heard.slice(0, -MOST_HEARD)) one.leave();
    return run;
  }

  #remember({ id, question: { toolId, tool, here } }: OneRun): void {
    // What ran in this page is gone with it.
    if (id === undefined || here) return;
    const key = runKey(toolId, tool);
    const { [key]: _, ...others } = this.#last;
    const all = [...Object.entries(others), [key, id] as const];
    this.#last = Object.fromEntries(all.slice(-MOST_REMEMBERED));
    remembered.write('runs', this.#last);
  }

  #question(question: AskedQuestion): void {
    const { ask } = question;
    if (ask.kind !== 'notify') {
      const others = this.questions.filter(({ id }) => id !== question.id);
      this.questions = [...others, question];
    } else {
      const tones = { info: 'ok', warning: 'warn', error: 'err' } as const;
      toasts.show(tones[ask.level], () => ask.message);
    }
  }
}

const questionOf = ({
  toolId,
  tool,
  arguments: args,
}: Pick<RunRecord, 'toolId' | 'tool' | 'arguments'>): RunQuestion => ({
  ...{ toolId, tool, folder: {}, arguments: args ?? {} },
});
