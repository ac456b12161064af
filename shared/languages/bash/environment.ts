import type { Arguments, Json } from '../../tool/json.ts';
import { reservedName } from './reserved-name.ts';

/** Bytes of one `NAME=value`: Linux refuses to start a program with a longer one (`MAX_ARG_STRLEN`). */
const ONE = 128 * 1024;
/** Bytes of all of them together, well below what the kernel takes for arguments and environment. */
const ALL = 1024 * 1024;

/**
 * The arguments as environment variables: text as it is, everything else as JSON, null not at all.
 * What the environment cannot hold is named in `omitted`; it comes on stdin only.
 */
export function environment(args: Arguments): {
  variables: Record<string, string>;
  omitted: string[];
} {
  const variables: Record<string, string> = {};
  const omitted: string[] = [];
  let total = 0;
  for (const [name, value] of Object.entries(args)) {
    if (value === null) continue;
    const text = written(value);
    const bytes = new TextEncoder().encode(`${name}=${text}`).length + 1;
    if (
      reservedName(name) !== undefined ||
      text.includes('\0') ||
      bytes > ONE ||
      total + bytes > ALL
    ) {
      omitted.push(name);
    } else {
      variables[name] = text;
      total += bytes;
    }
  }
  return { variables, omitted };
}

function written(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
