import { writeJson } from '../../shared/tool/exact-number.ts';
import type { ServerHello } from '../../shared/protocol/mcp/state.ts';
import type { ServerTool, ToolJudged } from '../../shared/protocol/mcp/tools.ts';
import { identityOf, type ServerWay } from '../../shared/protocol/mcp/servers.ts';
import type { Disk } from '../platform/disk.ts';
import { JsonFile } from '../store/json-file.ts';
import { CallNames } from './calls/call-names.ts';
import { hashOf, kindOf, type Declaration, type Declarations } from './listed/declaration.ts';
import { Known, nothing } from './listed/known.ts';
import { serversLock } from './kept-servers.ts';
import { changesBetween } from './tool-changes.ts';

/** A tool with what came of it here. */
export interface KnownTool extends ServerTool {
  declaration: Declaration;
}

/**
 * What a server declared when it was last asked, and what the person said to it. It is kept, so that tools are
 * listed while their server rests, and so that a change is noticed whenever it happens.
 */
export class KnownTools {
  readonly #server: string;
  readonly #file: JsonFile<Known>;
  #identity: string;
  #known: Known = nothing;
  #tools: KnownTool[] = [];
  #holds = 0;
  /** What was declared and could not be written: it counts here, and is written with whatever is next. */
  #unkept: ((known: Known) => Known) | undefined;

  private constructor(server: string, identity: string, file: JsonFile<Known>) {
    this.#server = server;
    this.#identity = identity;
    this.#file = file;
  }

  /** `identity` is that of the program (`identityOf`). */
  static async open(
    disk: Disk,
    workspace: string,
    server: string,
    identity: string,
  ): Promise<KnownTools> {
    const path = `${workspace}/.lathe/mcp/${server}.json`;
    const opened = new KnownTools(
      ...([server, identity] as const),
      new JsonFile(disk, path, Known, nothing, serversLock(workspace)),
    );
    await opened.look();
    return opened;
  }

  mend(): Promise<void> {
    return this.#file.mend();
  }

  /** Whether another process has kept something else of it. */
  async look(): Promise<boolean> {
    const holds = this.#holds;
    const { value, isDamaged } = await this.#file.read();
    // What is known here stays where nobody can tell.
    if (isDamaged || this.#holds !== holds) return false;
    const known = this.#withUnkept(value);
    const isOther = writeJson(known) !== writeJson(this.#known);
    if (isOther) this.#hold(known);
    return isOther;
  }

  get tools(): readonly KnownTool[] {
    return this.#tools;
  }

  get facts() {
    const { hello, declaredAt, leftOut, leftOutMore, declared, accepted } = this.#known;
    const there = new Set(declared.map(({ name }) => name));
    const removed = accepted.flatMap(({ name }) => (there.has(name) ? [] : name));
    return { hello, declaredAt, leftOut, leftOutMore, removed };
  }

  /** Answers why it could not be written, where that is so: it counts all the same. */
  async declare(
    { taken: declared, leftOut, leftOutMore }: Declarations,
    hello: ServerHello,
    /** Names that others have. */
    beside: ReadonlySet<string>,
  ): Promise<string | undefined> {
    const declaredAt = Date.now();
    const identity = this.#identity;
    const declare = (known: Known): Known => {
      // Another program may be the server by now.
      if (identity !== this.#identity) return known;
      const names = new CallNames(this.#server, known.names, beside);
      // Whoever adds a server looks at what it has: the first list is what later ones are compared with.
      const accepted = known.declaredAt === undefined ? declared : known.accepted;
      return {
        ...{ ...known, hello, declared: [...declared], accepted: [...accepted] },
        ...{ leftOut, leftOutMore, declaredAt },
        names: declared.map(({ name }): [string, string] => [name, names.of(name)]),
      };
    };
    try {
      await this.#change(declare);
      return undefined;
    } catch (error) {
      const held = declare(this.#known);
      const { accepted } = held;
      this.#unkept = (known) => ({
        ...declare(known),
        ...(known.declaredAt === undefined ? { accepted } : {}),
      });
      this.#hold(held);
      return String(error).slice(0, 500);
    }
  }

  /** The person says yes to a tool as it stands; undefined where it is none, false where it is another by now. */
  async judge({ tool: name, hash, isReadOnly }: ToolJudged): Promise<boolean | undefined> {
    const tool = this.#tools.find((one) => one.name === name);
    if (!tool) return undefined;
    if (tool.hash !== hash) return false;
    if (tool.changes.length === 0 && isReadOnly === undefined) return true;
    await this.#change((known) => {
      const accepted = known.accepted.filter((one) => one.name !== name);
      const readOnly = known.readOnly.filter((one) => one !== hash);
      const reads = isReadOnly ?? known.readOnly.includes(hash);
      return {
        ...{ ...known, accepted: [...accepted, tool.declaration] },
        readOnly: reads ? [...readOnly, hash] : readOnly,
      };
    });
    // It may have declared otherwise while this was written down.
    return this.isDeclared(name, hash);
  }

  isDeclared(name: string, hash: string): boolean {
    return this.#tools.some((one) => one.name === name && one.hash === hash);
  }

  async forget(): Promise<void> {
    this.#unkept = undefined;
    await this.#change(() => nothing);
  }

  /** The server is this program from now on: what was said of another one's tools is not said of its. */
  follow(way: ServerWay): void {
    const identity = identityOf(way);
    if (identity === this.#identity) return;
    this.#identity = identity;
    this.#unkept = undefined;
    this.#hold(this.#ofThis(this.#known));
  }

  /** Of what was kept last: the server declares while the person judges, and another process may have kept something. */
  async #change(change: (known: Known) => Known): Promise<void> {
    const kept = await this.#file.update((known) => change(this.#withUnkept(known)));
    this.#unkept = undefined;
    this.#hold(kept);
  }

  #withUnkept(known: Known): Known {
    const ofThis = this.#ofThis(known);
    return this.#unkept?.(ofThis) ?? ofThis;
  }

  /** Without what the person said of another program. An older file does not say of which: it waives no question. */
  #ofThis(known: Known): Known {
    if (known.for === this.#identity) return known;
    const accepted = known.for === undefined ? known.accepted : [];
    return { ...known, for: this.#identity, accepted, readOnly: [] };
  }

  #hold(known: Known): void {
    this.#known = known;
    this.#holds += 1;
    const names = new Map(known.names);
    const accepted = new Map(known.accepted.map((one) => [one.name, one]));
    this.#tools = known.declared.map((declaration): KnownTool => {
      const { name, hints } = declaration;
      const hash = hashOf(declaration);
      return {
        ...{ ...declaration, declaration, hash, kind: kindOf(hints) },
        callName: names.get(name) ?? name,
        isReadOnly: known.readOnly.includes(hash),
        changes: changesBetween(accepted.get(name), declaration),
      };
    });
  }
}
