import { nodeDisk as disk } from '../../../platform/disk/node-disk.ts';
import { collectModule } from '../collect-module.ts';
import { discoverModules } from '../discover-modules.ts';
import { Asked, type Collected } from '../search.ts';

declare const Deno: {
  stdin: { readable: ReadableStream<Uint8Array> };
  stdout: { writable: WritableStream<Uint8Array> };
};

// A separate process, because it may read files that the runner may not read, and nothing else.
const { cwd, home, configured, otherPrograms } = Asked.parse(
  await new Response(Deno.stdin.readable).json(),
);
const found = await discoverModules({ disk, cwd, home, configured, otherPrograms });
const collected: Collected[] = [];
for (const where of found) {
  try {
    collected.push({ ...where, ...(await collectModule(disk, where.path)) });
  } catch (thrown) {
    const unreadable = thrown instanceof Error ? thrown.message : String(thrown);
    collected.push({ ...where, name: '', unreadable });
  }
}
await new Blob([JSON.stringify(collected)]).stream().pipeTo(Deno.stdout.writable);
