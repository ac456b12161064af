import { z } from 'zod';

/** The context of a call, beside its arguments. It is the same over HTTP, MCP and the command line. */
export const CallContext = z.object({
  sessionId: z.string().max(200).optional(),
  messageId: z.string().max(200).optional(),
  /** The position of the call in its message. */
  callId: z.string().max(200).optional(),
  /** The working directory: an absolute path, where relative paths start. */
  cwd: z.string().max(4096).regex(/^\//, '"cwd" must be an absolute path').optional(),
  /** In plan mode only read-only tools run. */
  mode: z.enum(['plan']).optional(),
  /** The turn of the conversation that the call belongs to, from 0. */
  turnIndex: z.int().nonnegative().optional(),
});
export type CallContext = z.infer<typeof CallContext>;

/** The environment variables that tell a program about its call. A value with a NUL is left out. */
export const callVariables = ({ sessionId, messageId }: CallContext): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ LATHE_SESSION_ID: sessionId, LATHE_MESSAGE_ID: messageId }).filter(
      (one): one is [string, string] => one[1] !== undefined && !one[1].includes('\0'),
    ),
  );

/** The same facts as comment lines of the text that is judged and shown, if the script uses them. */
export const callRows = (script: string, context: CallContext): string[] => [
  ...(context.cwd === undefined ? [] : [`# Works in ${JSON.stringify(context.cwd)}`]),
  ...Object.entries(callVariables(context))
    .filter(([name]) => script.includes(name))
    .map(([name, value]) => `# $${name} = ${JSON.stringify(value)}`),
];
