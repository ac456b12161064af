import { z } from 'zod';
import { Ending } from '../../tool/run/ending.ts';
import { Folder } from '../../tool/folder.ts';
import { Problem } from '../../tool/problem/problem.ts';
import { RequestForm, RequestShown } from './conversations.ts';
import { ModelFault, ModelId, RetryEvent, Usage } from '../models.ts';

/** The form of a new tool: the code of one tool, or a module whose functions are tools. */
export const DraftForm = z.strictObject({
  kind: z.enum(['tool', 'module']),
  /** The id of a language. */
  language: z.string().max(100),
});
export type DraftForm = z.infer<typeof DraftForm>;

const text = z.string().max(10_000_000);

/**
 * The failure: a run, or a call of a model. It never includes the part of a result that only the person gets.
 */
export const HelpEvidence = z.strictObject({
  from: z.enum(['run', 'conversation']),
  tool: z.string().max(1_000),
  /** The arguments as they ran, or as the model wrote them. */
  arguments: text,
  /** The kind of Ending, such as `failed`; absent if it did not run. */
  ending: z.enum(Ending.options.map((option) => option.shape.kind.value)).optional(),
  /** The part of the result that the model gets. */
  llmContent: text,
  /** The traceback in the code's language. */
  traceback: text.optional(),
  /** The last messages before the call, oldest first. */
  said: z
    .array(z.strictObject({ by: z.enum(['person', 'model']), text }))
    .max(6)
    .optional(),
});
export type HelpEvidence = z.infer<typeof HelpEvidence>;

/** The task for the model. `wish` is the person's own request. */
export const HelpTask = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('draft'), wish: z.string().min(1).max(20_000), as: DraftForm }),
  z.strictObject({
    kind: z.literal('fix'),
    /** The folder's name. */
    id: z.string().min(1).max(200),
    /** The files as they are in the editor. */
    files: Folder,
    wish: z.string().max(20_000).default(''),
    evidence: HelpEvidence.optional(),
  }),
]);
export type HelpTask = z.infer<typeof HelpTask>;

/**
 * `POST /api/help/request` shows the request, `POST /api/help` sends it. With `person` as the model only the
 * first one works.
 */
export const HelpAsked = z.strictObject({
  model: ModelId,
  form: RequestForm.optional(),
  task: HelpTask,
});
export type HelpAsked = z.infer<typeof HelpAsked>;

/** The kind of a quoted text; a file also has its path. */
export const MaterialKind = z.enum([
  ...(['request', 'folder', 'file', 'other-files', 'problems', 'tool'] as const),
  ...(['arguments', 'result', 'traceback', 'person-said', 'model-said'] as const),
]);
export type MaterialKind = z.infer<typeof MaterialKind>;

/** A text that is not sent whole: how many characters are sent, and how many it has. */
export const HelpCut = z.object({
  of: MaterialKind,
  path: z.string().optional(),
  kept: z.int(),
  whole: z.int(),
});
export type HelpCut = z.infer<typeof HelpCut>;

export const HelpShown = RequestShown.omit({ losses: true }).extend({
  /** The same request as one text, to paste into any chat. */
  text: z.string(),
  cuts: z.array(HelpCut),
});
export type HelpShown = z.infer<typeof HelpShown>;

/** Why a proposed file is refused. */
export const RefusedFile = z.object({
  path: z.string(),
  code: z.enum([
    'bad-path',
    'twice',
    'not-text',
    'made-by-lathe',
    'not-sent-whole',
    'not-there',
    'last-file',
  ]),
  /** The problem of the path, in English. */
  reason: z.string(),
});
export type RefusedFile = z.infer<typeof RefusedFile>;

/** A problem of the folder after the change; `isNew` if the folder does not have it now. */
export const ProposedProblem = Problem.extend({ isNew: z.boolean() });
export type ProposedProblem = z.infer<typeof ProposedProblem>;

/** A model's proposal. It is data: nothing of it is saved or run. */
export const Proposal = z.object({
  /** The name of a new tool. */
  name: z.string().optional(),
  summary: z.string(),
  files: z.array(z.object({ path: z.string(), content: z.string() })),
  /** Paths of files to delete. A renamed file is also in `files`. */
  deletes: z.array(z.string()),
  refused: z.array(RefusedFile),
  problems: z.array(ProposedProblem),
  /** Tools whose author's policies would require fewer approvals than now. */
  asksLess: z.array(z.string()),
});
export type Proposal = z.infer<typeof Proposal>;

/**
 * Why an answer has no proposal. `no-call`: it is only text. `not-json`, `bad-shape`: the call cannot be
 * read; the values say at which `line` and `column`, and for another shape at which `path`. `no-change`: no
 * acceptable file differs. `too-many`, `too-large`: more than anybody would review.
 */
export const NoProposal = z.object({
  code: z.enum(['no-call', 'not-json', 'bad-shape', 'no-change', 'too-many', 'too-large']),
  /** English: what happened and what to do. */
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  refused: z.array(RefusedFile).default([]),
});
export type NoProposal = z.infer<typeof NoProposal>;

export const HelpAnswer = z.union([
  z.object({ proposal: Proposal }),
  z.object({ nothing: NoProposal }),
]);
export type HelpAnswer = z.infer<typeof HelpAnswer>;

/** `POST /api/help/answer`: reads an answer that the person got elsewhere. */
export const HelpPasted = z.strictObject({ task: HelpTask, answer: text });
export type HelpPasted = z.infer<typeof HelpPasted>;

/** The events of a request. `event:` of the stream is the `type`. The last one is `answered` or `failed`. */
export const HelpEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  z.object({ type: z.literal('usage'), usage: Usage }),
  RetryEvent,
  z.object({ type: z.literal('answered'), durationMs: z.number(), answer: HelpAnswer }),
  z.object({ type: z.literal('failed'), fault: ModelFault }),
]);
export type HelpEvent = z.infer<typeof HelpEvent>;
