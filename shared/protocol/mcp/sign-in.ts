import { z } from 'zod';
import { ServerFault } from './state.ts';

/**
 * One step of a sign-in (OAuth 2.1 as in MCP). `resource`: reads the server's metadata (RFC 9728).
 * `metadata`: reads those of the authorization server (RFC 8414). `register`: registers Lathe as a client
 * (RFC 7591). `grant`: an address needs the person's permission. `authorize`: the person's browser opens the
 * address. `callback`: the browser returns. `token` and `refresh`: requests to the token endpoint. `revoke`:
 * asks the authorization server to revoke a token (RFC 7009).
 */
export const SignInStep = z.object({
  what: z.enum([
    ...(['resource', 'metadata', 'register', 'grant', 'authorize'] as const),
    ...(['callback', 'token', 'refresh', 'revoke'] as const),
  ]),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The request: method, address and body, with secrets hidden. */
  sent: z.object({ method: z.string(), url: z.string(), body: z.string().optional() }),
  /** The response, with secrets hidden. */
  received: z.object({ status: z.int().optional(), body: z.string().optional() }).optional(),
  fault: ServerFault.optional(),
});
export type SignInStep = z.infer<typeof SignInStep>;

/** `GET /api/mcp-servers/:name/sign-in`. Contains no token. */
export const SignInState = z.object({
  /**
   * `needs-grant`: Lathe sends nothing to the addresses of `needs` until the person allows them. `waiting`:
   * waits for the person's browser, which opens `authorize`.
   */
  is: z.enum(['signed-out', 'needs-grant', 'waiting', 'signed-in', 'failed']),
  /** Origins, such as `https://auth.example`. */
  needs: z.array(z.string()),
  authorize: z
    .object({
      url: z.string(),
      host: z.string(),
      scopes: z.array(z.string()),
      /** When the callback expires, in milliseconds since 1970. */
      until: z.number(),
    })
    .optional(),
  /** The redirect address, for registering a client manually. */
  redirect: z.string().optional(),
  /** The issuer of the tokens, their scope, and when they expire, if they do. */
  issuer: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  expiresAt: z.number().optional(),
  /** False: the sign-in ends at `expiresAt`, because there is no refresh token. */
  refreshes: z.boolean(),
  fault: ServerFault.optional(),
  /** Why the tokens of the last sign-in may still be valid after the person signed out. */
  unrevoked: ServerFault.optional(),
  /** The steps since the last sign-in began, oldest first. */
  steps: z.array(SignInStep),
});
export type SignInState = z.infer<typeof SignInState>;

/** The class of a call's fault that a new sign-in fixes, and its details. */
export const INSUFFICIENT_SCOPE = 'InsufficientScope';
export const LackedScope = z.object({
  server: z.string(),
  /** The scope that the server requires; absent if it names none. */
  scope: z.string().optional(),
});
export type LackedScope = z.infer<typeof LackedScope>;

/** `POST /api/mcp-servers/:name/sign-in` begins a new one. */
export const SignInAsked = z.strictObject({
  /** The addresses of `needs` that the person allows. */
  allow: z.array(z.string().max(300)).max(10).default([]),
});
export type SignInAsked = z.infer<typeof SignInAsked>;
