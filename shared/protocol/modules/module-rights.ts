import { z } from 'zod';

// A comma would turn one permission into two.
const paths = z
  .array(
    z
      .string()
      .regex(/^\/[^,\0]*$/)
      .max(1000),
  )
  .max(50);

/** The permissions of one module beyond its own folder. Paths are absolute. */
export const ModuleRights = z.object({
  read: paths.default([]),
  write: paths.default([]),
  /** Names of environment variables of the runner. */
  env: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
    .max(50)
    .default([]),
  /** Hosts, with or without a port, such as `api.example.com:443`. */
  net: z
    .array(z.string().regex(/^[A-Za-z0-9.:[\]-]+$/))
    .max(50)
    .default([]),
});
export type ModuleRights = z.infer<typeof ModuleRights>;

/** A permission that a call lacked, in the result's facts as `lacked`: a path, a variable or a host. */
export const LackedRight = z.object({
  right: z.enum(['read', 'write', 'env', 'net']),
  value: z.string().max(1000),
});
export type LackedRight = z.infer<typeof LackedRight>;

/** `GET|PUT /api/tools/:id/rights`, only from the page. A grant covers the module's current code. */
export const GrantedRights = z.object({
  rights: ModuleRights,
  /** Whether the code changed since the grant, which then counts for nothing until it is renewed. */
  outdated: z.boolean(),
});
export type GrantedRights = z.infer<typeof GrantedRights>;
