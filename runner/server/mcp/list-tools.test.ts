import { expect, test } from 'vitest';
import { Registry } from '../../../shared/registry/registry.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { authoredTool } from '../../../shared/registry/authored/authored-tool.ts';
import { openIcons } from './icons.ts';
import { listTools } from './list-tools.ts';
import type { Offer } from './offer.ts';

/** So many tools with the same icon. */
function offeredTools(count: number) {
  const registry = new Registry();
  const parameters = { type: 'object', properties: {} };
  for (let at = 0; at < count; at += 1) {
    const id = `tool_${at}`;
    const definition = { name: id, description: '', parameters, icon: 'table.svg' };
    const code = { language: 'bash', file: 'execution.sh', source: '' };
    const tool = authoredTool({ definition, code }, () => {
      throw new Error('Nothing is called');
    });
    registry.put({ id, source: 'authored', group: id, hash: '', tools: [tool] });
  }
  return registry.offered();
}

/** How many tools of a list have an icon, and how often a drawing was read for it. */
async function iconsIn(count: number): Promise<{ drawn: number; reads: number }> {
  let reads = 0;
  const icon = async () => {
    reads += 1;
    return '<svg/>';
  };
  const offered = offeredTools(count);
  const offer: Pick<Offer, 'icon' | 'tools'> = { icon, tools: async () => offered };
  const rows = await listTools(offer, false);
  await listTools(offer, false);
  return { drawn: rows.filter(({ row }) => row.icons !== undefined).length, reads };
}

test.each([
  [256, { drawn: 256, reads: 1 }],
  [257, { drawn: 0, reads: 0 }],
])('M26 of %i tools with an icon %j', async (count, expected) => {
  expect(await iconsIn(count)).toEqual(expected);
});

test.each([
  [[2, 1000], [2, 1000], 4],
  [[257, 100], [2, 1000], 2],
  [[10, 15_000], [2, 1000], 2],
])(
  'M26 of servers with %j and %j pictures, each so large, %i are passed on',
  async (one, other, drawn) => {
    const registry = new Registry();
    for (const [at, [count = 0, size = 0]] of [one, other].entries()) {
      const tools = Array.from({ length: count }, (_, number) => {
        const name = `tool_${at}_${number}`;
        const parameters = { type: 'object', properties: {} };
        const code = { language: 'bash', file: 'execution.sh', source: '' };
        const tool = authoredTool(
          { definition: { name, description: '', parameters }, code },
          () => {
            throw new Error('Nothing is called');
          },
        );
        const picture = `data:image/png;base64,${'A'.repeat(size)}`;
        return Object.assign(Object.create(tool) as typeof tool, { picture });
      });
      registry.put({ id: `mcp:${at}`, source: 'mcp', group: `${at}`, hash: '', tools });
    }
    const offered = registry.offered();
    const offer = { icon: async () => undefined, tools: async () => offered };
    const rows = (await listTools(offer, false)).filter(({ row }) => row.icons !== undefined);
    expect(rows).toHaveLength(drawn);
    for (const { row } of rows) expect(row.icons).toMatchObject([{ mimeType: 'image/png' }]);
  },
);

test('M26 an icon that cannot be read is missing, until it can be', async () => {
  const failures = [new Error('EMFILE'), new Error('EIO')];
  const read = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return new TextEncoder().encode('<svg/>');
  };
  const offered = offeredTools(1);
  const icon = openIcons({ read } as Partial<Disk> as Disk);
  const isDrawn = async () => {
    const [row] = await listTools({ icon, tools: async () => offered }, false);
    return row?.row.icons !== undefined;
  };
  expect([await isDrawn(), await isDrawn(), await isDrawn()]).toEqual([false, false, true]);
});

test('a failed list is built again', async () => {
  const offered = offeredTools(1);
  let asked = 0;
  const icon = async () => {
    asked += 1;
    if (asked === 1) throw new Error('broken');
    return '<svg/>';
  };
  const list = () => listTools({ icon, tools: async () => offered }, false);
  await expect(list()).rejects.toThrow('broken');
  expect(await list()).toHaveLength(1);
});
