import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services } from '../../../shared/tool/run/host.ts';
import { ground } from './fixtures/ground.ts';
import { text, tool } from './fixtures/tool.ts';

let at: Awaited<ReturnType<typeof ground>>;
beforeAll(async () => void (at = await ground()));
afterAll(() => at.host.close());

const run = async (body: string, services: Partial<Services>) => {
  const exec: Services['exec'] = async () => ({ stdout: '', stderr: '', code: 0, killed: false });
  const files = { 'm.ts': tool(body) };
  return (await at.call(files, 't', {}, { services: { exec, ...services } })).formatted;
};
const LARGE = `'x'.repeat(3 * 1024 * 1024)`;

test('open commands take 8 MB together; what is above is refused, and fits once others ended', async () => {
  let refused = () => undefined as void;
  const oneIsRefused = new Promise<void>((settle) => (refused = settle));
  const body = `const one = () => pi.exec('echo', [${LARGE}]);
    const open = [one(), one()];
    const third = await one();
    await pi.ui.input('refused');
    const said = [third, ...await Promise.all(open), await one()];
    return ${text("said.map(({ stderr, code }) => code + stderr).join('|')")}`;
  const exec: Services['exec'] = async () => {
    await oneIsRefused;
    return { stdout: '', stderr: '', code: 0, killed: false };
  };
  const said = await run(body, { exec, ui: async () => (refused(), null) });
  expect(said?.split('|')).toEqual([
    '127The open commands and questions take more than 8 MB together; wait for some of them first',
    ...['0', '0', '0'],
  ]);
});

test('a module that does not read its answers ends before they fill the memory of the runner', async () => {
  const body = `for (let count = 0; count < 16; count += 1) void pi.exec('echo', []);
    await pi.ui.input('asked');
    for (;;);`;
  let loops = () => undefined as void;
  const looping = new Promise<void>((settle) => (loops = settle));
  const stdout = 'x'.repeat(5 * 1024 * 1024);
  const exec: Services['exec'] = async () => {
    await looping;
    return { stdout, stderr: '', code: 0, killed: false };
  };
  const ui: Services['ui'] = async () => (loops(), null);
  const ending = await at.call({ 'm.ts': tool(body) }, 't', {}, { services: { exec, ui } });
  expect(ending).toMatchObject({
    kind: 'crashed',
    reason: 'The module left more than 64 MB unread, such as answers to its commands',
  });
});

test('the questions and notices of a call take 4 MB together; the next call may ask again', async () => {
  const asked: string[] = [];
  const ui: Services['ui'] = async ({ kind }) => (asked.push(kind), kind === 'confirm' || null);
  const body = `pi.ui.notify(${LARGE}); pi.ui.notify(${LARGE});
    const said = await pi.ui.confirm(${LARGE}).catch(({ message }) => message);
    return ${text('[await pi.ui.confirm("small"), said].join()')}`;
  const answer =
    'true,The questions and notices of this call take more than 4 MB together; ask and say less';
  expect(await run(body, { ui })).toBe(answer);
  expect(await run(body, { ui })).toBe(answer);
  expect(asked).toEqual(['notify', 'confirm', 'notify', 'confirm']);
  expect(at.host.sessionOf('folder').log.at(-1)?.text).toMatch(/more than 4 MB together/);
});
