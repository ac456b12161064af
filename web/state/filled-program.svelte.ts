import { languages } from '../../shared/languages/languages.ts';
import type { Fault, Span } from '../../shared/tool/run/ending.ts';
import type { Job } from '../../shared/tool/run/job.ts';
import type { Arguments } from '../../shared/tool/json.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import { connection } from '../api/connection.svelte.ts';
import type { PageHost } from '../languages/language.ts';

const quiet = 250;
const limits = { defaultTimeoutMs: 10_000, outputBytes: 1_000_000 };

export type FilledView =
  /** `none`: a function takes its arguments directly, so there is no template to fill. */
  | { state: 'idle' | 'none' }
  /** With the code as it is written. */
  | { state: 'loading'; text: string }
  | { state: 'ok'; text: string; spans: Span[] }
  | { state: 'error'; message: string; fault?: Fault };

/** The program with the current arguments, filled shortly after they stop changing. */
export class FilledProgram {
  view = $state.raw<FilledView>({ state: 'idle' });
  #hosts: ReadonlyMap<string, PageHost>;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | undefined;
  #shown: string | undefined;

  /** `hosts` fill templates in the page, by id. */
  constructor(hosts: ReadonlyMap<string, PageHost>) {
    this.#hosts = hosts;
  }

  /** Reads no reactive state: an effect that calls it would otherwise run again for its own result. */
  follow(tool: AuthoredTool | undefined, args: Arguments): void {
    const id = ++this.#asked;
    clearTimeout(this.#timer);
    this.#abort?.abort();
    if (!tool) {
      this.view = { state: 'idle' };
      return;
    }
    if (tool.code.entry !== undefined) {
      this.view = { state: 'none' };
      this.#shown = undefined;
      return;
    }
    // Never show the program of another tool.
    const shown = `${tool.code.language} ${tool.code.file} ${tool.definition.name}`;
    if (shown !== this.#shown) this.view = { state: 'loading', text: tool.code.source };
    this.#shown = shown;
    this.#timer = setTimeout(() => void this.#fill(id, tool, args), quiet);
  }

  async #fill(id: number, tool: AuthoredTool, args: Arguments): Promise<void> {
    const abort = (this.#abort = new AbortController());
    const view = await this.#ask(tool, args, abort.signal);
    if (id === this.#asked) this.view = view;
  }

  async #ask(tool: AuthoredTool, args: Arguments, signal: AbortSignal): Promise<FilledView> {
    const language = languages.get(tool.code.language);
    if (!language) return { state: 'none' };
    const job = language.prepare(tool, args, { ...limits, fillOnly: true });
    const final = finalText(job);
    if (final !== undefined) return { state: 'ok', text: final, spans: [] };
    const host = this.#hosts.get(job.host);
    if (!host) return { state: 'idle' };
    if (this.view.state !== 'ok') this.view = { state: 'loading', text: tool.code.source };
    const ending = await host.perform(job, () => undefined, signal);
    if (ending.filled) return { state: 'ok', ...ending.filled };
    if (ending.kind === 'failed' && ending.fault) {
      return { state: 'error', message: ending.fault.message, fault: ending.fault };
    }
    // The page already reports that the runner is gone.
    if (ending.kind === 'unavailable' && connection.offline) return { state: 'idle' };
    return { state: 'error', message: 'reason' in ending ? ending.reason : ending.stderr };
  }
}

/** A script that gets its arguments as data is its own final text. */
const finalText = (job: Job): string | undefined => ('text' in job ? job.text : undefined);
