import { z } from 'zod';
import { ServerHello, ServerSummary } from '../../../shared/protocol/mcp/state.ts';
import { Declaration } from './declaration.ts';

/** What is kept of a server's tools. */
export const Known = z.object({
  /** The program of which all of this was said (`identityOf`), and no other. */
  for: z.string().optional(),
  declaredAt: z.number().optional(),
  hello: ServerHello.optional(),
  declared: z.array(Declaration),
  leftOut: ServerSummary.shape.leftOut,
  leftOutMore: z.int(),
  /** What the person last said yes to, tool by tool. */
  accepted: z.array(Declaration),
  /** Hashes of declarations of which the person said that they only read. */
  readOnly: z.array(z.string()),
  /** What each tool is called here, from when it was first seen. */
  names: z.array(z.tuple([z.string(), z.string()])),
});
export type Known = z.infer<typeof Known>;

export const nothing: Known = {
  ...{ declared: [], leftOut: [], leftOutMore: 0, accepted: [], readOnly: [], names: [] },
};
