import { toJson } from './to-json.ts';

/** What was given to a logger, as one text. */
export const formatLog = (parts: unknown[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part instanceof Error) return `${part.name}: ${part.message}`;
      const json = toJson(part);
      return json === undefined ? String(part) : JSON.stringify(json);
    })
    .join(' ')
    .slice(0, 10_000);
