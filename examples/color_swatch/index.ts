// Answers with an image. Node's own modules are there; files and the network are not.
import { crc32, deflateSync } from 'node:zlib';
import type { CustomToolFactory } from '@mariozechner/pi-coding-agent';
import { Type } from '@sinclair/typebox';

const SIZE = 64;

/** A piece of a PNG file. Source: PNG (Third Edition), 5.3. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function png(rgb: number[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIZE, 0);
  head.writeUInt32BE(SIZE, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array.from({ length: SIZE }, () => rgb).flat()]);
  const rows = Buffer.concat(Array.from({ length: SIZE }, () => row));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const factory: CustomToolFactory = () => ({
  name: 'color_swatch',
  label: 'Colour swatch',
  description: 'Draws a square of one colour and says its red, green and blue',
  parameters: Type.Object({
    color: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Such as #ff8800' }),
  }),
  async execute(_toolCallId, params, _onUpdate, _ctx, _signal) {
    const rgb = [1, 3, 5].map((at) => parseInt(params.color.slice(at, at + 2), 16));
    return {
      content: [
        { type: 'text', text: `rgb(${rgb.join(', ')})` },
        { type: 'image', data: png(rgb).toString('base64'), mimeType: 'image/png' },
      ],
      details: { rgb },
    };
  },
});

export default factory;
