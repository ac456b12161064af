import { writeJson } from '../../shared/tool/exact-number.ts';
import { z } from 'zod';
import { KeptDecision } from '../../shared/protocol/decisions.ts';
import type { Question } from '../../shared/registry/approval/approve.ts';
import { ruleCovers } from '../../shared/registry/approval/policies.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { sha256 } from '../platform/sha256.ts';
import { Turns } from '../../shared/tool/run/turns.ts';
import { JsonFile } from './json-file.ts';
import { Reason } from '../../shared/tool/problem/reason.ts';

/** Older versions stored only sentences. */
const StoredReason = z.union([
  Reason,
  z.string().transform((message): Reason => ({ code: '', message })),
]);

const Grant = KeptDecision.extend({ digest: z.string(), reasons: z.array(StoredReason) });
type Grant = z.infer<typeof Grant>;

/** Older versions stored only the digest of an exact call. */
const Stored = z.union([
  Grant,
  z
    .object({ digest: z.string(), tool: z.string(), grantedAt: z.number() })
    .transform(({ grantedAt, ...old }): Grant => {
      const decided = { answer: 'allow', scope: 'always', covers: 'exact' } as const;
      const shown = { about: 'execution', text: '', decidedAt: grantedAt } as const;
      return { ...old, ...decided, ...shown, reasons: [], id: old.digest };
    }),
]);

/**
 * Whether an older version stored this approval of a command's first words, which names no folder: it covers no
 * call any more. Only a command has a reason whose rule is its program.
 */
const lacksFolder = ({ answer, covers, rule, folder, reasons }: Grant): boolean =>
  answer === 'allow' &&
  covers === 'rule' &&
  folder === undefined &&
  reasons.some(({ rule: of, values }) =>
    of === 'unknown' ? rule?.startsWith(`${values?.['name']} `) : of && rule === `${of} *`,
  );

const inForce = (kept: Grant[]): Grant[] => kept.filter((grant) => !lacksFolder(grant));

/** How much of a text is stored for display, in characters; the digest covers the whole text. */
const mostText = 4_000;

const climbs = /(^|[:/\\])\.\.?([/\\]|$)/;

/** The parts of a question that identify a decision about it. */
export type Known = Pick<Question, 'about' | 'tool' | 'text' | 'arguments' | 'rule' | 'folder'>;

/**
 * The user's decisions that outlast one call. An exact decision covers one text, one state of the tool's folder
 * and one set of arguments; a rule decision covers all calls of the rule. An approval of a command's first words
 * covers one working directory. A denial wins, and covers all of them.
 */
export class Grants {
  /** The file is damaged: nothing is allowed, and earlier denials are unknown. */
  readonly isDamaged: boolean;
  #file: JsonFile<Grant[]>;
  #kept: Grant[];
  /** The disk did not give the file yet. */
  #isUnread: boolean;
  #turns = new Turns({ ofEach: 1 });

  private constructor(
    file: JsonFile<Grant[]>,
    { value, isDamaged, unread }: Awaited<ReturnType<JsonFile<Grant[]>['read']>>,
  ) {
    this.#file = file;
    this.#kept = value;
    this.#isUnread = unread !== undefined;
    this.isDamaged = isDamaged;
  }

  /** Writes nothing, so a second process may use it beside a runner. */
  static async open(disk: Disk, workspace: string): Promise<Grants> {
    const file = new JsonFile(disk, `${workspace}/.lathe/grants.json`, z.array(Stored), []);
    const content = await file.read();
    return new Grants(file, { ...content, value: inForce(content.value) });
  }

  /** Sets a damaged file aside. */
  mend(): Promise<void> {
    return this.#file.mend();
  }

  /** Newest first. */
  list(): KeptDecision[] {
    return this.#kept.map(({ digest: _, ...kept }) => kept).reverse();
  }

  /** Whether some decision could deny a call of this tool; if not, callers need not compute its text. */
  mayDeny(tool: string): boolean {
    return this.#kept.some((grant) => grant.answer === 'deny' && grant.tool === tool);
  }

  /** Returns the decision that covers a question. `toolHash` is the digest of the tool's folder. */
  find(known: Known, toolHash: string): KeptDecision | undefined {
    const exact = exactKey(known, toolHash);
    const ruled = known.rule === undefined ? undefined : ruleKey(known, toolHash);
    const covering = this.#kept.filter((grant) => {
      if (grant.about !== known.about || grant.tool !== known.tool) return false;
      if (grant.covers === 'exact') return grant.digest === exact;
      // A denial covers every state of the tool, and narrower rules.
      if (grant.answer === 'deny') return ruleCovers(grant.rule, known.rule);
      return grant.digest === ruled;
    });
    return covering.find(({ answer }) => answer === 'deny') ?? covering[0];
  }

  async remember(
    question: Question,
    toolHash: string,
    decided: Pick<KeptDecision, 'answer' | 'scope' | 'covers'>,
  ): Promise<void> {
    const { about, tool, rule, folder, text, arguments: args, reasons } = question;
    // A rule with `..` may mean another location the next time.
    const ofRule = decided.covers === 'rule' && rule !== undefined && !climbs.test(rule);
    const key = (ofRule ? ruleKey : exactKey)(question, toolHash);
    const grant: Grant = {
      ...{ id: crypto.randomUUID(), digest: key, ...decided, covers: ofRule ? 'rule' : 'exact' },
      ...{ about, tool, reasons, decidedAt: Date.now(), text: text.slice(0, mostText) },
      ...(rule === undefined ? {} : { rule }),
      ...(folder === undefined || decided.answer === 'deny' ? {} : { folder }),
      ...(writeJson(args).length > mostText ? {} : { arguments: args }),
    };
    const { answer, scope } = grant;
    // A newer decision about the same question replaces the older one.
    await this.#change((kept) => [
      ...kept.filter((one) => one.digest !== key || one.answer !== answer || one.scope !== scope),
      grant,
    ]);
  }

  /** Removes a decision, so that Lathe asks again; false if it does not exist. */
  async revoke(id: string): Promise<boolean> {
    if (!this.#kept.some((grant) => grant.id === id)) return false;
    await this.#change((kept) => kept.filter((grant) => grant.id !== id));
    return true;
  }

  /** If the write fails, the change does not count. */
  #change(change: (kept: Grant[]) => Grant[]): Promise<void> {
    return this.#turns.run(async () => {
      if (this.#isUnread) await this.#readLate();
      const next = change(this.#kept);
      await this.#file.update(() => next.filter(({ scope }) => scope === 'always'));
      this.#kept = next;
    }, 'kept');
  }

  /** Takes in what the file holds, so that a change does not replace it. */
  async #readLate(): Promise<void> {
    const { value, unread } = await this.#file.read();
    if (unread) return;
    this.#kept = [...inForce(value), ...this.#kept];
    this.#isUnread = false;
  }
}

const exactKey = ({ about, tool, text, arguments: args }: Known, toolHash: string) =>
  sha256(writeJson([about, tool, toolHash, text, args]));
const ruleKey = ({ about, tool, rule, folder }: Known, toolHash: string) =>
  sha256(
    writeJson(['rule', about, tool, toolHash, rule, ...(folder === undefined ? [] : [folder])]),
  );
