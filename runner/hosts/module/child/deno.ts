/** The part of Deno that a module's process uses itself. */
export interface DenoPipes {
  /** Answers with how many bytes it read; null at the end. */
  stdin: { read(into: Uint8Array): Promise<number | null> };
  stdout: { writeSync(bytes: Uint8Array): number };
  stderr: { writeSync(bytes: Uint8Array): number };
}
