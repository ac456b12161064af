import { z } from 'zod';
import { Problem } from '../tool/problem.ts';

/** Where a module was found, in the order in which places are looked at. Source: seed 002. */
export const ModulePlace = z.enum([
  'native',
  'claude',
  'codex',
  'plugin',
  'pi',
  'opencode',
  'configured',
]);
export type ModulePlace = z.infer<typeof ModulePlace>;

/** Whose it is: the person's own, the project's, or neither's. */
export const ModuleLevel = z.enum(['user', 'project', 'given']);
export type ModuleLevel = z.infer<typeof ModuleLevel>;

/** Where a tool that no folder of the workspace holds comes from. */
export const FoundAt = z.object({
  /** Absolute, links resolved. */
  path: z.string(),
  place: ModulePlace,
  level: ModuleLevel,
});
export type FoundAt = z.infer<typeof FoundAt>;

/** A file that could be a custom tool, and what came of it. */
export const FoundModule = FoundAt.extend({
  id: z.string(),
  /** Whether its process still has to say which tools it has. */
  loading: z.boolean(),
  /** The names of its tools that can be called. */
  tools: z.array(z.string()),
  /** Why it gives no tools, or not all of them. */
  problems: z.array(Problem),
});
export type FoundModule = z.infer<typeof FoundModule>;

/** `GET /api/found-modules`: looks again, and lists in the order in which names are given away. */
export const FoundModules = z.object({
  modules: z.array(FoundModule),
  /** Why nothing could be looked for. */
  problem: z.string().optional(),
});
export type FoundModules = z.infer<typeof FoundModules>;
