import { z } from 'zod';
import { diskFault } from '../platform/disk/disk-fault.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { sha256 } from '../platform/sha256.ts';
import { JsonFile } from './json-file.ts';
import { newSecret, sameText } from './secrets.ts';

/** The digests of a session; they do not reveal the secrets. */
const Kept = z.object({ cookie: z.string(), key: z.string(), madeAt: z.number() });
type Kept = z.infer<typeof Kept>;

const lifetimeMs = 30 * 24 * 3600 * 1000;
const most = 50;

/**
 * The sessions of pages. A session starts with a one-time token and is stored in the workspace, so an open page
 * survives a restart of the runner.
 */
export class Sessions {
  #file: JsonFile<Kept[]>;
  #kept: Kept[];
  #token: string | undefined;

  private constructor(file: JsonFile<Kept[]>, kept: Kept[], token: string) {
    this.#file = file;
    this.#kept = kept;
    this.#token = token;
  }

  /** `token` is the digest of the token in the printed address. */
  static async open(disk: Disk, workspace: string, token: string): Promise<Sessions> {
    const file = new JsonFile(disk, `${workspace}/.lathe/sessions.json`, z.array(Kept), []);
    const { value } = await file.read();
    const young = value.filter((kept) => kept.madeAt > Date.now() - lifetimeMs);
    return new Sessions(file, young, token);
  }

  /** Sets a damaged file aside; it contained no valid session. */
  mend(): Promise<void> {
    return this.#file.mend();
  }

  /**
   * Uses the one-time token and starts a session; undefined if the token is wrong or was used. If the session
   * cannot be stored, this throws and the token stays valid. In a read-only workspace the session lasts as long
   * as the runner.
   */
  async begin(token: string): Promise<{ cookie: string; key: string } | undefined> {
    const given = sha256(token);
    const held = this.#token;
    if (held === undefined || !sameText(given, held)) return undefined;
    this.#token = undefined;
    const secrets = { cookie: newSecret(), key: newSecret() };
    const { cookie, key } = secrets;
    const kept = { cookie: sha256(cookie), key: sha256(key), madeAt: Date.now() };
    const next = [...this.#kept, kept].slice(-most);
    try {
      await this.#file.update(() => next);
    } catch (error) {
      if (diskFault(error)?.code !== 'read-only') {
        this.#token = held;
        throw error;
      }
    }
    this.#kept = next;
    return secrets;
  }

  /** Whether both secrets belong to the same session. */
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
