import { Agent, request, type OutgoingHttpHeaders } from 'node:http';

const agent = new Agent({ keepAlive: true });
const accepts = { events: 'text/event-stream', 'one answer': 'application/json' };
const success = { events: '"kind":"finished"', 'one answer': '"success":true' };

/**
 * Makes a call over HTTP and reads it to its end, as events or as one answer; throws unless it succeeds. `url` is
 * the runner's address, `token` a program's.
 */
export async function callOverHttp(
  url: string,
  token: string,
  wanted: keyof typeof accepts = 'events',
): Promise<void> {
  const definition = {
    id: 'bench_add',
    description: 'Adds two numbers',
    parameters: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
  };
  const folder = {
    'definition.json': JSON.stringify(definition),
    'execution.py': 'print({a} + {b})\n',
  };
  const body = JSON.stringify({ folder, toolId: 'bench_add', arguments: { a: 1, b: 2 } });
  const headers = {
    accept: accepts[wanted],
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization: `Bearer ${token}`,
  };
  const { status, text } = await post(new URL('/api/runs', url), headers, body);
  if (status !== 200 || !text.includes(success[wanted])) {
    throw new Error(`The runner answered ${status}: ${text.slice(0, 500)}`);
  }
}

// Node's fetch takes a millisecond of its own, which does not belong to the runner.
const post = (url: URL, headers: OutgoingHttpHeaders, body: string) =>
  new Promise<{ status: number; text: string }>((answer, fail) => {
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => answer({ status: response.statusCode ?? 0, text }));
      response.on('error', fail);
    });
    sent.on('error', fail);
    sent.end(body);
  });
