import { st } from './texts.ts';

const known = [
  ...(['custom-tool', 'extension', 'create-tool', 'tool-define', 'mcp-server'] as const),
  'opencode',
] as const;

/** What kind of module a format is, in a sentence. */
export function dialectText(format: string | undefined): string {
  const found = known.find((one) => one === format);
  return found ? st(found) : (format ?? '');
}
