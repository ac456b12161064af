import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { engines, startLathe } from './fixtures/start-lathe.ts';

const BIG = '9007199254740993';
const root = mkdtempSync(join(tmpdir(), 'lathe-exact-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const tool = join(root, 'tools', 'number');
mkdirSync(tool, { recursive: true });
const lay = (name: string, text: string) => writeFileSync(join(tool, name), text);
lay(
  'definition.json',
  `{"id": "number", "description": "Says its number", "timeout": 10.0, "parameters": {"type": "object",
    "properties": {"n": {"description": "Any", "default": ${BIG}}}}}`,
);
lay('execution.py', 'n = {n}\nprint(type(n).__name__, repr(n))\n');
lay(
  'samples.json',
  `[{"name": "big", "arguments": {"n": ${BIG}}, "expect": {"llmContent": "int ${BIG}\\n"}},
    {"name": "float", "arguments": {"n": 3.0}, "expect": {"llmContent": "float 3.0\\n"}}]`,
);

describe.each(engines)('numbers are exact or refused on $engine', ({ command }) => {
  const lathe = (args: string[], input = '') => startLathe(command, args, input);

  test('run --args', async ({ skip }) => {
    const ran = await lathe(['run', tool, '--args', `{"n": [${BIG}, 3.0]}`, '--json']);
    if (ran.stdout.includes('"unavailable"')) skip(ran.stdout);
    expect(JSON.parse(ran.stdout).llmContent).toBe(`list [${BIG}, 3.0]\n`);
    const refused = await lathe(['run', tool, '--args', '{"n": {"a": 1e400}}', '--json']);
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stdout).error).toMatchObject({
      message: expect.stringContaining('n.a: 1e400 cannot be given exactly'),
      details: [{ path: 'n.a', keyword: 'number-not-exact' }],
    });
  }, 120_000);

  test('run --batch, render and test', async ({ skip }) => {
    const row = `{"path": ${JSON.stringify(tool)}, "args": {"n": ${BIG}}}\n`;
    const ran = await lathe(['run', '--batch'], row);
    if (ran.stdout.includes('"unavailable"')) skip(ran.stdout);
    expect(JSON.parse(ran.stdout).llmContent).toBe(`int ${BIG}\n`);
    const rendered = await lathe(['render', tool, '--args', '{}']);
    expect(rendered.stdout).toContain(`n = ${BIG}\n`);
    const tested = await lathe(['test', tool, '--json']);
    expect(JSON.parse(tested.stdout)).toMatchObject({ passed: 2, failed: 0 });
  }, 120_000);

  test('inspect, declarations and export', async () => {
    expect((await lathe(['inspect', tool, '--json'])).stdout).toContain(`"default":${BIG}`);
    const declared = await lathe(['declarations', tool, '--provider', 'mcp', '--json']);
    expect(declared.stdout).toContain(`"default":${BIG}`);
    const out = join(root, `out-${command.length}`);
    const args = ['export', tool, '--format', 'mcp-server', '--out', out, '--json'];
    const { losses } = JSON.parse((await lathe(args)).stdout);
    expect(losses).toContainEqual(
      expect.objectContaining({
        path: '/parameters/properties/n/default',
        code: 'format-number',
        reason: expect.stringContaining(`turn ${BIG} into 9007199254740992`),
      }),
    );
    expect(readFileSync(join(out, 'tools/tools.json'), 'utf8')).toContain(`"default": ${BIG}`);
    expect(readFileSync(join(out, 'samples.json'), 'utf8')).toContain(`"n": ${BIG}`);
  }, 120_000);

  test('MCP over stdio', async ({ skip }) => {
    const rpc = (id: string, method: string, params: string) =>
      `{"jsonrpc": "2.0", "id": ${id}, "method": "${method}", "params": ${params}}\n`;
    const hello =
      '{"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}';
    const { spawn } = await import('node:child_process');
    const [program = '', ...before] = command;
    const child = spawn(program, [...before, 'mcp', tool], {
      cwd: join(import.meta.dirname, '../..'),
    });
    let said = '';
    const until = (text: string) =>
      new Promise<void>((settle) => {
        const look = () => said.includes(text) && settle();
        child.stdout.on('data', look);
        child.once('close', () => settle());
        look();
      });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stdin.write(rpc('1', 'initialize', hello));
    await until('"id":1');
    child.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n');
    child.stdin.write(rpc('2', 'tools/list', '{}'));
    await until('"id":2');
    expect(said).toContain(`"default":${BIG}`);
    child.stdin.write(rpc('3', 'tools/call', `{"name": "number", "arguments": {"n": ${BIG}}}`));
    await until('"id":3');
    child.stdin.end();
    child.kill();
    if (said.includes('cannot run here')) skip(said);
    expect(said).toContain(`int ${BIG}`);
  }, 120_000);
});
