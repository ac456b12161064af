import { z } from 'zod';

/** Whether a call is asked for before it runs. `ask-once` remembers the answer for the session. */
export const ExecutionPolicy = z.enum(['auto', 'ask-once', 'ask-always']);
export type ExecutionPolicy = z.infer<typeof ExecutionPolicy>;

/** Whether a result is asked for before it goes to the model. */
export const ResultPolicy = z.enum(['never', 'on-error', 'always']);
export type ResultPolicy = z.infer<typeof ResultPolicy>;

export const Policies = z.object({
  execution: ExecutionPolicy.optional(),
  result: ResultPolicy.optional(),
});
export type Policies = z.infer<typeof Policies>;
