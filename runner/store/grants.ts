import { z } from 'zod';
import type { Question } from '../../shared/registry/invoke-parts.ts';
import type { Disk } from '../platform/disk.ts';
import { digest } from './digest.ts';
import { JsonFile } from './json-file.ts';

const Grant = z.object({ digest: z.string(), tool: z.string(), grantedAt: z.number() });
type Grant = z.infer<typeof Grant>;

/**
 * What the person allowed for longer than once. A grant is for one exact text, one state of the tool's
 * folder and one set of arguments: anything else is another question.
 */
export class Grants {
  #file: JsonFile<Grant[]>;
  #always: Grant[];
  #session = new Set<string>();

  private constructor(file: JsonFile<Grant[]>, always: Grant[]) {
    this.#file = file;
    this.#always = always;
  }

  static async open(disk: Disk, workspace: string): Promise<Grants> {
    const file = new JsonFile(disk, `${workspace}/.lathe/grants.json`, z.array(Grant), []);
    return new Grants(file, await file.read());
  }

  /** `toolHash` is the digest of the folder that the tool was read from. */
  async covers(question: Question, toolHash: string): Promise<boolean> {
    const key = await keyOf(question, toolHash);
    return this.#session.has(key) || this.#always.some((grant) => grant.digest === key);
  }

  async remember(question: Question, toolHash: string, scope: 'session' | 'always'): Promise<void> {
    const key = await keyOf(question, toolHash);
    if (scope === 'session') {
      this.#session.add(key);
      return;
    }
    this.#always = [...this.#always, { digest: key, tool: question.tool, grantedAt: Date.now() }];
    await this.#file.write(this.#always);
  }
}

const keyOf = ({ about, tool, text, arguments: args }: Question, toolHash: string) =>
  digest(JSON.stringify([about, tool, toolHash, text, args]));
