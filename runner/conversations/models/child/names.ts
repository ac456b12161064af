import type { Server } from '../messages.ts';

/** The path of each provider's list of models, and the headers that it requires. */
const LISTS: Record<
  Server['provider'],
  { path: string; headers(key: string | undefined): Record<string, string> }
> = {
  openai: { path: '/models', headers: bearer },
  local: { path: '/models', headers: bearer },
  anthropic: {
    path: '/models?limit=1000',
    headers: (key) => ({ 'anthropic-version': '2023-06-01', ...named('x-api-key', key) }),
  },
  google: {
    path: '/models?pageSize=1000',
    headers: (key) => named('x-goog-api-key', key),
  },
};

function named(header: string, key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { [header]: key };
}

function bearer(key: string | undefined): Record<string, string> {
  return named('Authorization', key && `Bearer ${key}`);
}

interface Listed {
  data?: { id?: unknown }[];
  models?: { name?: unknown; supportedGenerationMethods?: unknown[] }[];
}

/**
 * Returns the names of the models that a provider lists; for Google, only those that generate content. Throws
 * the errors of `fetch`.
 */
export async function namesAt(
  { provider, address }: Server,
  key: string | undefined,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const { path, headers } = LISTS[provider];
  const response = await fetch(`${address}${path}`, { headers: headers(key), signal });
  const listed = (await response.json()) as Listed | null;
  const names = Array.isArray(listed?.models)
    ? listed.models
        .filter(({ supportedGenerationMethods: can }) => can?.includes('generateContent') ?? true)
        .map(({ name }) => String(name ?? '').replace(/^models\//, ''))
    : Array.isArray(listed?.data)
      ? listed.data.map(({ id }) => String(id ?? ''))
      : undefined;
  return names?.filter((name) => name !== '').sort();
}
