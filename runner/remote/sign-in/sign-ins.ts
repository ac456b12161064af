import type { ServerFault } from '../../../shared/protocol/mcp/state.ts';
import type { ServerWay } from '../../../shared/protocol/mcp/servers.ts';
import type { Disk } from '../../platform/disk.ts';
import type { FetchProcesses } from '../address-fetch.ts';
import { KeptSignIns, type KeptSignIn } from './kept-sign-ins.ts';
import { SignIn } from './sign-in.ts';

interface Given {
  disk: Disk;
  workspace: string;
  processes: FetchProcesses;
  /** Where browsers come back to; undefined where nobody listens. */
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

  /** That of a server which is put in place now. */
  put(name: string, way: () => ServerWay, changed: () => void): SignIn {
    const { processes, redirect } = this.#given;
    const signIn = new SignIn({ name, way, changed, kept: this.#kept, processes, redirect });
    this.#all.set(name, signIn);
    return signIn;
  }

  /**
   * Takes the secret of the client that the person registered: for this address and this client, and for no others.
   * Without one the last stays if both are the same; null forgets it.
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

  /** Whether the secret of the client that is to sign in is known. */
  async hasSecret(name: string, way: ServerWay): Promise<boolean> {
    if (way.type !== 'http' || way.clientId === undefined) return false;
    return (await this.#kept.of(name, way.url))?.registered?.id === way.clientId;
  }

  /** Nobody waits for its browser any more; what is kept stays, which another process may have written. */
  drop(name: string): void {
    this.#all.get(name)?.stop();
    this.#all.delete(name);
  }

  /** Answers why the tokens may still work: nobody can ask for the sign-in of a removed server later. */
  async remove(name: string): Promise<ServerFault | undefined> {
    const signIn = this.#all.get(name);
    this.#all.delete(name);
    await signIn?.forget(true);
    return signIn?.revoked;
  }

  /** Whose browser came back, with this `state`; undefined where nobody waits for it any more. */
  taking(state: string): { name: string; signIn: SignIn } | undefined {
    for (const [name, signIn] of this.#all) if (signIn.takes(state)) return { name, signIn };
    return undefined;
  }
}
