import { z } from 'zod';
import { fillText } from '../../tool/problem/reason.ts';

/** Why an entry cannot be imported, by code. The page words other languages. */
export const leftReasons = {
  'no-way': 'It has neither a command nor an address',
  sse: 'It uses the older SSE transport: look for its Streamable HTTP address',
  variable: '"{field}" holds {text}, which only its own program fills in: add it by hand',
  name: 'Its name has no letter or digit',
  'same-name': 'Another server in this file is also called "{name}"',
  field: '"{field}" is invalid ({why})',
} as const;
type LeftCode = keyof typeof leftReasons;

/** An entry that cannot be imported. */
export const LeftServer = z.object({
  name: z.string(),
  code: z.enum(Object.keys(leftReasons) as [LeftCode, ...LeftCode[]]),
  values: z.record(z.string(), z.string()),
  /** One English sentence. */
  message: z.string(),
});
export type LeftServer = z.infer<typeof LeftServer>;

export const left = (
  name: string,
  code: LeftCode,
  values: Record<string, string> = {},
): LeftServer => ({
  ...{ name, code, values, message: fillText(leftReasons[code], values) },
});
