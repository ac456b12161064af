import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../tool/json.ts';
import { bash } from './bash.ts';

const options = { defaultTimeoutMs: 30_000, outputBytes: 1000 };
const tool = (properties: JsonObject = {}, source = 'echo "$text"\n', timeoutMs?: number) => ({
  definition: {
    name: 't',
    description: 't',
    parameters: { type: 'object', properties },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  },
  code: { language: 'bash', file: 'execution.sh', source },
});
const prepared = (args: JsonObject, source?: string) => {
  const job = bash.prepare(tool({}, source), args, options);
  if (!('environment' in job)) throw new Error('bash made no process job');
  return job;
};

describe('arguments are data', () => {
  test('passes each as a variable with its name, and all as JSON on stdin', () => {
    const args = { text: 'a "b" $(c)\n', n: 1.5, on: false, list: [1, { a: 2 }], none: null };
    const job = prepared(args);
    expect(job.environment).toEqual({
      text: 'a "b" $(c)\n',
      n: '1.5',
      on: 'false',
      list: '[1,{"a":2}]',
    });
    expect(JSON.parse(job.stdin)).toEqual(args);
    expect(job.script).toBe('echo "$text"\n');
  });

  test('names values that the environment cannot hold, and passes them only on stdin', () => {
    const job = prepared({ nul: 'a\0b', large: '你'.repeat(50_000), small: 'x' });
    expect(job.environment).toEqual({ small: 'x', LATHE_OMITTED: 'nul large' });
  });

  test('stops passing many medium values as variables before the limit of the kernel', () => {
    const args = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`a${index}`, 'x'.repeat(100_000)]),
    );
    const job = prepared(args);
    const bytes = Object.values(job.environment).join('').length;
    expect(bytes).toBeLessThan(1.1 * 1024 * 1024);
    expect(job.environment.LATHE_OMITTED).toContain('a19');
  });

  test('the final text is the script, with each value in a comment of one line', () => {
    const { text } = prepared({ text: 'a\nrm -rf ~\u2028x', none: null, nul: '\0' });
    expect(text.startsWith('echo "$text"\n')).toBe(true);
    const rows = text.slice('echo "$text"\n'.length).split(/[\n\r\u2028\u2029]/);
    expect(rows.filter((row) => row !== '' && !row.startsWith('#'))).toEqual([]);
    expect(text).toContain('# $text = "a\\nrm -rf ~\\u2028x"');
    expect(text).toContain('# $none is not set');
    expect(text).toContain('# $nul comes on stdin only = "\\u0000"');
  });

  test("the limit is the tool's own, else the default", () => {
    expect(bash.prepare(tool({}, '', 5), {}, options)).toMatchObject({ limits: { timeoutMs: 5 } });
    expect(bash.prepare(tool(), {}, options)).toMatchObject({
      limits: { timeoutMs: 30_000, outputBytes: 1000 },
    });
  });
});

describe('names that the shell uses', () => {
  test.each([
    ...['PATH', 'BASH_ENV', 'ENV', 'IFS', 'LD_PRELOAD', 'LD_x', 'DYLD_INSERT_LIBRARIES', 'HOME'],
    ...['TMPDIR', 'SHELLOPTS', 'BASHOPTS', 'PS4', 'PROMPT_COMMAND', 'PYTHONPATH', 'NODE_OPTIONS'],
    ...['GIT_SSH_COMMAND', 'GCONV_PATH', 'PERL5OPT', 'LATHE_OMITTED', 'http_proxy', '_', 'LC_ALL'],
    ...['a-b', '1a', 'ä', 'BASH_FUNC_ls%%', '', 'a b', 'a=b'],
  ])('reports %j as an error, and starts no call', (name) => {
    const [problem] = bash.problems(tool({ [name]: { type: 'string' } }));
    expect(problem).toMatchObject({ severity: 'error', file: 'definition.json', values: { name } });
    expect(bash.refuse?.(tool({ [name]: {} }), {})).toContain(`"${name}"`);
    expect(bash.refuse?.(tool(), { [name]: 'x' })).toContain(`"${name}"`);
    expect(prepared({ [name]: 'x' }).environment[name]).not.toBe('x');
  });

  test.each(['text', 'path', 'home', 'env', 'A', 'FILE', 'lang', 'user_id'])(
    '%j is fine',
    (name) => {
      expect(bash.problems(tool({ [name]: {} }))).toEqual([]);
      expect(bash.refuse?.(tool({ [name]: {} }), { [name]: 'x' })).toBeUndefined();
    },
  );
});

test.each([
  ['', 'bash-empty', 'warning', 1, 1],
  ['echo a\r\n', 'bash-crlf', 'warning', 1, 1],
  ['echo a\n你\0', 'bash-nul', 'error', 2, 2],
])('the script %j', (source, code, severity, line, column) => {
  expect(bash.problems(tool({}, source))).toMatchObject([{ code, severity, line, column }]);
});

test('every run needs approval, and the starter has no problems', () => {
  expect(bash.ask).toBeTruthy();
  expect(bash.problems(tool({ text: {} }, bash.starter))).toEqual([]);
});
