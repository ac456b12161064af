import { Hono } from 'hono';
import { z } from 'zod';
import { withDoubles } from '../../shared/tool/exact-number.ts';
import type { Json } from '../../shared/tool/json.ts';
import { callerOf } from './guard/credential.ts';
import type { Caller, Credentials } from './guard/credential.ts';
import { edgeFault } from './guard/edge-fault.ts';
import { isInterface } from './guard/is-interface.ts';
import { rawPathFault } from './guard/raw-path.ts';
import { securityHeaders } from './guard/security-headers.ts';
import { bodyIssue } from './http/body-issue.ts';
import { readBody } from './http/read-body.ts';
import { refuse, unkeptAnswer } from './http/refuse.ts';
import type { Access, Callers, Route } from './http/route.ts';
import type { Assets } from './assets.ts';
import { paced } from '../platform/process/paced.ts';
import type { Answer } from '../platform/platform.ts';

interface Env {
  Bindings: { rawPath: string };
  Variables: { caller: Caller | undefined };
}

const admits: Record<Access, (caller: Caller | undefined) => boolean> = {
  open: () => true,
  known: (caller) => caller !== undefined,
  author: (caller) => caller === 'page' || caller === 'admin',
  page: (caller) => caller === 'page',
  program: (caller) => caller === 'admin' || caller === 'user',
};

const allowed: Record<Access, string> = {
  open: 'Everybody',
  known: 'Whoever has a credential',
  author: 'Only the page and the admin token',
  page: 'Only the page',
  program: 'Only a token of programs',
};

function unknownCaller(path: string): Response {
  const answer = refuse(401, 'no-credential', 'This needs a session or a token', {
    hint: 'Open the address that "npm start" printed, or send "Authorization: Bearer TOKEN"',
  });
  // The runner itself issues the tokens, so there is no authorization server metadata. Source: RFC 6750.
  if (path === '/mcp') answer.headers.set('WWW-Authenticate', 'Bearer realm="lathe"');
  return answer;
}

interface Given {
  /** The API routes; the page's files are separate. */
  routes: readonly Route[];
  credentials: Credentials;
  address(): { port: number; authorities: readonly string[] };
  assets: Assets;
  /** Never gets a token, a body or an argument. */
  log(line: string): void;
}

/** The runner as a function from request to response, independent of the engine. */
export function createApp(given: Given): Answer {
  const { routes, credentials, address, assets, log } = given;
  const app = new Hono<Env>();
  // Open paths are marked in the route table; all others need a credential before routing.
  const open = new Set(routes.filter(({ access }) => access === 'open').map(nameOf));

  app.use(async (c, next) => {
    const request = c.req.raw;
    // A malformed Host makes an invalid URL.
    const path = URL.canParse(request.url) ? new URL(request.url).pathname : '/';
    const refused = await guard(request, path, c.env.rawPath);
    if (refused instanceof Response) c.res = refused;
    else {
      c.set('caller', refused.caller);
      await next();
    }
    await finish(request, path, c.res);
  });

  async function guard(
    request: Request,
    path: string,
    rawPath: string,
  ): Promise<Response | { caller: Caller | undefined }> {
    const fault = rawPathFault(rawPath);
    if (fault !== undefined) return refuse(400, 'bad-path', `The path ${fault}`);
    const { port, authorities } = address();
    const edge = edgeFault(request, path, { authorities });
    if (edge)
      return refuse(edge.status, edge.code, edge.message, edge.hint ? { hint: edge.hint } : {});
    const caller = callerOf(request, credentials, port);
    const isAsset = !isInterface(path) && /^(GET|HEAD)$/.test(request.method);
    const isOpen = isAsset || open.has(`${request.method} ${path}`);
    return caller !== undefined || isOpen ? { caller } : unknownCaller(path);
  }

  for (const route of routes) {
    app.on(route.method, route.path, (c) => {
      const { caller } = c.var;
      return handle(route, c.req.raw, c.req.param() as Record<string, string>, caller);
    });
  }
  app.get('*', async (c) => {
    const path = new URL(c.req.url).pathname;
    return (isInterface(path) ? undefined : await assets.answer(c.req.raw, path)) ?? c.notFound();
  });
  app.notFound(() => refuse(404, 'not-found', 'This path does not exist'));
  app.onError((error, c) => {
    const unkept = c.req.method === 'GET' ? undefined : unkeptAnswer(error);
    if (unkept) return unkept;
    log(`${c.req.method} ${c.req.routePath}: ${error.stack ?? error.message}`);
    return refuse(500, 'broken', 'Lathe failed while it answered', {
      hint: 'See the terminal of the runner',
    });
  });
  return (request, { rawPath }) => app.fetch(request, { rawPath });
}

/** `answer` may be an engine's own, whose headers are others once its body was looked at. */
async function finish(request: Request, path: string, answer: Response): Promise<void> {
  // HEAD is answered as GET is, and nobody reads its body: a stream of events would go on for ever.
  if (request.method === 'HEAD') await answer.body?.cancel();
  const { headers } = answer;
  for (const [name, value] of Object.entries(securityHeaders(path))) headers.set(name, value);
  if (isInterface(path)) headers.set('Cache-Control', 'no-store');
}

const nameOf = (route: Route) => `${route.method} ${route.path}`;

async function handle(
  route: Route,
  request: Request,
  params: Record<string, string>,
  caller: Caller | undefined,
): Promise<Response> {
  if (!admits[route.access](caller)) {
    if (caller === undefined) return unknownCaller(route.path);
    return refuse(403, 'not-allowed', `${allowed[route.access]} may do this`);
  }
  // Concurrent requests each get a turn of the event loop, so health can answer in between.
  if (route.access !== 'open') await paced(() => undefined);
  // The access check above covers the handler.
  const admitted = caller as Callers[Access];
  const call = { request, params, query: new URL(request.url).searchParams, caller: admitted };
  if (!route.body) return route.handle({ ...call, body: undefined });
  const read = await readBody(request, route.bodyBytes);
  if (!read.ok) return read.response;
  const body = parsed(route.body, read.value);
  if (!body.success) return badBody(body.error, read.value);
  return route.handle({ ...call, body: body.data });
}

/** Parses a body whose fields are JavaScript numbers, however they are written (`1.0`). */
function parsed<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> {
  const exact = schema.safeParse(value);
  const plain = exact.success ? undefined : withDoubles(value);
  return plain?.ok === true ? schema.safeParse(plain.value) : exact;
}

function badBody({ issues: [issue] }: z.ZodError, body: Json): Response {
  const path = issue?.path.join('.') ?? '';
  const { why, reason } = issue ? bodyIssue(issue, body) : { why: 'The body does not fit' };
  return refuse(400, 'bad-body', why, {
    ...(path ? { path } : {}),
    values: { why },
    ...(reason && { reason }),
  });
}
