import { z } from 'zod';
import type { Disk } from '../platform/disk.ts';
import { sha256 } from '../platform/sha256.ts';
import { InTurn } from './in-turn.ts';
import { JsonFile } from './json-file.ts';
import { sameText } from './same-text.ts';
import { newSecret } from './secret.ts';

/** What is kept of a session: digests, from which neither secret can be had. */
const Kept = z.object({ cookie: z.string(), key: z.string(), madeAt: z.number() });
type Kept = z.infer<typeof Kept>;

const lifetimeMs = 30 * 24 * 3600 * 1000;
const most = 50;

/**
 * The pages that may act. A session begins with a token that is good once; it lives in the workspace,
 * so that an open page survives a restart of the runner.
 */
export class Sessions {
  #file: JsonFile<Kept[]>;
  #kept: Kept[];
  #token: string | undefined;
  #turns = new InTurn();

  private constructor(file: JsonFile<Kept[]>, kept: Kept[], token: string) {
    this.#file = file;
    this.#kept = kept;
    this.#token = token;
  }

  /** `token` is the digest of what the address carries. */
  static async open(disk: Disk, workspace: string, token: string): Promise<Sessions> {
    const file = new JsonFile(disk, `${workspace}/.lathe/sessions.json`, z.array(Kept), []);
    const young = (await file.read()).filter((kept) => kept.madeAt > Date.now() - lifetimeMs);
    return new Sessions(file, young, token);
  }

  /** Takes the one-time token; undefined when it is wrong or was used. */
  async begin(token: string): Promise<{ cookie: string; key: string } | undefined> {
    const given = sha256(token);
    if (this.#token === undefined || !sameText(given, this.#token)) return undefined;
    this.#token = undefined;
    const secrets = { cookie: newSecret(), key: newSecret() };
    const kept = {
      cookie: sha256(secrets.cookie),
      key: sha256(secrets.key),
      madeAt: Date.now(),
    };
    this.#kept = [...this.#kept, kept].slice(-most);
    await this.#turns.run('file', () => this.#file.write(this.#kept));
    return secrets;
  }

  /** Whether both secrets belong to one session. */
  knows(cookie: string, key: string): boolean {
    const [cookieDigest, keyDigest] = [sha256(cookie), sha256(key)];
    let found = false;
    for (const kept of this.#kept) {
      const both = sameText(kept.cookie, cookieDigest) && sameText(kept.key, keyDigest);
      found = found || (both && kept.madeAt > Date.now() - lifetimeMs);
    }
    return found;
  }
}
