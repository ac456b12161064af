import { z } from 'zod';
import type { Disk } from '../../platform/disk/disk.ts';
import { holdLock } from '../../platform/disk/file-lock.ts';
import { JsonFile } from '../../store/json-file.ts';
import { serversLock } from '../kept-servers.ts';

/** What an authorization server gave, and the addresses that the person allowed for it. */
const KeptSignIn = z.object({
  /** Of the server that the tokens are for, and for no other. */
  url: z.string(),
  allowed: z.array(z.string()),
  /** The secret of a client that the person registered by hand, and who signed them in with it. */
  registered: z
    .object({ id: z.string(), secret: z.string(), issuer: z.string().optional() })
    .optional(),
  /** How Lathe is known there, for the address that browsers come back to. */
  client: z
    .object({ redirect: z.string(), info: z.looseObject({ client_id: z.string() }) })
    .optional(),
  tokens: z
    .looseObject({
      access_token: z.string(),
      refresh_token: z.string().optional(),
      token_type: z.string(),
      scope: z.string().optional(),
      issuer: z.string().optional(),
    })
    .optional(),
  /** The scope that they were asked for with, which may be more than they are for. */
  asked: z.string().optional(),
  /** Milliseconds since 1970. */
  expiresAt: z.number().optional(),
  /** Until when a browser is waited for, by the process that began. */
  waitsUntil: z.number().optional(),
  /** As the SDK found it, which is what a token is refreshed with. */
  discovery: z.looseObject({ authorizationServerUrl: z.string() }).optional(),
});
export type KeptSignIn = z.infer<typeof KeptSignIn>;
const Kept = z.array(z.object({ name: z.string(), signIn: KeptSignIn }));

/** How Lathe is known to who signs in, with the secret that the person gave for it. */
export function clientInfo({
  client,
  registered,
}: KeptSignIn): NonNullable<KeptSignIn['client']>['info'] | undefined {
  if (client?.info.client_id !== registered?.id) return client?.info;
  return client && { ...client.info, client_secret: registered?.secret };
}

/** What is shown to nobody of what is kept, also as a header has it (RFC 7617). */
export function secretsOf(kept: KeptSignIn): (string | undefined)[] {
  const { tokens, registered, client } = kept;
  const clients = [
    [registered?.id, registered?.secret],
    [client?.info.client_id, client?.info.client_secret],
  ];
  const ofClients = clients.flatMap(([id, secret]) =>
    typeof secret === 'string'
      ? [Buffer.from(`${String(id)}:${secret}`).toString('base64'), secret]
      : [],
  );
  return [tokens?.access_token, tokens?.refresh_token, ...ofClients];
}

/** Tokens of servers, in a file that its owner alone may read. A damaged one is set aside: who signed in is out. */
export class KeptSignIns {
  readonly #file: JsonFile<z.infer<typeof Kept>>;
  readonly #folder: string;

  constructor(disk: Disk, workspace: string) {
    const path = `${workspace}/.lathe/mcp-sign-ins.json`;
    this.#file = new JsonFile(disk, path, Kept, [], serversLock(workspace));
    this.#folder = `${workspace}/.lathe`;
  }

  mend(): Promise<void> {
    return this.#file.mend();
  }

  /** What is kept of a server of this name at this address. */
  async of(name: string, url: string): Promise<KeptSignIn | undefined> {
    const kept = (await this.#file.read()).value.find((one) => one.name === name)?.signIn;
    return kept?.url === url ? kept : undefined;
  }

  /** Keeps what `change` makes of it; undefined forgets it. */
  async change(
    name: string,
    change: (kept: KeptSignIn | undefined) => KeptSignIn | undefined,
  ): Promise<void> {
    await this.#file.update((all) => {
      const next = change(all.find((one) => one.name === name)?.signIn);
      const others = all.filter((one) => one.name !== name);
      return next ? [...others, { name, signIn: next }] : others;
    });
  }

  /**
   * Of several processes one refreshes a server's tokens: many authorization servers end all of it when one is used
   * twice. A server whose own never answers holds up no other.
   */
  alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    return holdLock(`${this.#folder}/mcp-refresh-${name}.lock`, work);
  }
}
