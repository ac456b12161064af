import { z } from 'zod';
import { ServerFault } from './state.ts';

/**
 * One step of a sign-in (OAuth 2.1 as MCP has it). `resource`: the server's own metadata (RFC 9728). `metadata`:
 * those of the authorization server (RFC 8414). `register`: Lathe introduces itself (RFC 7591). `grant`: an address
 * that the person has not allowed. `authorize`: the person's browser goes there. `callback`: it comes back.
 * `token` and `refresh`: what is asked at the token endpoint. `revoke`: the authorization server is to end a token
 * (RFC 7009).
 */
export const SignInStep = z.object({
  what: z.enum([
    ...(['resource', 'metadata', 'register', 'grant', 'authorize'] as const),
    ...(['callback', 'token', 'refresh', 'revoke'] as const),
  ]),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Of what was sent: such as `POST`, the address and the body, with secrets hidden. */
  sent: z.object({ method: z.string(), url: z.string(), body: z.string().optional() }),
  /** What came back, with secrets hidden. */
  received: z.object({ status: z.int().optional(), body: z.string().optional() }).optional(),
  fault: ServerFault.optional(),
});
export type SignInStep = z.infer<typeof SignInStep>;

/** `GET /api/mcp-servers/:name/sign-in`. No token stands in here. */
export const SignInState = z.object({
  /**
   * `needs-grant`: nothing is sent to the addresses of `needs` before the person allows them. `waiting`: for the
   * person's browser, which `authorize` is for.
   */
  is: z.enum(['signed-out', 'needs-grant', 'waiting', 'signed-in', 'failed']),
  /** Origins, such as `https://auth.example`. */
  needs: z.array(z.string()),
  authorize: z
    .object({
      url: z.string(),
      host: z.string(),
      scopes: z.array(z.string()),
      /** Until when the way back is open, in milliseconds since 1970. */
      until: z.number(),
    })
    .optional(),
  /** Where browsers come back to, which is said where a client is registered by hand. */
  redirect: z.string().optional(),
  /** Who gave the tokens, what they are for, and when they end if they do. */
  issuer: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  expiresAt: z.number().optional(),
  /** It ends by itself at `expiresAt`, without a token to go on with. */
  refreshes: z.boolean(),
  fault: ServerFault.optional(),
  /** Why the tokens of the last sign-in may still work, though the person signed out. */
  unrevoked: ServerFault.optional(),
  /** Of the last sign-in and what came after it, oldest first. */
  steps: z.array(SignInStep),
});
export type SignInState = z.infer<typeof SignInState>;

/** The class of a call's fault that a new sign-in mends, and the details that come with it. */
export const INSUFFICIENT_SCOPE = 'InsufficientScope';
export const LackedScope = z.object({
  server: z.string(),
  /** What the call needs, as its server names it; absent where it names nothing. */
  scope: z.string().optional(),
});
export type LackedScope = z.infer<typeof LackedScope>;

/** `POST /api/mcp-servers/:name/sign-in` begins one anew. */
export const SignInAsked = z.strictObject({
  /** Those of `needs` that the person allows. */
  allow: z.array(z.string().max(300)).max(10).default([]),
});
export type SignInAsked = z.infer<typeof SignInAsked>;
