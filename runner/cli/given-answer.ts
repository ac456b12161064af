import type { InvokeParts } from '../../shared/registry/invoke-parts.ts';

/** Nobody sits at a command line to be asked, so the answer is given when it is started. */
export const givenAnswer = (approve: boolean): InvokeParts['ask'] =>
  approve
    ? () => Promise.resolve({ answer: 'allow' })
    : ({ reasons }) =>
        Promise.resolve({
          answer: 'deny',
          reason: `${reasons.join('; ')}. Nobody can be asked here; --dangerously-approve allows it`,
        });
