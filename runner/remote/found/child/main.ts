// The process that reads other programs' files. Its only permission is to read these; their paths come from stdin.
declare const Deno: {
  stdin: { readable: ReadableStream<Uint8Array> };
  stdout: { writable: WritableStream<Uint8Array> };
  stat(path: string): Promise<{ isFile: boolean; size: number }>;
  readTextFile(path: string): Promise<string>;
};

/** The limit of a file in bytes; Claude Code's file contains more than servers. */
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
