import type { ServerFault } from '../../../shared/protocol/mcp/state.ts';
import type { ServerWay } from '../../../shared/protocol/mcp/servers.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import type { FetchProcesses } from '../address-fetch.ts';
import { KeptSignIns, type KeptSignIn } from './kept-sign-ins.ts';
import { SignIn } from './sign-in.ts';

interface Given {
  disk: Disk;
  workspace: string;
  processes: FetchProcesses;
  /** Returns the address for browsers; undefined if nothing listens. */
  redirect(): string | undefined;
}

/** The sign-ins of all servers. */
export class SignIns {
  readonly #given: Given;
  readonly #kept: KeptSignIns;
  readonly #all = new Map<string, SignIn>();

  constructor(given: Given) {
    this.#given = given;
    this.#kept = new KeptSignIns(given.disk, given.workspace);
  }

  mend(): Promise<void> {
    return this.#kept.mend();
  }

  get(name: string): SignIn | undefined {
    return this.#all.get(name);
  }

  /** Creates the sign-in of a server that is added. */
  put(name: string, way: () => ServerWay, changed: () => void): SignIn {
    const { processes, redirect } = this.#given;
    const signIn = new SignIn({ name, way, changed, kept: this.#kept, processes, redirect });
    this.#all.set(name, signIn);
    return signIn;
  }

  /**
   * Stores the secret of the person's client, for this address and client only. If it is undefined, the last one
   * stays if both are the same; null deletes it.
   */
  async register(name: string, way: ServerWay, secret: string | null | undefined): Promise<void> {
    if (way.type !== 'http') return;
    const { url, clientId: id } = way;
    await this.#kept.change(name, (before) => {
      const { registered: last, ...known }: KeptSignIn =
        before?.url === url ? before : { url, allowed: [] };
      const same = secret === undefined && last?.id === id ? last : undefined;
      const registered = typeof secret === 'string' && id !== undefined ? { id, secret } : same;
      if (registered) return { ...known, registered };
      return before && known;
    });
  }

  /** Whether the secret of the signing-in client is known. */
  async hasSecret(name: string, way: ServerWay): Promise<boolean> {
    if (way.type !== 'http' || way.clientId === undefined) return false;
    return (await this.#kept.of(name, way.url))?.registered?.id === way.clientId;
  }

  /** Stops waiting for its browser. Stored data stays, because another process may have written it. */
  drop(name: string): void {
    this.#all.get(name)?.stop();
    this.#all.delete(name);
  }

  /** Returns why the tokens may still work, because nobody can ask for a removed server later. */
  async remove(name: string): Promise<ServerFault | undefined> {
    const signIn = this.#all.get(name);
    this.#all.delete(name);
    await signIn?.forget(true);
    return signIn?.revoked;
  }

  /** Returns the sign-in with this `state`; undefined if none waits for it. */
  taking(state: string): { name: string; signIn: SignIn } | undefined {
    for (const [name, signIn] of this.#all) if (signIn.takes(state)) return { name, signIn };
    return undefined;
  }
}
