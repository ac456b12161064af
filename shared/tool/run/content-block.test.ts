import { expect, test } from 'vitest';
import { blocksOf, blockText, type ContentBlock } from './content-block.ts';

const image: ContentBlock = { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' };

test.each<[string, ContentBlock, string]>([
  ['a text', { type: 'text', text: 'hi' }, 'hi'],
  ['an image', image, '[image image/png, 5 bytes]'],
  ['a sound', { ...image, type: 'audio', mimeType: 'audio/wav' }, '[audio audio/wav, 5 bytes]'],
  ['a text of a resource', { type: 'resource', resource: { uri: 'a:b', text: 'T' } }, 'T'],
  [
    'bytes of a resource',
    { type: 'resource', resource: { uri: 'a:b', blob: 'aGVsbG8=' } },
    '[resource a:b, 5 bytes]',
  ],
  ['a link', { type: 'resource_link', uri: 'a:b', name: 'n' }, '[n](a:b)'],
  ['a link with a title', { type: 'resource_link', uri: 'a:b', name: 'n', title: 'T' }, '[T](a:b)'],
])('a model reads %s', (_, block, text) => {
  expect(blockText(block)).toBe(text);
});

test.each<[string, Parameters<typeof blocksOf>[0], ContentBlock[] | undefined]>([
  ['nothing', undefined, undefined],
  ['text alone', { content: [{ type: 'text', text: 'hi' }] }, undefined],
  [
    'more than text',
    { content: [{ type: 'text', text: 'hi' }, image] },
    [{ type: 'text', text: 'hi' }, image],
  ],
  ['what is no piece', { content: [image, { type: 'film' }] }, undefined],
])('a result with %s', (_, metadata, blocks) => {
  expect(blocksOf(metadata)).toEqual(blocks);
});
