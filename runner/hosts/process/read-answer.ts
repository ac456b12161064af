import { z } from 'zod';
import { Fault } from '../../../shared/tool/ending.ts';
import { Json } from '../../../shared/tool/json.ts';
import type { Disk } from '../../platform/disk.ts';

const Answer = z.object({
  value: Json.optional(),
  formatted: z.string().optional(),
  warnings: z.array(z.string()).optional(),
  fault: Fault.optional(),
  /** At which line the program was when it was asked to leave. */
  line: z.int().positive().optional(),
});
export type Answer = z.infer<typeof Answer>;

const MOST_BYTES = 8 * 1024 * 1024;

/** What a guest wrote on its own channel; empty where it wrote nothing, or nothing that can be read. */
export async function readAnswer(disk: Disk, path: string): Promise<Answer> {
  const entry = await disk.look(path);
  if (!entry || entry.size === 0) return {};
  if (entry.size > MOST_BYTES) {
    const message = `The answer has more than ${MOST_BYTES} bytes of JSON`;
    return { fault: { class: 'ResultError', message } };
  }
  try {
    return Answer.parse(JSON.parse(new TextDecoder().decode(await disk.read(path))));
  } catch (cause) {
    const message = `The answer is no JSON: ${cause instanceof Error ? cause.message : cause}`;
    return { fault: { class: 'ResultError', message } };
  }
}
