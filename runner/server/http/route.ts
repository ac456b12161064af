import type { z } from 'zod';
import type { Caller } from '../guard/credential.ts';

/**
 * Who may call a route: anyone, any credential, the page and the author's programs, only the page, only programs.
 */
export type Access = 'open' | 'known' | 'author' | 'page' | 'program';

/** The possible callers of a route with this access. */
export interface Callers {
  open: Caller | undefined;
  known: Caller;
  author: Exclude<Caller, 'user'>;
  page: 'page';
  program: Exclude<Caller, 'page'>;
}

export interface Call<Body, A extends Access> {
  request: Request;
  /** The decoded parameters of the path. */
  params: Record<string, string>;
  query: URLSearchParams;
  caller: Callers[A];
  body: Body;
}

/** A row of the route table, by which the app routes, refuses and describes itself. */
export interface Route<Body = unknown, A extends Access = Access> {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** Such as `/api/tools/:id`. */
  path: string;
  access: A;
  summary: string;
  body?: z.ZodType<Body>;
  /** The limit of the body in bytes, if it is larger than usual. */
  bodyBytes?: number;
  answer?: z.ZodType;
  query?: Record<string, string>;
  handle(call: Call<Body, A>): Response | Promise<Response>;
}

/** Binds a route's handler to the types of its body and its callers; the table itself does not keep them. */
export const route = <Body, A extends Access>(row: Route<Body, A>): Route => row as never;
