import { writeJson } from '../../shared/tool/exact-number.ts';
import type { ServerHello } from '../../shared/protocol/mcp/state.ts';
import type { ServerTool, ToolJudged } from '../../shared/protocol/mcp/tools.ts';
import { identityOf, type ServerWay } from '../../shared/protocol/mcp/servers.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { JsonFile } from '../store/json-file.ts';
import { CallNames } from './calls/call-names.ts';
import { hashOf, kindOf, type Declaration, type Declarations } from './listed/declaration.ts';
import { Known, nothing } from './listed/known.ts';
import { serversLock } from './kept-servers.ts';
import { changesBetween } from './tool-changes.ts';

/** A declared tool with its name and state here. */
export interface KnownTool extends ServerTool {
  declaration: Declaration;
}

/**
 * A server's last declarations, and the person's decisions about them. They are stored, so that tools are listed
 * while their server is idle, and changes are noticed whenever they happen.
 */
export class KnownTools {
  readonly #server: string;
  readonly #file: JsonFile<Known>;
  #identity: string;
  #known: Known = nothing;
  #tools: KnownTool[] = [];
  #holds = 0;
  /** Declarations that could not be written: they apply here, and the next write includes them. */
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

  /** Whether another process stored something else. */
  async look(): Promise<boolean> {
    const holds = this.#holds;
    const { value, isDamaged } = await this.#file.read();
    // If the file cannot be read, the known state stays.
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

  /** Returns why the declarations could not be stored; they apply in any case. */
  async declare(
    { taken: declared, leftOut, leftOutMore }: Declarations,
    hello: ServerHello,
    /** Names that other tools have. */
    beside: ReadonlySet<string>,
  ): Promise<string | undefined> {
    const declaredAt = Date.now();
    const identity = this.#identity;
    const declare = (known: Known): Known => {
      // The server may have become another program.
      if (identity !== this.#identity) return known;
      const names = new CallNames(this.#server, known.names, beside);
      // The person who adds a server sees its first list, which later ones are compared with.
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

  /**
   * Records the person's approval of a tool as declared; undefined if the tool does not exist, false if its
   * declaration changed.
   */
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
    // The declaration may have changed during the write.
    return this.isDeclared(name, hash);
  }

  isDeclared(name: string, hash: string): boolean {
    return this.#tools.some((one) => one.name === name && one.hash === hash);
  }

  async forget(): Promise<void> {
    this.#unkept = undefined;
    await this.#change(() => nothing);
  }

  /** Sets the program of this server: decisions about another program's tools do not apply. */
  follow(way: ServerWay): void {
    const identity = identityOf(way);
    if (identity === this.#identity) return;
    this.#identity = identity;
    this.#unkept = undefined;
    this.#hold(this.#ofThis(this.#known));
  }

  /** Changes the stored state, because the server may declare and another process may write in the meantime. */
  async #change(change: (known: Known) => Known): Promise<void> {
    const kept = await this.#file.update((known) => change(this.#withUnkept(known)));
    this.#unkept = undefined;
    this.#hold(kept);
  }

  #withUnkept(known: Known): Known {
    const ofThis = this.#ofThis(known);
    return this.#unkept?.(ofThis) ?? ofThis;
  }

  /**
   * Drops decisions about another program. A file of an older version does not name the program, so it skips no
   * question.
   */
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
