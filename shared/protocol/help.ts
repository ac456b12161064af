import { z } from 'zod';
import { Ending } from '../tool/ending.ts';
import { Folder } from '../tool/folder.ts';
import { Problem } from '../tool/problem.ts';
import { RequestForm, RequestShown } from './conversations.ts';
import { ModelFault, ModelId, Usage } from './models.ts';

/** What a new tool is to be: the code of one tool, or a module whose functions are tools. */
export const DraftForm = z.strictObject({
  kind: z.enum(['tool', 'module']),
  /** The id of a language. */
  language: z.string().max(100),
});
export type DraftForm = z.infer<typeof DraftForm>;

const text = z.string().max(10_000_000);

/** What went wrong: a run, or a call that a model made. What only a person gets of a result has no place in it. */
export const HelpEvidence = z.strictObject({
  from: z.enum(['run', 'conversation']),
  tool: z.string().max(1_000),
  /** As they ran, or as the model wrote them. */
  arguments: text,
  /** How it ended, such as `failed`; absent where it did not run. */
  ending: z.enum(Ending.options.map((option) => option.shape.kind.value)).optional(),
  /** What a model gets of the result. */
  llmContent: text,
  /** What the code's language says of the failure. */
  traceback: text.optional(),
  /** The last that was said before the call, oldest first. */
  said: z
    .array(z.strictObject({ by: z.enum(['person', 'model']), text }))
    .max(6)
    .optional(),
});
export type HelpEvidence = z.infer<typeof HelpEvidence>;

/** What a model is to help with. `wish` is the person's own sentence. */
export const HelpTask = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('draft'), wish: z.string().min(1).max(20_000), as: DraftForm }),
  z.strictObject({
    kind: z.literal('fix'),
    /** The folder's name. */
    id: z.string().min(1).max(200),
    /** As they stand in the editor. */
    files: Folder,
    wish: z.string().max(20_000).default(''),
    evidence: HelpEvidence.optional(),
  }),
]);
export type HelpTask = z.infer<typeof HelpTask>;

/** `POST /api/help/request` shows, `POST /api/help` sends. With `person` as the model only the first does. */
export const HelpAsked = z.strictObject({
  model: ModelId,
  form: RequestForm.optional(),
  task: HelpTask,
});
export type HelpAsked = z.infer<typeof HelpAsked>;

/** What a text of a request is; a file has its path beside it. */
export const MaterialKind = z.enum([
  ...(['request', 'folder', 'file', 'other-files', 'problems', 'tool'] as const),
  ...(['arguments', 'result', 'traceback', 'person-said', 'model-said'] as const),
]);
export type MaterialKind = z.infer<typeof MaterialKind>;

/** A text that is not sent whole: characters that are, and that there are. */
export const HelpCut = z.object({
  of: MaterialKind,
  path: z.string().optional(),
  kept: z.int(),
  whole: z.int(),
});
export type HelpCut = z.infer<typeof HelpCut>;

export const HelpShown = RequestShown.omit({ losses: true }).extend({
  /** The same request as one text, to be asked elsewhere. */
  text: z.string(),
  cuts: z.array(HelpCut),
});
export type HelpShown = z.infer<typeof HelpShown>;

/** Why a file of an answer is not offered. */
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
  /** What is wrong with the path, in English. */
  reason: z.string(),
});
export type RefusedFile = z.infer<typeof RefusedFile>;

/** A problem of the folder as it would be; `isNew` where it does not have it now. */
export const ProposedProblem = Problem.extend({ isNew: z.boolean() });
export type ProposedProblem = z.infer<typeof ProposedProblem>;

/** What a model proposes. It is data: nothing of it is saved or run. */
export const Proposal = z.object({
  /** What a new tool is to be called. */
  name: z.string().optional(),
  summary: z.string(),
  files: z.array(z.object({ path: z.string(), content: z.string() })),
  /** Paths of files that are to go; a file with another name is one of these and one of `files`. */
  deletes: z.array(z.string()),
  refused: z.array(RefusedFile),
  problems: z.array(ProposedProblem),
  /** Tools whose author's policies would ask for less than they do now. */
  asksLess: z.array(z.string()),
});
export type Proposal = z.infer<typeof Proposal>;

/**
 * Why an answer holds no proposal. `no-call`: it is a text alone. `not-json`, `bad-shape`: the call cannot be
 * read, and its values say at which `line` and `column`, and `path` where it has another form. `no-change`: nothing that may be taken differs. `too-many`, `too-large`: more than anybody reads through.
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

/** `POST /api/help/answer`: reads an answer that somebody else was asked for. */
export const HelpPasted = z.strictObject({ task: HelpTask, answer: text });
export type HelpPasted = z.infer<typeof HelpPasted>;

/** What a request says as it is answered; `event:` of the stream is the `type`. The last one is `answered` or `failed`. */
export const HelpEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  z.object({ type: z.literal('usage'), usage: Usage }),
  z.object({
    type: z.literal('retry'),
    attempt: z.int(),
    afterMs: z.number(),
    fault: ModelFault,
  }),
  z.object({ type: z.literal('answered'), durationMs: z.number(), answer: HelpAnswer }),
  z.object({ type: z.literal('failed'), fault: ModelFault }),
]);
export type HelpEvent = z.infer<typeof HelpEvent>;
