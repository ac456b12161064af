import { expect, test } from 'vitest';
import { hashOf, placeOf, type Place } from './address.ts';

const named: [string, Place][] = [
  ['#/tools/calc', { tool: { id: 'calc' } }],
  ['#/tools/shell_kit/grep', { tool: { id: 'shell_kit', tool: 'grep' } }],
  ['#/tools/calc?file=samples.json', { tool: { id: 'calc', file: 'samples.json' } }],
  ['#/tools/builtin%3ARead', { tool: { id: 'builtin:Read' } }],
  ['#/tools/a%2Fb%3Fc%23d%25', { tool: { id: 'a/b?c#d%' } }],
  ['#/tools/%E5%A4%A9%E6%B0%94', { tool: { id: '天气' } }],
  ['#/runs/r1', { run: 'r1' }],
  ['#/conversations/c1', { conversation: 'c1' }],
  ['#/servers', { server: { tab: 'tools' } }],
  ['#/servers/files', { server: { name: 'files', tab: 'tools' } }],
  ['#/servers/files/messages', { server: { name: 'files', tab: 'messages' } }],
  ['#/history', { history: {} }],
  [
    '#/history?tool=calc&state=failed&text=a+%26+b&time=day',
    { history: { tool: 'calc', state: 'failed', text: 'a & b', time: 'day' } },
  ],
  ['#/settings/commands', { settings: 'commands' }],
  ['#/guides', { guides: '' }],
  ['#/guides/agents', { guides: 'agents' }],
];

test.each(named)('%s names its place, and the place makes it', (hash, place) => {
  expect(placeOf(hash)).toEqual(place);
  expect(hashOf(place)).toBe(hash);
});

test.each([
  ['', {}],
  ['#editor', {}],
  ['#/tools', {}],
  ['#/tools/a/b/c', {}],
  ['#/runs/r1/more', {}],
  ['#/nowhere/at/all', {}],
  ['#/settings/unknown', { settings: 'general' }],
  ['#/servers/files/unknown', { server: { name: 'files', tab: 'tools' } }],
  ['#/history/more', {}],
  ['#/tools/100%', { tool: { id: '100%' } }],
])('%s is read without harm', (hash, place) => {
  expect(placeOf(hash)).toEqual(place);
});
