import { parseTree } from 'jsonc-parser';
import { z } from 'zod';
import type { BrokenServer } from '../../shared/protocol/mcp/state.ts';
import { ServerName, ServerSettings } from '../../shared/protocol/mcp/servers.ts';
import { readJson, writeJson } from '../../shared/tool/exact-number.ts';
import type { FileFormat } from '../store/json-file.ts';

const KeptServer = z.object({
  name: ServerName,
  settings: ServerSettings,
  /** For a workspace folder: the digest of its file's description at the time of the decision. */
  folder: z.string().optional(),
});
export type KeptServer = z.infer<typeof KeptServer>;

/** An invalid entry, with its text in the file. */
interface BrokenEntry extends BrokenServer {
  text: string;
}

export interface KeptServers {
  servers: readonly KeptServer[];
  broken: readonly BrokenEntry[];
}

/** The file of servers: an invalid entry does not affect others, and stays as it is written. */
export const serversFile: FileFormat<KeptServers> = {
  read(text) {
    const entries = z.array(z.unknown()).parse(readJson(text));
    // Each entry has its position in the text, which is a JSON array.
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
