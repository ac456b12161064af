import type { z } from 'zod';
import type { Caller } from '../guard/credential.ts';

/**
 * Whom a route answers: anyone, any credential, the page and the author's programs, the page alone, programs
 * alone.
 */
export type Access = 'open' | 'known' | 'author' | 'page' | 'program';

/** Who can have made a call that such a route answers. */
export interface Callers {
  open: Caller | undefined;
  known: Caller;
  author: Exclude<Caller, 'user'>;
  page: 'page';
  program: Exclude<Caller, 'page'>;
}

export interface Call<Body, A extends Access> {
  request: Request;
  /** The path's named parts, decoded. */
  params: Record<string, string>;
  query: URLSearchParams;
  caller: Callers[A];
  body: Body;
}

/** One row of the table from which the app routes, refuses and describes itself. */
export interface Route<Body = unknown, A extends Access = Access> {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** Such as `/api/tools/:id`. */
  path: string;
  access: A;
  summary: string;
  body?: z.ZodType<Body>;
  /** Bytes of the body, where more than usual may come. */
  bodyBytes?: number;
  answer?: z.ZodType;
  query?: Record<string, string>;
  handle(call: Call<Body, A>): Response | Promise<Response>;
}

/** Ties a route's handler to the types of its body and its callers; the table itself forgets them. */
export const route = <Body, A extends Access>(row: Route<Body, A>): Route => row as never;
