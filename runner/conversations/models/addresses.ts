import type { ModelProvider } from '../../../shared/protocol/models.ts';

/** `host` is the name or IP address with the port, for the permission of a process. */
export type AddressRead =
  { ok: true; address: string; host: string } | { ok: false; reason: AddressFault };

/** `clear`: a key would travel unencrypted. */
export type AddressFault = 'no-url' | 'protocol' | 'credentials' | 'query' | 'host' | 'clear';

/** Excludes lists of hosts and wildcards, which would allow more than one. */
const ONE_HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;
const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Parses the base address of a provider. Refuses an address that is not a single safe destination for a key.
 */
export function readAddress(text: string, provider: ModelProvider): AddressRead {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return { ok: false, reason: 'no-url' };
  const { protocol, username, password, search, hash, hostname, port, origin, pathname } = new URL(
    trimmed,
  );
  if (protocol !== 'https:' && protocol !== 'http:') return { ok: false, reason: 'protocol' };
  if (username !== '' || password !== '') return { ok: false, reason: 'credentials' };
  if (search !== '' || hash !== '') return { ok: false, reason: 'query' };
  if (!ONE_HOST.test(hostname)) return { ok: false, reason: 'host' };
  const isClear = protocol === 'http:' && !THIS_MACHINE.test(hostname);
  if (isClear && provider !== 'local') return { ok: false, reason: 'clear' };
  const known = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return {
    ok: true,
    address: `${origin}${pathname}`.replace(/\/+$/, ''),
    host: `${hostname}:${known}`,
  };
}
