import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { medians, reportLine, reportRatio } from './ground/measure.ts';
import { scratchWorkspace, startRunner } from './ground/start-runner.ts';

const RUNS = 60;

/** Creates a workspace with so many tools, and a runner that has read them. */
async function ground(count: number) {
  const { path, discard } = scratchWorkspace();
  for (let at = 0; at < count; at += 1) {
    const folder = join(path, 'tools', `tool_${at}`);
    mkdirSync(folder, { recursive: true });
    const parameters = { type: 'object', properties: { text: { type: 'string' } } };
    const definition = { id: `tool_${at}`, description: `Says a text, ${at}`, parameters };
    writeFileSync(join(folder, 'definition.json'), JSON.stringify(definition));
    writeFileSync(join(folder, 'execution.sh'), 'echo "$text"\n');
  }
  const runner = await startRunner(path);
  const ask = async (method: string, params: object) => {
    const answer = await fetch(new URL('/mcp', runner.url), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${runner.token}`,
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
        'MCP-Protocol-Version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const text = await answer.text();
    if (!answer.ok || /"error"|"isError":true/.test(text)) throw new Error(text.slice(0, 300));
    return text;
  };
  if (!(await ask('tools/list', {})).includes(`tool_${count - 1}`))
    throw new Error('Tools are missing');
  return {
    list: () => ask('tools/list', {}),
    call: () => ask('tools/call', { name: 'tool_1', arguments: { text: 'hi' } }),
    async close() {
      await runner.stop();
      discard();
    },
  };
}

/** Measures a call and a list with 2 and with 2,000 tools, the two runners taking turns. */
const few = await ground(2);
const many = await ground(2000);
try {
  const [callFew = 0, callMany = 0] = await medians([few.call, many.call], RUNS, 10);
  reportRatio('a call with 2,000 tools against one with 2', callMany, callFew, 1.2);
  const [list = 0] = await medians([many.list], 10, 2);
  reportLine('a list of 2,000 tools', `${list.toFixed(1)} ms`);
} finally {
  await Promise.all([few.close(), many.close()]);
}
