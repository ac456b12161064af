import { Agent, request } from 'node:http';

type PostHere = (body: string) => Promise<string | undefined>;

/**
 * Posts to an address of this process, over one connection that stays: the text of the answer, undefined where it is
 * not 2xx; rejects where the connection breaks or the signal is given. No proxy of the environment comes between,
 * as it would with `fetch`.
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
