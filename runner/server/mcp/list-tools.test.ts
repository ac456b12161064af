import { expect, test } from 'vitest';
import { Registry } from '../../../shared/registry/registry.ts';
import { authoredTool } from '../../../shared/registry/authored-tool.ts';
import { listTools } from './list-tools.ts';
import type { Offer } from './offer.ts';

/** How many tools of a list have an icon, and how often a drawing was read for it. */
async function iconsIn(count: number): Promise<{ drawn: number; reads: number }> {
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
  let reads = 0;
  const icon = async () => {
    reads += 1;
    return '<svg/>';
  };
  const offered = registry.offered();
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
