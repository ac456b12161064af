const accepts = { events: 'text/event-stream', 'one answer': 'application/json' };
const success = { events: '"kind":"finished"', 'one answer': '"success":true' };

/**
 * A call through the runner's HTTP, read to its end: as events, or as one answer; throws unless it
 * succeeds. `url` is the runner's address, `token` a program's.
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
  const answer = await fetch(new URL('/api/runs', url), {
    method: 'POST',
    headers: {
      accept: accepts[wanted],
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ folder, toolId: 'bench_add', arguments: { a: 1, b: 2 } }),
  });
  const text = await answer.text();
  if (!answer.ok || !text.includes(success[wanted])) {
    throw new Error(`The runner answered ${answer.status}: ${text.slice(0, 500)}`);
  }
}
