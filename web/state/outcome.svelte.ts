import { builtinId } from '../../shared/protocol/ids/builtin-id.ts';
import { serverId } from '../../shared/protocol/ids/server-id.ts';
import type { shape } from '../../shared/returns/shape.ts';
import { sameJson } from '../../shared/schema/json/values.ts';
import type { JsonObject } from '../../shared/tool/json.ts';
import { i18n } from '../i18n/i18n.svelte.ts';
import type { Reading } from './reading.svelte.ts';
import type { Run } from './run.svelte.ts';
import type { Workspace } from './workspace.svelte.ts';

/** The last run's result under the return rules as they now stand. No rule needs a second run. */
export class Outcome {
  #workspace: Workspace;
  #reading: Reading;
  #run: Run;
  #shape = $state.raw<typeof shape>();

  /** The tool that ran, as its folder stands now, while that folder is open. */
  tool = $derived.by(() => {
    const { question } = this.#run;
    if (!question || question.toolId !== this.#workspace.openId) return undefined;
    return this.#reading.tools.find(({ definition }) => definition.name === question.tool);
  });
  #shaped = $derived.by(() => {
    const { ending, result, question } = this.#run;
    // A call that was refused before it ran has no output to shape.
    if (!ending || !question || result?.error?.type === 'validation_error') return undefined;
    // A run of which neither the tool nor its rules are here is shown as it was given.
    if (wordsItself(question.toolId) || !(this.tool ?? question.read)) return undefined;
    const { returns } = this.tool ?? question.read?.tool ?? {};
    // Until it is there, the result is shown as the run gave it.
    void this.load();
    return this.#shape?.(ending, { name: question.tool, returns }, i18n.locale);
  });
  /** Whether return rules could shape it otherwise: it is of the tool beside it, which has them. */
  canReshape = $derived.by(() => {
    const isShaped = this.#shaped !== undefined && this.tool?.code.entry === undefined;
    return isShaped && this.tool !== undefined && this.#reading.folder?.format === 'three-layer';
  });
  /** The rules differ from those that the run had. */
  reshaped = $derived.by(() => {
    const { question, result } = this.#run;
    if (!question || !result || !this.tool || !this.#shaped) return false;
    if (question.read) return !same(this.tool.returns, question.read.tool.returns);
    // A default message is worded in the reader's language, and is no sign of other rules.
    const isWorded = this.tool.returns?.template === undefined;
    const { llmContent, displayContent } = this.#shaped.result;
    return (
      llmContent !== result.llmContent || (!isWorded && displayContent !== result.displayContent)
    );
  });
  result = $derived.by(() => {
    const { result } = this.#run;
    if (!this.#shaped || !result) return result;
    return {
      ...this.#shaped.result,
      metadata: { ...result.metadata, ...this.#shaped.result.metadata },
    };
  });
  notes = $derived(this.#shaped?.notes);

  constructor(workspace: Workspace, reading: Reading, run: Run) {
    this.#workspace = workspace;
    this.#reading = reading;
    this.#run = run;
  }

  /** What words outcomes comes after the page: nothing needs it before the first run. */
  async load(): Promise<void> {
    if (this.#shape) return;
    const fetched = await import('../../shared/returns/shape.ts').catch(() => undefined);
    if (fetched) this.#shape = fetched.shape;
  }
}

/** What Lathe brings along words its results itself, and those of an MCP server are the server's. */
const wordsItself = (id: string): boolean =>
  (builtinId.nameIn(id) ?? serverId.nameIn(id)) !== undefined;

const same = (one: JsonObject | object | undefined, other: object | undefined): boolean =>
  sameJson((one ?? {}) as JsonObject, (other ?? {}) as JsonObject);
