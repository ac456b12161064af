import { chmodSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Arguments } from '../../../../shared/tool/json.ts';
import { openGround, yes, type Ground } from '../fixtures/open-ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
  ground.put('a.txt', 'x\n');
});
afterEach(() => vi.useRealTimers());
afterAll(() => ground.close());

/** Calls a tool with a script in ripgrep's place, which prints what a real one would in bad luck. */
async function search(
  name: 'Grep' | 'Glob',
  script: string,
  signal?: AbortSignal,
  args: Arguments = { pattern: 'x' },
) {
  const rg = ground.put(`${ground.root}/rg`, `#!/bin/sh\n${script}\n`);
  chmodSync(rg, 0o755);
  const place = {
    ...ground.place,
    programs: { ...ground.place.programs, rg, bwrap: undefined },
  };
  ground.events.length = 0;
  const given = { place, answer: yes, ...(signal ? { signal } : {}) };
  const { result } = await ground.call(name, args, given);
  const counts = ground.events.map((event) =>
    event.type === 'update' ? (event.update.metadata as { count: number }).count : undefined,
  );
  return { ...result, counts };
}

const MB = 1024 * 1024;
/** One line of so many bytes, its end among them. */
const line = (bytes: number) => `head -c ${bytes - 1} /dev/zero | tr '\\0' w; echo`;
/** So many lines of a match. */
const lines = (count: number) => `yes './a.txt' | head -n ${count}`;
/** Whoever waits for its end waits for good. */
const andHangs = '; exec sleep 1000';
const tooMuch = 'Search failed: The matches are more than 5 MB; narrow the pattern';

describe('Grep', () => {
  test.each([
    ['5 MB to the byte', line(5 * MB), 5 * MB - 1],
    ['a thousand lines', lines(1000), 1000 * 6 - 1],
    ['a search that ends badly and found something', `${lines(1)}; exit 2`, 5],
  ])('A4.28: %s are shown completely', async (_, script, length) => {
    const { success, llmContent, metadata } = await search('Grep', script);
    expect(success).toBe(true);
    expect(llmContent.length).toBe(length);
    expect(metadata).not.toHaveProperty('truncated');
  });

  test.each([
    ['one byte more', line(5 * MB + 1)],
    ['what never ends', `${line(5 * MB + 1)}${andHangs}`],
    ['what never ends its line', `head -c ${5 * MB + 1} /dev/zero${andHangs}`],
  ])('A4.28: of 5 MB and %s nothing is shown, and the search stops', async (_, script) => {
    const { success, llmContent, error } = await search('Grep', script);
    expect({ success, llmContent }).toEqual({ success: false, llmContent: tooMuch });
    expect(error?.type).toBe('execution_error');
  });

  test.each([
    ['at once', lines(1001)],
    ['bit by bit', `${lines(1000)}; ${lines(1)}`],
  ])('A4.28: after a thousand lines that arrive %s the search stops', async (_, script) => {
    const { success, llmContent, metadata, counts } = await search('Grep', script + andHangs);
    expect(success).toBe(true);
    expect(metadata).toEqual({ pattern: 'x', count: 1000, truncated: true });
    const note = '[cut at 1000 lines; narrow the pattern, the path or include]';
    expect(llmContent.split('\n')).toEqual([...Array.from({ length: 1000 }, () => 'a.txt'), note]);
    expect(counts).toEqual([0, 1000]);
  });
});

test('A4.25: a pattern of the whole disk is searched in its own folder', async () => {
  const script = `case " $* " in *" --glob /etc/*.conf "*) printf './a.conf\\0';; esac`;
  const args = { pattern: '/etc/*.conf', path: '/' };
  const { counts } = await search('Glob', script, undefined, args);
  expect(counts).toEqual([0, 1]);
});

describe.each(['Grep', 'Glob'] as const)('%s', (name) => {
  test.each([
    ['exit 0', true, /^No (matches|files) found/],
    ['exit 1', true, /^No (matches|files) found/],
    ['exit 2', false, /failed: ripgrep failed without an error message$/],
    ['echo "  the disk broke " >&2; exit 2', false, /failed: the disk broke$/],
  ])('reports the outcome of "%s"', async (script, success, said) => {
    const result = await search(name, script);
    expect(result.success).toBe(success);
    expect(result.llmContent).toMatch(said);
    if (!success) expect(result.error?.type).toBe('execution_error');
  });

  test('a search of two minutes exceeds the time limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pass = setInterval(() => {
      if (ground.events.length > 0) vi.advanceTimersByTime(120_000);
    }, 5);
    const { llmContent, error } = await search(name, `${lines(3)}${andHangs}`);
    clearInterval(pass);
    expect(llmContent).toMatch(/failed: The search took too long$/);
    expect(error?.type).toBe('timeout_error');
  });

  test('a cancelled search shows nothing', async () => {
    const cancel = new AbortController();
    const stop = setInterval(() => {
      if (ground.events.length > 0) cancel.abort();
    }, 5);
    const result = await search(name, `${lines(3)}${andHangs}`, cancel.signal);
    clearInterval(stop);
    expect(result.success).toBe(false);
    expect(result.llmContent).toMatch(/failed: Cancelled$/);
  });
});
