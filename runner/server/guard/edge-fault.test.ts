import { expect, test } from 'vitest';
import { edgeFault } from './edge-fault.ts';

const ours = '127.0.0.1:4173';
const edge = { authorities: [ours, 'localhost:4173'] };

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
}

const fault = ({ method = 'GET', path = '/api/tools', headers = {} }: Sent) =>
  edgeFault(
    new Request(`http://x${path}`, { method, headers: { Host: ours, ...headers } }),
    path,
    edge,
  );

const site = (name: string, mode?: string, dest?: string): Record<string, string> => ({
  'Sec-Fetch-Site': name,
  ...(mode === undefined ? {} : { 'Sec-Fetch-Mode': mode }),
  ...(dest === undefined ? {} : { 'Sec-Fetch-Dest': dest }),
});
const visit = site('cross-site', 'navigate', 'document');
const json = { 'Content-Length': '2', 'Content-Type': 'application/json' };

test.each<Sent>([
  {},
  { headers: { Host: 'LOCALHOST:4173' } },
  { headers: { Origin: `http://${ours}` } },
  { headers: { Origin: 'http://localhost:4173' } },
  { headers: site('same-origin', 'cors', 'empty') },
  { headers: site('none') },
  { path: '/', headers: visit },
  { path: '/apish', headers: visit },
  { path: '/files/api/', headers: visit },
  { method: 'POST', headers: json },
  { method: 'POST', headers: { ...json, 'Content-Type': 'Application/JSON ; charset="UTF-8" ' } },
  { method: 'POST', headers: { ...json, 'Content-Type': 'application/json;charset=utf-8' } },
  { method: 'POST', headers: { 'Content-Length': '0' } },
  { method: 'POST' },
  {
    method: 'POST',
    path: '/page',
    headers: { 'Content-Length': '2', 'Content-Type': 'text/plain' },
  },
])('promise 1: %j is this origin', (sent) => expect(fault(sent)).toBeUndefined());

test.each<[Sent, number, string, RegExp]>([
  [{ headers: { Host: '' } }, 403, 'wrong-host', /Open the address/],
  [{ headers: { Host: 'evil.example:4173' } }, 403, 'wrong-host', /Open the address/],
  [{ headers: { Host: '127.0.0.1' } }, 403, 'wrong-host', /Open the address/],
  [{ headers: { Origin: 'null' } }, 403, 'wrong-origin', /undefined/],
  [{ headers: { Origin: `https://${ours}` } }, 403, 'wrong-origin', /undefined/],
  [{ headers: { Origin: ours } }, 403, 'wrong-origin', /undefined/],
  [{ path: '/', headers: { ...visit, Origin: 'http://x' } }, 403, 'wrong-origin', /undefined/],
  [{ headers: site('cross-site', 'cors', 'empty') }, 403, 'cross-site', /undefined/],
  [{ headers: site('same-site') }, 403, 'cross-site', /undefined/],
  [{ headers: visit }, 403, 'cross-site', /undefined/],
  [{ path: '/mcp', headers: visit }, 403, 'cross-site', /undefined/],
  [{ path: '/', method: 'POST', headers: visit }, 403, 'cross-site', /undefined/],
  [
    { path: '/', headers: site('cross-site', 'navigate', 'iframe') },
    403,
    'cross-site',
    /undefined/,
  ],
  [{ path: '/', headers: site('cross-site', 'cors', 'document') }, 403, 'cross-site', /undefined/],
  [{ path: '/', headers: site('cross-site') }, 403, 'cross-site', /undefined/],
  [{ headers: { 'Content-Length': '2' } }, 415, 'wrong-content-type', /Send JSON/],
  [{ headers: { 'Transfer-Encoding': 'chunked' } }, 415, 'wrong-content-type', /Send JSON/],
  ...[
    'text/plain',
    'text/plain; a=application/json',
    'application/json-patch+json',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; x',
    'application/json; charset=utf-8x',
  ].map((type): [Sent, number, string, RegExp] => [
    { method: 'POST', headers: { ...json, 'Content-Type': type } },
    ...([415, 'wrong-content-type', /Send JSON/] as const),
  ]),
])('promise 1: %j is refused', (sent, status, code, hint) => {
  expect(fault(sent)).toMatchObject({ status, code });
  expect(String(fault(sent)?.hint)).toMatch(hint);
});

test('promise 1: a request without a host is refused', () => {
  expect(edgeFault(new Request('http://x/'), '/', edge)?.code).toBe('wrong-host');
});

test('a refused body gets the required type', () => {
  const headers = { 'Content-Length': '2', 'Content-Type': 'text/plain' };
  expect(fault({ headers })?.message).toBe('The body is "text/plain", not JSON');
  expect(fault({ headers: { 'Content-Length': '2' } })?.message).toBe('The body is "", not JSON');
});
