import type { z } from 'zod';
import type { Caller } from '../guard/credential.ts';
import type { Parts } from '../parts.ts';

/**
 * Whom a route answers: anyone, any credential, the page and the author's programs, the page alone, programs
 * alone.
 */
export type Access = 'open' | 'known' | 'author' | 'page' | 'program';

export interface Call<Body> {
  request: Request;
  /** The path's named parts, decoded. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** Undefined on open routes alone. */
  caller: Caller | undefined;
  body: Body;
  parts: Parts;
}

/** One row of the table from which the app routes, refuses and describes itself. */
export interface Route<Body = unknown> {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Such as `/api/tools/:id`. */
  path: string;
  access: Access;
  summary: string;
  body?: z.ZodType<Body>;
  /** Bytes of the body, where more than usual may come. */
  bodyBytes?: number;
  answer?: z.ZodType;
  query?: Record<string, string>;
  handle(call: Call<Body>): Response | Promise<Response>;
}

/** Ties a route's handler to the type of its body; the table itself forgets it. */
export const route = <Body>(row: Route<Body>): Route => row as Route;
