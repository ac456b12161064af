import type { HelpEvidence } from '../../shared/protocol/conversations/help.ts';

/** What a person wants a model's help with: a new tool, or a tool that does not do what it should. */
export type HelpWanted =
  | { kind: 'draft' }
  /** Without evidence that of the last run, where it was this tool's. */
  | { kind: 'fix'; id: string; evidence?: HelpEvidence | undefined };
