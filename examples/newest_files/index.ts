// Runs one program after another, says how far it is, and stops with its signal.
import type { CustomToolFactory } from '@mariozechner/pi-coding-agent';
import { Type } from '@sinclair/typebox';
import { parseSizes } from './parse-sizes.ts';

const factory: CustomToolFactory = (pi) => ({
  name: 'newest_files',
  label: 'Newest files',
  description: 'Lists the newest files of the workspace with their sizes',
  parameters: Type.Object({
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 5 })),
  }),
  async execute(_toolCallId, params, onUpdate, _ctx, signal) {
    const run = async (program: string, args: string[]) => {
      onUpdate?.({ content: [{ type: 'text', text: `${program}…` }], details: { program } });
      const result = await pi.exec(program, args, { signal, cwd: pi.cwd });
      if (result.killed) throw new Error('It was cancelled');
      if (result.code !== 0) throw new Error(result.stderr || `${program} failed`);
      return result.stdout;
    };
    const names = (await run('ls', ['-t'])).split('\n').filter(Boolean).slice(0, params.count ?? 5);
    if (names.length === 0) {
      return { content: [{ type: 'text', text: 'The workspace has no files' }], details: { files: [] } };
    }
    const files = parseSizes(await run('du', ['-sk', '--', ...names]));
    return {
      content: [{ type: 'text', text: files.map(({ name, kib }) => `${kib} KiB  ${name}`).join('\n') }],
      details: { files },
    };
  },
});

export default factory;
