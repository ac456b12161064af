import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { sha256 } from '../../platform/sha256.ts';
import { newSecret } from '../../store/secrets.ts';
import { Sessions } from '../../store/sessions.ts';
import { callerOf, type Caller, type Credentials } from './credential.ts';

const [page, admin, user] = [newSecret(), newSecret(), newSecret()];
const workspace = mkdtempSync(join(tmpdir(), 'lathe-credential-'));
afterAll(() => rmSync(workspace, { recursive: true }));

let credentials: Credentials;
let cookie = '';
let key = '';
beforeAll(async () => {
  const sessions = await Sessions.open(nodeDisk, workspace, sha256(page));
  credentials = { sessions, admin: sha256(admin), user: sha256(user) };
  ({ cookie = '', key = '' } = (await sessions.begin(page)) ?? {});
});

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const session = (name = 'lathe_7', more = '') => ({
  Cookie: `${more}${name}=${cookie}`,
  'X-Lathe-Session': key,
});

/** Headers of a request, made once the session is there. */
const rows: [name: string, headers: () => Record<string, string>, caller: Caller | undefined][] = [
  ["the author's token", () => bearer(admin), 'admin'],
  ["the user's token", () => bearer(user), 'user'],
  ['a session', () => session(), 'page'],
  ['a session among other cookies', () => session('lathe_7', 'a=b; lathe_70=x;c=d;  '), 'page'],
  ['nothing', () => ({}), undefined],
  ['the token of the address', () => bearer(page), undefined],
  ['a token of nobody', () => bearer('A'.repeat(43)), undefined],
  ['a token that is too short', () => bearer(admin.slice(0, 31)), undefined],
  ['a token that goes on', () => bearer(`${admin} x`), undefined],
  ['a token of another scheme', () => ({ Authorization: `Basic ${admin}` }), undefined],
  ['a token behind something', () => ({ Authorization: `x Bearer ${admin}` }), undefined],
  ['a session without its key', () => ({ Cookie: `lathe_7=${cookie}` }), undefined],
  ['a session without its cookie', () => ({ 'X-Lathe-Session': key }), undefined],
  ['a session with another key', () => ({ ...session(), 'X-Lathe-Session': cookie }), undefined],
  ['a session of another port', () => session('lathe_8'), undefined],
  ['a cookie whose name ends like ours', () => session('xlathe_7'), undefined],
  ['a session, spoilt by a wrong token', () => ({ ...session(), ...bearer('wrong') }), undefined],
  ['a session, beside a right token', () => ({ ...session(), ...bearer(user) }), 'user'],
];

test.each(rows)('promise 2: %s is sent by %3$s', (_, headers, caller) => {
  const request = new Request('http://x/', { headers: headers() });
  expect(callerOf(request, credentials, 7)).toBe(caller);
});

test('promise 2: a missing token belongs to nobody, even if the digests are equal', () => {
  const token = 'short';
  const same = { ...credentials, admin: sha256(token), user: sha256(token) };
  expect(callerOf(new Request('http://x/', { headers: bearer(token) }), same, 7)).toBeUndefined();
});
