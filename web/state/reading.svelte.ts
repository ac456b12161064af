import { z } from 'zod';
import { readFolder } from '../../shared/formats/read-folder.ts';
import { sampleArguments } from '../../shared/schema/sample-arguments.ts';
import { languages } from '../../shared/languages/languages.ts';
import { Arguments } from '../../shared/tool/json.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import { remembered } from '../storage/remembered.ts';
import type { Workspace } from './workspace.svelte.ts';

const anyOptions = { defaultTimeoutMs: 1000, outputBytes: 1000, fillOnly: true };
const Given = z.record(z.string(), Arguments);

/**
 * What the open folder says, read anew at every edit and without the runner: its tools, problems and
 * samples, the tool that is looked at, and the arguments to try it with.
 */
export class Reading {
  #workspace: Workspace;
  #chosen = $state<string>();
  /** Arguments that the person gave, by folder and tool. */
  #given = $state.raw<Record<string, Arguments>>({});
  #last: { id: string | undefined; tool: AuthoredTool } | undefined;

  folder = $derived.by(() => {
    const draft = this.#workspace.current;
    return draft ? readFolder(draft.id, draft.files) : undefined;
  });
  tools: AuthoredTool[] = $derived(this.folder?.toolset.tools ?? []);
  problems = $derived(this.folder?.problems ?? []);
  /** The tool whose schema, code and form are on the screen. */
  tool: AuthoredTool | undefined = $derived(
    this.tools.find(({ definition }) => definition.name === this.#chosen) ?? this.tools[0],
  );
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
  #key = $derived.by(() => `${this.#workspace.openId}/${this.lastTool?.definition.name}`);
  arguments = $derived<Arguments>(
    this.#given[this.#key] ?? this.samples[0]?.arguments ?? this.#start(),
  );

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#given = Given.catch({}).parse(remembered.read('arguments'));
  }

  choose(name: string): void {
    this.#chosen = name;
  }

  give(args: Arguments): void {
    this.#given = { ...this.#given, [this.#key]: args };
    remembered.write('arguments', Object.fromEntries(Object.entries(this.#given).slice(-30)));
  }

  #start(): Arguments {
    return this.lastTool ? sampleArguments(this.lastTool.definition.parameters) : {};
  }
}
