/** What the page does with a runner: it comes in by the address, asks, and follows a run to its end. */
export async function enterPage({ origin, hash }) {
  const send = (path, method = 'GET', body = undefined, headers = {}) =>
    fetch(origin + path, {
      ...{ method, headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) } },
      ...(body && { body: JSON.stringify(body) }),
    });
  const entered = await send('/api/session', 'POST', { token: hash.replace('#token=', '') });
  const { key } = await read(entered);
  const [Cookie] = (entered.headers.get('set-cookie') ?? '').split(';');
  const mine = { Cookie, 'X-Lathe-Session': key };
  const ask = async (path, method, body) => read(await send(path, method, body, mine));
  return {
    ask,
    /** Runs a tool; what is asked for meanwhile is allowed, and `answer` fills a server's form. Answers the end. */
    async run(body, answer) {
      for await (const { event, data } of events(await send('/api/runs', 'POST', body, mine))) {
        if (event === 'ended') return data;
        if (event === 'approval') {
          const { runId, id } = data.approval;
          await ask(`/api/runs/${runId}/decision`, 'POST', { id, answer: 'allow', scope: 'once' });
        }
        if (event === 'question') {
          const { runId, id, ask: asked } = data.question;
          await ask(`/api/runs/${runId}/answer`, 'POST', { id, value: answer(asked) });
        }
      }
      throw new Error('The run has no end');
    },
  };
}

async function read(answer) {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

async function* events(answer) {
  if (!answer.ok) await read(answer);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of answer.body) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const [, event, data] = /^(?:id: \d+\n)?event: (.*)\ndata: (.*)$/s.exec(block) ?? [];
      if (event !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
}
