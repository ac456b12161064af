import { z } from 'zod';

/** What a caller says about a call, beside its arguments; the same over HTTP, MCP and the command line. */
export const CallContext = z.object({
  sessionId: z.string().max(200).optional(),
  messageId: z.string().max(200).optional(),
  /** Which call of the message this is. */
  callId: z.string().max(200).optional(),
  /** An absolute path: where the call works, and where its relative paths begin. */
  cwd: z.string().max(4096).regex(/^\//, '"cwd" must be an absolute path').optional(),
  /** In plan mode only read-only tools run. */
  mode: z.enum(['plan']).optional(),
  /** The turn of the conversation that the call belongs to, from 0. */
  turnIndex: z.int().nonnegative().optional(),
});
export type CallContext = z.infer<typeof CallContext>;

/** What a program finds of its call in its environment. A NUL has no place there. */
export const callVariables = ({ sessionId, messageId }: CallContext): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ LATHE_SESSION_ID: sessionId, LATHE_MESSAGE_ID: messageId }).filter(
      (one): one is [string, string] => one[1] !== undefined && !one[1].includes('\0'),
    ),
  );

/** The same for the text that is judged and shown, as far as it changes what a script does. */
export const callRows = (script: string, context: CallContext): string[] => [
  ...(context.cwd === undefined ? [] : [`# Works in ${JSON.stringify(context.cwd)}`]),
  ...Object.entries(callVariables(context))
    .filter(([name]) => script.includes(name))
    .map(([name, value]) => `# $${name} = ${JSON.stringify(value)}`),
];
