import { describe, expect, test } from 'vitest';
import { readArgc } from './argc.ts';
import { bash } from './bash.ts';

const read = (source: string, file = 'tool.sh') => {
  const declared = readArgc(file, source);
  if (!declared.ok) throw new Error('not read');
  return declared;
};
const first = (tags: string) =>
  read(`#!/usr/bin/env bash\n# @describe D\n${tags}\nmain() { :; }`).tools[0]?.parameters;

describe('argc tags', () => {
  test.each([
    ['# @option --name The name', { name: { type: 'string', description: 'The name' } }, undefined],
    ['# @option --name! The name', { name: { type: 'string', description: 'The name' } }, ['name']],
    ['# @option -n --name! <INT> N', { name: { type: 'integer', description: 'N' } }, ['name']],
    ['# @option --rate <NUM>', { rate: { type: 'number' } }, undefined],
    [
      '# @option --unit[c|f] U',
      { unit: { type: 'string', enum: ['c', 'f'], description: 'U' } },
      undefined,
    ],
    ['# @option --unit![c|f]', { unit: { type: 'string', enum: ['c', 'f'] } }, ['unit']],
    [
      '# @option --unit[=c|f]',
      { unit: { type: 'string', enum: ['c', 'f'], default: 'c' } },
      undefined,
    ],
    ['# @option --count=5 <INT>', { count: { type: 'integer', default: 5 } }, undefined],
    ['# @option --day=`date` D', { day: { type: 'string', description: 'D' } }, undefined],
    [
      '# @option --files* F',
      { files: { type: 'array', items: { type: 'string' }, description: 'F' } },
      undefined,
    ],
    [
      '# @option --files+ F',
      { files: { type: 'array', items: { type: 'string' }, description: 'F', minItems: 1 } },
      ['files'],
    ],
    ['# @option --max-size M', { max_size: { type: 'string', description: 'M' } }, undefined],
    ['# @flag -f --force Do it', { force: { type: 'boolean', description: 'Do it' } }, undefined],
    ['# @option -z <NUM> Z', { z: { type: 'number', description: 'Z' } }, undefined],
    ['# @flag -v', { v: { type: 'boolean' } }, undefined],
    ['# @arg path! The path', { path: { type: 'string', description: 'The path' } }, ['path']],
    [
      '# @option --text! One\n# more.',
      { text: { type: 'string', description: 'One more.' } },
      ['text'],
    ],
  ])('%s', (tags, properties, required) => {
    expect(first(tags)).toEqual({ type: 'object', properties, ...(required ? { required } : {}) });
  });

  test('a script is one tool with its name; with commands it is a group', () => {
    expect(read('# @describe Counts.\n# Slowly.\nwc', 'a/count.sh').tools).toMatchObject([
      { name: 'count', entry: '.', description: 'Counts.\nSlowly.' },
    ]);
    const group = read(
      '# @describe All.\n# @cmd One.\n# @option --a! A\nfirst() {\n  :\n}\n# @cmd\n_hidden() { :; }\n# @cmd Two.\nfunction second {\n  :\n}',
    );
    expect(group).toMatchObject({
      rulePrompt: 'All.',
      tools: [
        { name: 'first', description: 'One.', line: 2, endLine: 6 },
        { name: 'second', description: 'Two.' },
      ],
    });
    expect(group.tools).toHaveLength(2);
  });

  test.each([
    ['# @describe D\n# @option name', 'bad-tag', 'error', 2],
    ['# @describe D\n# @env KEY! The key', 'needs-environment', 'warning', 2],
    ['echo', 'no-docstring', 'warning', 1],
  ])('%j has %s', (source, code, severity, line) => {
    expect(read(source).problems).toMatchObject([{ code, severity, line }]);
  });
});

describe('a call', () => {
  const job = (source: string, entry: string, args: object) => {
    const tool = {
      definition: { name: 't', description: 't', parameters: {} },
      code: { language: 'bash', file: 't.sh', source, entry },
    };
    const made = bash.prepare(tool, args as never, { defaultTimeoutMs: 1, outputBytes: 1 });
    if (!('environment' in made)) throw new Error('no process job');
    return made;
  };

  test('passes values as variables, never as a part of the script', () => {
    const text = '"; rm -rf ~ #\n`id`';
    const { script, environment } = job('f() { :; }', 'f', { a: text, b: [text, 'x'], PATH: 'p' });
    expect(script).toBe('argc_b=("$argc_b__0" "$argc_b__1"); f() { :; }\nf\n');
    expect(environment).toEqual({
      ...{ argc_a: text, argc_b__0: text, argc_b__1: 'x', argc_PATH: 'p' },
    });
  });

  const evaluation = 'eval "$(argc --argc-eval "$0" "$@")"';
  test.each([
    ['an answer that is written', 'f() { ls >> "$LLM_OUTPUT"; }', 'f() { ls >&1; }\nf\n'],
    ['errors with it', 'f() { ls &> $LLM_OUTPUT; }', 'f() { ls >&1 2>&1; }\nf\n'],
    ['in braces', 'f() { cat <<A >"${LLM_OUTPUT}"\nA\n}', 'f() { cat <<A >&1\nA\n}\nf\n'],
    [
      'a tag that names it',
      '# @env LLM_OUTPUT=/dev/stdout\nf() { :; }',
      '# @env LLM_OUTPUT=/dev/stdout\nf() { :; }\nf\n',
    ],
    ['argc itself', `f() { :; }\n${evaluation}\n`, 'f() { :; }\n:\n\nf\n'],
  ])('leaves the work of argc out of the judged script: %s', (_, source, script) => {
    expect(job(source, 'f', {}).script).toBe(script);
  });

  test('calls main of a script that is one tool, and nothing else', () => {
    expect(job(`main() { :; }\n${evaluation}`, '.', {}).script).toBe('main() { :; }\n:\nmain\n');
    expect(job('echo main', '.', {}).script).toBe('echo main\n\n');
    const asked = job('f() { tee "$LLM_OUTPUT"; }', 'f', {}).script;
    expect(asked.startsWith('export LLM_OUTPUT="$(mktemp)"; trap ')).toBe(true);
  });

  test('refuses a name that is no function', () => {
    const tool = {
      definition: { name: 't', description: 't', parameters: {} },
      code: { language: 'bash', file: 't.sh', source: '', entry: 'a; rm b' },
    };
    expect(bash.refuse?.(tool, {})).toContain('a; rm b');
  });
});
