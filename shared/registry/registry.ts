import type { NameConflict } from '../protocol/conflicts.ts';
import type { ToolSource } from '../protocol/tools.ts';
import { writeJson } from '../tool/exact-number.ts';
import { definitionOf, type Tool } from './tool.ts';
import type { Definition } from '../tool/definition.ts';
import {
  categoryOf,
  viewOf,
  type Registered,
  type ToolQuery,
  type Unit,
  type View,
} from './registry-view.ts';

export interface RegistryEvent {
  /** Counts from 1. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  type: 'toolRegistered' | 'toolChanged' | 'toolUnregistered';
  source: ToolSource;
  unit: string;
  tool: string;
}

/** The number of events that are kept. */
const MOST_EVENTS = 1000;

/**
 * Every tool of every source, by unit and by name. The page, HTTP, the command line, MCP and exports list,
 * search, declare and call through it. If two units have tools of one name, the first one that is turned on
 * gets it, in the order of sources and then of ids; the others are listed as conflicts. Lists and look-ups
 * are computed once per change. Source of the operations: seed 004, `ToolRegistry`.
 */
export class Registry<U extends Unit = Unit> {
  #units = new Map<string, U>();
  #isOn: (unit: U, tool: Tool) => boolean;
  #events: RegistryEvent[] = [];
  #seq = 0;
  #listeners = new Set<(events: readonly RegistryEvent[]) => void>();
  #revision = 0;
  #known: { at: number; view: View<U> } | undefined;
  #texts = new WeakMap<Tool, string>();
  #definitions = new WeakMap<Tool, Definition>();

  /** `isOn` says whether a tool of a unit is turned on; call `touch` when its answers change. */
  constructor(isOn: (unit: U, tool: Tool) => boolean = () => true) {
    this.#isOn = isOn;
  }

  /** Changes whenever a list could have changed. */
  get revision(): number {
    return this.#revision;
  }

  /** The newest events, oldest first. */
  get events(): readonly RegistryEvent[] {
    return this.#events;
  }

  get size(): number {
    return this.#view().all.length;
  }

  /** Subscribes; the returned function unsubscribes. */
  on(listener: (events: readonly RegistryEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Call it after tools were turned on or off. */
  touch(): void {
    this.#revision += 1;
  }

  /** Registers or replaces a unit with its tools. */
  put(unit: U): void {
    const before = this.#units.get(unit.id);
    if (before === unit) return;
    this.#units.set(unit.id, unit);
    const had = new Map(before?.tools.map((tool) => [tool.name, tool]));
    const has = new Map(unit.tools.map((tool) => [tool.name, tool]));
    // The same files can declare other tools if a tool depends on its surroundings.
    const isChanged = (was: Tool, tool: Tool) =>
      before?.hash !== unit.hash || this.#declared(was) !== this.#declared(tool);
    this.#tell(unit, [
      ...[...had.keys()]
        .filter((name) => !has.has(name))
        .map((name) => ['toolUnregistered', name] as const),
      ...[...has].flatMap(([name, tool]): [RegistryEvent['type'], string][] => {
        const was = had.get(name);
        if (!was) return [['toolRegistered', name]];
        return isChanged(was, tool) ? [['toolChanged', name]] : [];
      }),
    ]);
  }

  /** Removes a unit; false if there is none. */
  remove(id: string): boolean {
    const unit = this.#units.get(id);
    if (!unit) return false;
    this.#units.delete(id);
    this.#tell(
      unit,
      unit.tools.map(({ name }) => ['toolUnregistered', name] as const),
    );
    return true;
  }

  /** Replaces all units of a source. */
  replace(source: ToolSource, units: readonly U[]): void {
    const ids = new Set(units.map(({ id }) => id));
    for (const unit of [...this.#units.values()])
      if (unit.source === source && !ids.has(unit.id)) this.remove(unit.id);
    for (const unit of units) this.put(unit);
  }

  unit(id: string): U | undefined {
    return this.#units.get(id);
  }

  /** All units, in the order in which they get names. */
  units(): readonly U[] {
    return this.#view().units;
  }

  isOn(unit: U, tool: Tool): boolean {
    return this.#isOn(unit, tool);
  }

  /** The tool that a model calls by this name: the first one that is turned on. */
  get(name: string): Registered<U> | undefined {
    return this.#view().byName.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** Every tool, including those that are turned off or lost their name to another. */
  getAll(): readonly Registered<U>[] {
    return this.#view().all;
  }

  /** The tools that models see: each name once. */
  offered(mode?: 'plan'): readonly Registered<U>[] {
    const { offered, planned } = this.#view();
    return mode === 'plan' ? planned : offered;
  }

  find(query: ToolQuery): Registered<U>[] {
    const words = query.q?.toLowerCase().split(/\s/);
    const { source, category, tag } = query;
    const from = query.offered ? this.offered(query.mode) : this.getAll();
    return from.filter(
      (one) =>
        (query.mode !== 'plan' || one.tool.isReadOnly) &&
        (source === undefined || one.unit.source === source) &&
        (category === undefined || categoryOf(one) === category) &&
        (tag === undefined || one.tool.tags.includes(tag)) &&
        (words === undefined || this.#isAbout(one, words)),
    );
  }

  /** The names that several enabled tools share, and which tool has each. */
  conflicts(): readonly NameConflict[] {
    return this.#view().conflicts;
  }

  #isAbout({ unit, tool }: Registered<U>, words: readonly string[]): boolean {
    let text = this.#texts.get(tool);
    if (text === undefined) {
      const { name, displayName, description, category = '', tags } = tool;
      const about = [name, displayName, description.short, category, ...tags, unit.id];
      text = about.join('\n').toLowerCase();
      this.#texts.set(tool, text);
    }
    return words.every((word) => text.includes(word));
  }

  #view(): View<U> {
    if (this.#known?.at !== this.#revision)
      this.#known = {
        at: this.#revision,
        view: viewOf(this.#units.values(), this.#isOn, (tool) => this.#definition(tool)),
      };
    return this.#known.view;
  }

  /** The declaration of a tool for a model, as text. */
  #declared(tool: Tool): string {
    const { name, description, parameters } = this.#definition(tool);
    return writeJson([name, description, parameters]);
  }

  #definition(tool: Tool): Definition {
    const known = this.#definitions.get(tool) ?? definitionOf(tool);
    this.#definitions.set(tool, known);
    return known;
  }

  #tell(unit: U, changes: readonly (readonly [RegistryEvent['type'], string])[]): void {
    this.#revision += 1;
    const at = Date.now();
    const events = changes.map(([type, tool]) => {
      this.#seq += 1;
      return { seq: this.#seq, at, type, source: unit.source, unit: unit.id, tool };
    });
    this.#events.push(...events);
    if (this.#events.length > 2 * MOST_EVENTS) this.#events = this.#events.slice(-MOST_EVENTS);
    if (events.length > 0) for (const listener of [...this.#listeners]) listener(events);
  }
}
