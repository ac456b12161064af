import type { z } from 'zod';
import type { Frame } from './frames.ts';

/** The frame's JSON as `schema` has it, or undefined: what a sandbox says is never trusted. */
export function parseFrame<T>(schema: z.ZodType<T>, frame: Frame): T | undefined {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(frame.body));
    return schema.safeParse(body).data;
  } catch {
    return undefined;
  }
}
