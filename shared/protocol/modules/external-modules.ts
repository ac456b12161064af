import { z } from 'zod';
import { Problem } from '../../tool/problem/problem.ts';

/** The kind of place in which a module was found, in search order. Source: seed 002. */
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

/** The owner: the person, the project, or neither. */
export const ModuleLevel = z.enum(['user', 'project', 'given']);
export type ModuleLevel = z.infer<typeof ModuleLevel>;

/** The location of an external module. */
export const ModuleLocation = z.object({
  /** An absolute path with links resolved. */
  path: z.string(),
  place: ModulePlace,
  level: ModuleLevel,
});
export type ModuleLocation = z.infer<typeof ModuleLocation>;

/** A file that could be a custom tool, and the outcome of loading it. */
export const ExternalModule = ModuleLocation.extend({
  id: z.string(),
  /** Whether its process has not listed its tools yet. */
  loading: z.boolean(),
  /** The names of its callable tools. */
  tools: z.array(z.string()),
  /** Why some or all of its tools are missing. */
  problems: z.array(Problem),
});
export type ExternalModule = z.infer<typeof ExternalModule>;

/** `GET /api/external-modules`: searches again; modules are in the order in which they get names. */
export const ExternalModules = z.object({
  modules: z.array(ExternalModule),
  /** Why the search failed. */
  problem: z.string().optional(),
});
export type ExternalModules = z.infer<typeof ExternalModules>;
