// The process that reads other programs' files. Its only right is to read those; their paths come on stdin.
declare const Deno: {
  stdin: { readable: ReadableStream<Uint8Array> };
  stdout: { writable: WritableStream<Uint8Array> };
  stat(path: string): Promise<{ isFile: boolean; size: number }>;
  readTextFile(path: string): Promise<string>;
};

/** Bytes of one file: Claude Code keeps more than servers in its own. */
const MOST = 32 * 1024 * 1024;

async function read(path: string): Promise<object> {
  try {
    const { isFile, size } = await Deno.stat(path);
    if (!isFile) return { path };
    if (size > MOST) return { path, unreadable: `It is larger than ${MOST / 1024 / 1024} MB` };
    return { path, text: await Deno.readTextFile(path) };
  } catch (error) {
    const { name = '', message = '' } = error instanceof Error ? error : {};
    return name === 'NotFound' ? { path } : { path, unreadable: message.slice(0, 300) };
  }
}

const paths = (await new Response(Deno.stdin.readable).json()) as string[];
const told = JSON.stringify(await Promise.all(paths.map(read)));
await new Blob([told]).stream().pipeTo(Deno.stdout.writable);

export {};
