import { expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';

/** The memory of this runner, of which the module sends twice as much. */
const MIB = 128;
const PIECES = 32;
const small = [
  'env',
  `NODE_OPTIONS=--max-old-space-size=${MIB}`,
  `DENO_V8_FLAGS=--max-old-space-size=${MIB}`,
];

/** A module that reads the runner's mark from its own first message, and then writes what it likes. */
const writes = (message: string, details = '{}') => `
  const write = Deno.stdout.writeSync.bind(Deno.stdout);
  let mark;
  Deno.stdout.writeSync = (bytes) => {
    mark ??= new TextDecoder().decode(bytes.subarray(0, 37));
    return write(bytes);
  };
  export default (pi) => ({
    name: 'writes', label: 'Writes', description: 'Writes large messages',
    parameters: pi.typebox.Type.Object({}),
    async execute() {
      const large = 'x'.repeat(${8 * 1024 * 1024});
      const step = { type: 'read', title: 'Reads', status: 'running', timestamp: 1 };
      for (let n = 0; n < ${PIECES}; n += 1) {
        const message = ${message};
        let rest = new TextEncoder().encode(mark + JSON.stringify(message) + '\\n');
        while (message && rest.length > 0) rest = rest.subarray(write(rest));
      }
      return { content: [{ type: 'text', text: 'sent' }], details: ${details} };
    },
  });`;

onBothEngines(
  'A module that sends more than its runner can hold',
  (runner) => {
    const run = async (message: string, details?: string) => {
      const folder = { 'index.ts': writes(message, details) };
      return (await runner().run({ folder, toolId: 'writes', arguments: {} }, 'page')).at(-1)?.data;
    };

    test.each([
      [
        'notices',
        `{ type: 'ui', id: 'u' + n, question: { kind: 'notify', message: large, level: 'info' } }`,
      ],
      [
        'questions',
        `{ type: 'ui', id: 'u' + n, question: { kind: 'confirm', title: 'Go on?', message: large } }`,
      ],
      ['commands', `{ type: 'exec', id: 'x' + n, request: { command: 'touch', args: [large] } }`],
      ['log', `{ type: 'log', level: 'info', text: large }`],
    ])('L7 in %s: the call ends as usual, and the runner goes on', async (_, message) => {
      const { result } = await run(message);
      expect(result.llmContent).toBe('sent');
    });

    test('L7 in steps: a warning names the limit', async () => {
      const { ending } = await run(
        `{ type: 'step', phase: 'start', step: { ...step, id: 's' + n, title: large } }`,
      );
      expect(ending.warnings.join()).toMatch(/left out.*500 steps with 4 MB/);
    });

    test('L7 in details: a warning names what the session did not keep', async () => {
      const { ending } = await run('undefined', '{ large }');
      expect(ending.warnings.join()).toMatch(/does not keep this result.*4 MB/);
    });
  },
  small,
);
