import type { Buffer } from 'node:buffer';
import type { ProgramOptions } from './program-options.ts';

/** The default limit of a stream in bytes. Source: Node, `maxBuffer`. */
const MOST = 1024 * 1024;

interface Printed {
  value: string | Buffer;
  /** Set if the stream exceeded the limit. */
  overflow?: Error;
}

export function limited(
  bytes: Buffer,
  name: string,
  { maxBuffer = MOST, encoding = 'utf8' }: ProgramOptions,
): Printed {
  const isOver = bytes.length > maxBuffer;
  const kept = isOver ? bytes.subarray(0, maxBuffer) : bytes;
  const isText = encoding !== null && encoding !== 'buffer';
  const value = isText ? kept.toString(encoding as BufferEncoding) : kept;
  if (!isOver) return { value };
  const error = new RangeError(`${name} maxBuffer length exceeded`);
  return {
    value,
    overflow: Object.assign(error, { code: 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' }),
  };
}

interface Ended {
  exitCode: number | null;
  signalCode: string | null;
  killed: boolean;
  spawnargs: string[];
}

/** Returns the error for a callback; null after a success. Source: Node, `exec`. */
export function failureOf(
  { exitCode, signalCode, killed, spawnargs }: Ended,
  broken: Error | undefined,
  stdout: Printed,
  stderr: Printed,
  said = spawnargs.join(' '),
): Error | null {
  const facts = { cmd: said, stdout: stdout.value, stderr: stderr.value };
  const other = broken ?? stdout.overflow ?? stderr.overflow;
  if (other) return Object.assign(other, facts);
  if (exitCode === 0) return null;
  const error = new Error(`Command failed: ${said}\n${String(stderr.value)}`);
  return Object.assign(error, { ...facts, code: exitCode, killed, signal: signalCode });
}
