import { expect, test } from 'vitest';
import { z } from 'zod';
import { ServerAdded } from '../../../shared/protocol/mcp/servers.ts';
import type { Json } from '../../../shared/tool/json.ts';
import { bodyIssue } from './body-issue.ts';

const Body = z.strictObject({
  name: z.string().min(2).max(3).optional(),
  word: z.string().regex(/^a+$/).optional(),
  address: z.url().optional(),
  count: z.int().min(1).lt(9).multipleOf(2).optional(),
  list: z.array(z.boolean()).max(1).optional(),
  mode: z.enum(['on', 'off']).optional(),
  either: z.union([z.string(), z.number()]).optional(),
  way: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), size: z.number() }),
      z.object({ kind: z.literal('b') }),
    ])
    .optional(),
  form: z.union([z.object({ size: z.number() }), z.boolean()]).optional(),
  map: z.record(z.string(), z.object({ need: z.null() })).optional(),
});

test.each<[Json, string]>([
  [[], 'Expected an object, got an array of 0 items'],
  [{ name: 5 }, 'Expected a string, got 5'],
  [{ name: 'secret' }, 'Expected a string of at most 3 characters, got a string of 6 characters'],
  [{ name: '' }, 'Expected a string of at least 2 characters, got a string of 0 characters'],
  [{ word: 'b' }, 'Expected a string that matches "/^a+$/", got a string of 1 character'],
  [{ address: 'b' }, 'Expected a string in the format "url", got a string of 1 character'],
  [{ count: 1.5 }, 'Expected an integer, got 1.5'],
  [{ count: 0 }, 'Expected at least 1, got 0'],
  [{ count: 10 }, 'Expected less than 9, got 10'],
  [{ count: 3 }, 'Expected a multiple of 2, got 3'],
  [{ list: [true, false] }, 'Expected an array of at most 1 item, got an array of 2 items'],
  [{ mode: 'x' }, 'Expected "on" or "off", got a string of 1 character'],
  [{ map: [] }, 'Expected an object, got an array of 0 items'],
  [{ map: { a: {} } }, '"need" is required and missing; expected null'],
  [{ surprise: 1 }, '"surprise" is not allowed here'],
  [{ either: true }, 'Expected a string or a number, got true'],
  [{ way: { kind: 'c' } }, 'Expected "a" or "b", got a string of 1 character'],
  [{ way: { kind: 'a', size: 'x' } }, 'Expected a number, got a string of 1 character'],
  [{ form: { size: 'x' } }, 'Expected a number, got a string of 1 character'],
  [{ form: 5 }, 'Expected an object or a boolean, got 5'],
])('%j: %s', (body, message) => {
  const [issue] = Body.safeParse(body).error?.issues ?? [];
  expect(issue && bodyIssue(issue, body).why).toBe(message);
});

test("a schema's own message is kept, by code", () => {
  const way = { type: 'http', url: 'https://me:word@x.example' };
  const body = { name: 'a', settings: { way } };
  const { issues } = ServerAdded.safeParse(body).error ?? { issues: [] };
  expect(issues.map((issue) => bodyIssue(issue, body))).toContainEqual({
    why: 'Remove the user name and password: use a header',
    reason: { code: 'body-password' },
  });
});
