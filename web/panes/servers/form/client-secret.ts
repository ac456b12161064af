import type { ServerSummary } from '../../../../shared/protocol/mcp/state.ts';

/** What the form holds of a client that the person registered by hand. */
export interface ClientFields {
  type: 'stdio' | 'http';
  url: string;
  clientId: string;
  /** What was typed; it goes to the runner and is not shown again. */
  clientSecret: string;
  /** The person wants the saved one forgotten. */
  forgetsSecret: boolean;
}

/** Whether the runner has a secret for the client as it is filled in: it is for one address and one client. */
export const keepsSecret = (
  { type, url, clientId }: ClientFields,
  server: Pick<ServerSummary, 'hasClientSecret' | 'settings'> | undefined,
): boolean => {
  const way = server?.settings.way;
  const isSame = way?.type === type && way.type === 'http' && way.url === url.trim();
  return server?.hasClientSecret === true && isSame && way.clientId === clientId.trim();
};

/** What is sent of the secret; undefined for what stays as it is. */
export function clientSecretOf({
  type,
  clientSecret,
  forgetsSecret,
}: ClientFields): string | null | undefined {
  const typed = type === 'http' ? clientSecret.trim() : '';
  return typed === '' ? (forgetsSecret ? null : undefined) : typed;
}
