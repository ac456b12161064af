import { SvelteMap } from 'svelte/reactivity';
import { samplesFile } from '../../../shared/formats/read-unchecked.ts';
import { moduleFiles } from '../../../shared/formats/script-module/module-files.ts';
import { checkSample } from '../../../shared/returns/check-sample.ts';
import type { SampleCheck } from '../../../shared/returns/check-sample.ts';
import { sameJson } from '../../../shared/schema/json/values.ts';
import type { Ending } from '../../../shared/tool/run/ending.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { Json } from '../../../shared/tool/json.ts';
import type { ToolResult } from '../../../shared/tool/run/result.ts';
import type { Sample } from '../../../shared/tool/sample.ts';
import type { Outcome } from '../outcome.svelte.ts';
import type { Reading } from '../reading.svelte.ts';
import { sampleOf } from '../run-question.ts';
import type { RunQuestion } from '../run-question.ts';
import type { Run } from '../run.svelte.ts';
import { differingPaths } from '../tools/tool-draft.svelte.ts';
import type { View } from '../view.svelte.ts';
import type { Workspace } from '../workspace.svelte.ts';
import type { OneRun } from './one-run.svelte.ts';

interface Page {
  workspace: Workspace;
  reading: Reading;
  view: View;
  run: Run;
  outcome: Outcome;
  question(): Promise<RunQuestion | undefined>;
  perform(question: RunQuestion): Promise<OneRun>;
  performAside(question: RunQuestion): Promise<OneRun>;
}

/** What came of a run, where it ended with a result. */
export interface Came {
  result: ToolResult;
  ending: Ending;
}

/** What came of a sample, and what exactly was run. */
interface Tested extends Came {
  sample: Sample;
  question: RunQuestion;
  check: SampleCheck;
}

/** `stale`: it passed or failed, and the tool or the sample is not what was run any longer. */
export type TestMark = 'passed' | 'failed' | 'stale' | 'running' | 'none';

/** A sample whose expectation is being edited; `isNew` where it is none of the list yet. */
interface Expecting {
  sample: Sample;
  isNew: boolean;
  came: Came | undefined;
  /** Whether what came is proposed. */
  proposes: boolean;
}

/** The samples of the open tool as tests: what came of each, and the one whose expectation is edited. */
export class SampleTests {
  /** How far a run of all of them is. */
  going = $state.raw<{ at: number; of: number }>();
  expecting = $state.raw<Expecting>();
  /** Whether what came of all is shown. */
  isShown = $state(false);
  #tested = new SvelteMap<string, Tested>();
  #app: Page;

  constructor(app: Page) {
    this.#app = app;
  }

