import { z } from 'zod';

/** The body of every answer that is not 2xx. `path` says where in the request, `hint` what to do. */
export const ApiError = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    path: z.string().optional(),
    hint: z.string().optional(),
    /** What the page's own sentence is filled with. */
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
});
export type ApiError = z.infer<typeof ApiError>;
