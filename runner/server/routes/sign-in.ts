import { SignInAsked, SignInState } from '../../../shared/protocol/mcp/sign-in.ts';
import type { RemoteServers } from '../../remote/servers.ts';
import { answerJson } from '../http/answer-json.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';

/** The redirect address for browsers. Not below `/api`: only here is a visit from another site accepted. */
const CALLBACK = '/sign-in/callback';

/** The redirect on this runner's loopback address (RFC 8252, section 7.3); undefined without one. */
export function signInRedirect(authorities: readonly string[]): string | undefined {
  const own = authorities.find((one) => /^(?:127\.0\.0\.1|\[::1\]):/.test(one));
  return own === undefined ? undefined : `http://${own}${CALLBACK}`;
}

/** Routes for signing in to servers: started by the page, finished by the returning browser. */
export function signInRoutes({ servers }: { servers: RemoteServers }): Route[] {
  const named = (name: string | undefined) => servers.signIns.get(name ?? '');
  const noSuchServer = () => refuse(404, 'no-such-server', 'There is no server of this name');
  return [
    route({
      ...{ method: 'GET', path: '/api/mcp-servers/:name/sign-in', access: 'page' },
      summary: 'The state of the sign-in to a server, and each of its steps with secrets hidden',
      answer: SignInState,
      async handle({ params }) {
        const signIn = named(params.name);
        return signIn ? answerJson(await signIn.state()) : noSuchServer();
      },
    }),
    route({
      ...{ method: 'POST', path: '/api/mcp-servers/:name/sign-in', access: 'page' },
      summary: 'Starts a sign-in; sends nothing to an address that was not allowed',
      ...{ body: SignInAsked, answer: SignInState },
      async handle({ params, body }) {
        const signIn = named(params.name);
        if (!signIn) return noSuchServer();
        await signIn.begin(body.allow);
        return answerJson(await signIn.state());
      },
    }),
    route({
      ...{ method: 'DELETE', path: '/api/mcp-servers/:name/sign-in', access: 'page' },
      ...{
        summary:
          'Signs out: deletes the tokens, asks the authorization server to revoke them, and ends the server',
        answer: SignInState,
      },
      async handle({ params }) {
        const signIn = named(params.name);
        if (!signIn) return noSuchServer();
        await signIn.forget();
        // The server stops at once, however long the authorization server takes to answer.
        await servers.get(params.name ?? '')?.end();
        await signIn.revoked;
        return answerJson(await signIn.state());
      },
    }),
    callbackRoute(servers),
  ];
}

/** Parameters count only with the state of an open sign-in, which the browser got from Lathe. */
const callbackRoute = (servers: RemoteServers): Route =>
  route({
    ...{ method: 'GET', path: CALLBACK, access: 'open' },
    summary: 'The redirect address of a sign-in',
    async handle({ query }) {
      const taken = servers.signIns.taking(query.get('state') ?? '');
      if (!taken) return pageSaying('unknown');
      if (!(await taken.signIn.finish(query))) return pageSaying('failed');
      // Starts the server after a sign-in; the page shows its state.
      const server = servers.get(taken.name);
      server?.restart().catch(server.broke);
      return pageSaying('done');
    },
  });

/** The response repeats none of the parameters, because anyone can send a browser to this address. */
const sayings = {
  done: [
    'You are signed in. Close this tab and go back to Lathe.',
    '登录成功。请关闭此标签页，回到 Lathe。',
  ],
  failed: [
    'The sign-in did not work. Close this tab: Lathe shows what happened.',
    '登录没有成功。请关闭此标签页，Lathe 中会显示原因。',
  ],
  unknown: [
    'Lathe does not wait for this sign-in any more. Close this tab and begin again in Lathe.',
    'Lathe 已不再等待此次登录。请关闭此标签页，在 Lathe 中重新开始。',
  ],
};

function pageSaying(what: keyof typeof sayings): Response {
  const [en = '', zh = ''] = sayings[what];
  const html = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <meta name="color-scheme" content="light dark" />
  <title>Lathe</title>
  <style>body { font: 16px/1.5 system-ui, sans-serif; margin: 15vh auto; max-width: 32em; padding: 0 1em; }</style>
  <p>${en}</p>
  <p lang="zh">${zh}</p>
</html>
`;
  return new Response(html, {
    status: what === 'done' ? 200 : 400,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
