import { z } from 'zod';
import { ServerHello, ServerSummary } from '../../../shared/protocol/mcp/state.ts';
import { Declaration } from './declaration.ts';

/** The stored data about a server's tools. */
export const Known = z.object({
  /** The program that all of this is about (`identityOf`). */
  for: z.string().optional(),
  declaredAt: z.number().optional(),
  hello: ServerHello.optional(),
  declared: z.array(Declaration),
  leftOut: ServerSummary.shape.leftOut,
  leftOutMore: z.int(),
  /** The declarations that the person last approved. */
  accepted: z.array(Declaration),
  /** The hashes of declarations that the person marked as read-only. */
  readOnly: z.array(z.string()),
  /** The name of each tool here, assigned when it was first seen. */
  names: z.array(z.tuple([z.string(), z.string()])),
});
export type Known = z.infer<typeof Known>;

export const nothing: Known = {
  ...{ declared: [], leftOut: [], leftOutMore: 0, accepted: [], readOnly: [], names: [] },
};
