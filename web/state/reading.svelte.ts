import { readUnchecked } from '../../shared/formats/read-unchecked.ts';
import { sampleArguments } from '../../shared/schema/sample-arguments.ts';
import { languages } from '../../shared/languages/languages.ts';
import type { check } from '../../shared/schema/check.ts';
import type { Arguments } from '../../shared/tool/json.ts';
import type { Problem } from '../../shared/tool/problem/problem.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import { editorShown } from './editor-shown.ts';
import type { Modules } from './modules.svelte.ts';
import type { Workspace } from './workspace.svelte.ts';

const anyOptions = { defaultTimeoutMs: 1000, outputBytes: 1000, fillOnly: true };

/**
 * What the open folder says, read anew at every edit and without the runner: its tools, problems and
 * samples, the tool that is looked at, and the arguments to try it with.
 */
export class Reading {
  #workspace: Workspace;
  #modules: Modules | undefined;
  /** By folder. */
  #chosen = $state<Record<string, string | undefined>>({});
  /** The cursor chose the tool, and not a hand. */
  isByCursor = false;
  /** Where the cursor is in the folder's files; line and column from 1, columns in code points. */
  cursor: { file: string; line: number; column: number } | undefined;
  /** Is heavy, and seldom finds anything: it is fetched once the editor stands. */
  check = $state.raw<typeof check>();
  #last: { id: string | undefined; tool: AuthoredTool } | undefined;

  /** The folder's files with what was read of its script since the disk was. */
  files = $derived.by(() => {
    const draft = this.#workspace.current;
    return draft && (this.#modules?.laidOver(draft.id, draft.files) ?? draft.files);
  });
  folder = $derived.by(() => {
    const draft = this.#workspace.current;
    if (!draft || !this.files) return undefined;
    const read = readUnchecked(draft.id, this.files, this.check);
    const unread = this.#modules?.problems(draft.id) ?? [];
    return unread.length === 0 ? read : { ...read, problems: [...unread, ...read.problems] };
  });
  tools: AuthoredTool[] = $derived(this.folder?.toolset.tools ?? []);
  problems = $derived(this.folder?.problems ?? []);
  /** Why what is shown is that of an earlier state of the script: what cannot be parsed, and where. */
  stale: Problem | undefined = $derived.by(() => {
    const old = this.problems.find(({ code }) => code === 'module-stale');
    return old && this.problems.find(({ code, file }) => code === 'syntax' && file === old.file);
  });
  /** The tool whose schema, code and form are on the screen. */
  tool: AuthoredTool | undefined = $derived(
    this.tools.find(
      ({ definition }) => definition.name === this.#chosen[this.#workspace.openId ?? ''],
    ) ?? this.tools[0],
  );
  /** What is shown is not yet what was asked for: a tool is being opened, or its script is being read. */
  isBehind: boolean = $derived.by(() => {
    const { current, isOpening, loaded } = this.#workspace;
    if (isOpening || !loaded) return true;
    if (!current || this.#modules?.isReading(current.id)) return current !== undefined;
    // The runner reads what the page cannot.
    const isUnread = this.problems.some(({ code }) => code === 'module-unread');
    return isUnread && !this.problems.some(({ severity }) => severity === 'error');
  });
  /** The code holds places that arguments fill. */
  template = $derived.by(() => {
    const { tool } = this;
    // A function of a module takes its arguments as they are.
    if (tool?.code.entry !== undefined) return false;
    const language = tool && languages.get(tool.code.language);
    return tool && language ? 'mode' in language.prepare(tool, {}, anyOptions) : false;
  });
  /** The tool, or what it last was while the folder cannot be read, so that its form stays. */
  lastTool = $derived.by(() => {
    const { tool } = this;
    const id = this.#workspace.openId;
    if (tool) this.#last = { id, tool };
    return this.#last?.id === id ? this.#last?.tool : undefined;
  });
  samples = $derived(
    (this.folder?.samples ?? []).filter(
      ({ tool }) => tool === undefined || tool === this.lastTool?.definition.name,
    ),
  );
  arguments = $derived.by<Arguments>(() => {
    const { given, openId } = this.#workspace;
    const kept = given.of(`${openId}`, `${this.lastTool?.definition.name}`);
    return kept ?? this.samples[0]?.arguments ?? this.#start();
  });

  /** Without `modules` a module's tools are those of its cache. */
  constructor(workspace: Workspace, modules?: Modules) {
    this.#workspace = workspace;
    this.#modules = modules;
    void editorShown.then(() => this.fetchCheck());
  }

  /** Shows one of the folder's tools; `byCursor` where the place in the code says which. */
  choose(name: string | undefined, byCursor = false): void {
    this.#chosen[this.#workspace.openId ?? ''] = name;
    this.isByCursor = byCursor;
  }

  async fetchCheck(): Promise<void> {
    this.check ??= (await import('../../shared/schema/check.ts').catch(() => undefined))?.check;
  }

  give(args: Arguments): void {
    const { given, openId } = this.#workspace;
    given.give(`${openId}`, `${this.lastTool?.definition.name}`, args);
  }

  #start(): Arguments {
    return this.lastTool ? sampleArguments(this.lastTool.definition.parameters) : {};
  }
}
