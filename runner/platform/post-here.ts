import { Agent, request } from 'node:http';

type PostHere = (body: string) => Promise<string | undefined>;

/**
 * Posts to an address of this process over a persistent connection. Returns the text of the response; undefined
 * if the status is not 2xx. Rejects if the connection breaks or the signal aborts. Ignores proxies of the
 * environment, which `fetch` would use.
 */
export function postHere(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): { post: PostHere; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post: PostHere = (body) =>
    new Promise((answer, fail) => {
      const length = { 'Content-Length': Buffer.byteLength(body) };
      const asked = { agent, signal, method: 'POST', headers: { ...headers, ...length } };
      const sent = request(url, asked, (response) => {
        const { statusCode = 0 } = response;
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (text += piece));
        response.on('end', () => answer(statusCode >= 200 && statusCode < 300 ? text : undefined));
        response.on('error', fail);
      });
      sent.on('error', fail);
      sent.end(body);
    });
  return { post, close: () => agent.destroy() };
}
