import { parseTree } from 'jsonc-parser';
import { z } from 'zod';
import type { BrokenServer } from '../../shared/protocol/mcp/state.ts';
import { ServerName, ServerSettings } from '../../shared/protocol/mcp/servers.ts';
import { readJson, writeJson } from '../../shared/tool/exact-number.ts';
import type { FileFormat } from '../store/json-file.ts';

const KeptServer = z.object({
  name: ServerName,
  settings: ServerSettings,
  /** Of a folder of the workspace: the digest of what its file described when the person said this of it. */
  folder: z.string().optional(),
});
export type KeptServer = z.infer<typeof KeptServer>;

/** An entry that cannot be used, as it stands in the file. */
interface BrokenEntry extends BrokenServer {
  text: string;
}

export interface KeptServers {
  servers: readonly KeptServer[];
  broken: readonly BrokenEntry[];
}

/** The person's servers as a file: an entry that cannot be used stands by itself, and stays as it was written. */
export const serversFile: FileFormat<KeptServers> = {
  read(text) {
    const entries = z.array(z.unknown()).parse(readJson(text));
    // Each has its place in the text, which is an array of JSON.
    const nodes = parseTree(text)?.children ?? [];
    const servers: KeptServer[] = [];
    const broken: BrokenEntry[] = [];
    for (const [at, entry] of entries.entries()) {
      const read = KeptServer.safeParse(entry);
      const { offset = 0, length = 0 } = nodes[at] ?? {};
      if (read.success) servers.push(read.data);
      else
        broken.push({
          ...{ entry: at + 1, text: text.slice(offset, offset + length) },
          ...faultOf(entry, read.error),
        });
    }
    return { servers, broken };
  },
  write({ servers, broken }) {
    const texts = [...servers.map((one) => writeJson(one)), ...broken.map(({ text }) => text)];
    return `[${texts.join(',')}]`;
  },
};

function faultOf(entry: unknown, { issues }: z.ZodError): Omit<BrokenServer, 'entry'> {
  const named = z.object({ name: z.string() }).safeParse(entry).data?.name.slice(0, 100);
  const [issue] = issues;
  return {
    ...(named === undefined ? {} : { name: named }),
    ...{ field: issue?.path.join('.') ?? '', why: issue?.message ?? '' },
  };
}