  /** Asked anew each time: what is derived belongs to the component that made it, and ends with it. */
  get counts(): Record<TestMark, number> {
    const counts = { passed: 0, failed: 0, stale: 0, running: 0, none: 0 };
    for (const sample of this.#app.reading.samples) counts[this.mark(sample)]++;
    return counts;
  }

  mark(sample: Sample): TestMark {
    const { run } = this.#app;
    const question = run.state === 'running' ? run.question : undefined;
    const isItsRun = question !== undefined && this.#isBeside(question);
    if (isItsRun && sameJson(sample.arguments, question.arguments)) return 'running';
    const tested = this.#tested.get(this.#key(sample));
    if (!tested) return 'none';
    if (!this.#isFresh(tested, sample)) return 'stale';
    return tested.check.kind === 'passed' ? 'passed' : 'failed';
  }

  /** Why a sample failed; undefined where it did not, or where that is no longer known. */
  failure(sample: Sample): Exclude<SampleCheck, { kind: 'passed' }> | undefined {
    const check = this.#tested.get(this.#key(sample))?.check;
    return check?.kind !== 'passed' && this.mark(sample) === 'failed' ? check : undefined;
  }

  /** Keeps what came of a run for the samples that it was a run of. */
  judge({ question, result, ending }: OneRun): void {
    if (!result || !ending || ending.kind === 'cancelled') return;
    for (const sample of question.read?.samples ?? []) {
      if (!sameJson(sample.arguments, question.arguments)) continue;
      const check = checkSample(sample, result, ending);
      const key = keyOf(question.toolId, question.tool, sample);
      this.#tested.set(key, { sample, question, check, result, ending });
    }
  }

  /**
   * Runs one after the other, until the person stops or refuses one, or opens another tool. Only the first
   * one leads to its result.
   */
  async runAll(): Promise<void> {
    if (this.going) return;
    this.going = { at: 0, of: this.#app.reading.samples.length };
    const question = await this.#app.question();
    const samples = question?.read?.samples ?? [];
    for (const [index, sample] of samples.entries()) {
      if (!question || !this.#isBeside(question)) break;
      this.going = { at: index + 1, of: samples.length };
      const one = { ...question, arguments: sample.arguments };
      const run = await (index === 0 ? this.#app.perform(one) : this.#app.performAside(one));
      if (wasStopped(run)) break;
    }
    this.going = undefined;
    // A narrow screen has the summary there, where the samples are; nobody is led away from elsewhere.
    const { view } = this.#app;
    const looksOn = view.showsTool && view.tab === 'result' && !view.zoom;
    if (question && this.#isBeside(question) && looksOn) view.tab = 'run';
  }

  /** Proposes the result on the screen as what its sample expects, or as a new one where there is none. */
  expectShown(): void {
    const { outcome, run, reading } = this.#app;
    const { question, ending } = run;
    if (!question || !ending || !outcome.result) return;
    const { tool, arguments: args } = question;
    const found = sampleOf(question, reading.folder?.samples ?? []);
    const named = reading.tools.length > 1 ? { tool } : {};
    const sample = found ?? { name: '', ...named, arguments: args };
    const came = { result: outcome.result, ending };
    this.expecting = { sample, isNew: !found, came, proposes: true };
  }

  /** Edits what a sample expects; what came of its last run can be taken. */
  expect(sample: Sample): void {
    const came = this.#tested.get(this.#key(sample));
    this.expecting = { sample, isNew: false, came, proposes: false };
  }

  #key(sample: Sample): string {
    const { workspace, reading } = this.#app;
    return keyOf(workspace.openId, reading.lastTool?.definition.name, sample);
  }

  #isBeside({ toolId, tool }: RunQuestion): boolean {
    const { workspace, reading } = this.#app;
    return toolId === workspace.openId && tool === reading.tool?.definition.name;
  }

  /** Whether the tool, the files around it and the sample are what was run. */
  #isFresh({ sample: ran, question }: Tested, sample: Sample): boolean {
    const { tool, files } = this.#app.reading;
    if (!files || !sameJson(asJson(ran), asJson(sample))) return false;
    if (!sameJson(asJson(question.read?.tool), asJson(tool))) return false;
    // The runner writes caches; what they say of the tool was compared with it.
    const others = [samplesFile(files), ...moduleFiles(files).map(({ cache }) => cache)];
    return differingPaths(question.folder, files).every((path) => others.includes(path));
  }
}

/** Nobody wants the next one: it was cancelled, could not begin, or the person said no. */
const wasStopped = ({ ending }: OneRun): boolean => {
  if (ending?.kind !== 'denied') return !ending || ending.kind === 'cancelled';
  return ending.because?.some(({ code }) => code === 'rejected-by-user') ?? false;
};

/** An expectation that changes leaves a sample the one that it was. */
const keyOf = (
  toolId: string | undefined,
  tool: string | undefined,
  { name, arguments: args }: Sample,
): string => writeJson([toolId, tool, name, args]);

const asJson = (value: object | undefined): Json | undefined => value as Json | undefined;

let made: SampleTests | undefined;

/** Made when it is first wanted, so that the page opens without it. */
export const sampleTestsOf = (app: Page): SampleTests => (made ??= new SampleTests(app));
