import { z } from 'zod';

/** What a person grants to one module beyond its own folder. Paths are absolute. */
export const Rights = z.object({
  read: z.array(z.string().startsWith('/')).default([]),
  write: z.array(z.string().startsWith('/')).default([]),
  /** Names of environment variables of the runner. */
  env: z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/)).default([]),
  /** Hosts, with or without a port, such as `api.example.com:443`. */
  net: z.array(z.string().regex(/^[A-Za-z0-9.:[\]-]+$/)).default([]),
});
export type Rights = z.infer<typeof Rights>;

export const noRights: Rights = { read: [], write: [], env: [], net: [] };
