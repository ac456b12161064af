import { z } from 'zod';
import type { Disk } from '../../platform/disk/disk.ts';
import { holdLock } from '../../platform/disk/file-lock.ts';
import { JsonFile } from '../../store/json-file.ts';
import { serversLock } from '../kept-servers.ts';

/** The tokens of an authorization server, and the addresses that the person allowed for it. */
const KeptSignIn = z.object({
  /** The address of the server that the tokens are for. */
  url: z.string(),
  allowed: z.array(z.string()),
  /** The secret of a manually registered client, and the authorization server that accepted it. */
  registered: z
    .object({ id: z.string(), secret: z.string(), issuer: z.string().optional() })
    .optional(),
  /** Lathe's registration there, for this redirect address. */
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
  /** The requested scope, which may be more than the tokens have. */
  asked: z.string().optional(),
  /** Milliseconds since 1970. */
  expiresAt: z.number().optional(),
  /** Until when the process that started waits for a browser. */
  waitsUntil: z.number().optional(),
  /** The SDK's discovery state, which a refresh needs. */
  discovery: z.looseObject({ authorizationServerUrl: z.string() }).optional(),
});
export type KeptSignIn = z.infer<typeof KeptSignIn>;
const Kept = z.array(z.object({ name: z.string(), signIn: KeptSignIn }));

/** Returns Lathe's client information for the authorization server, with the person's secret. */
export function clientInfo({
  client,
  registered,
}: KeptSignIn): NonNullable<KeptSignIn['client']>['info'] | undefined {
  if (client?.info.client_id !== registered?.id) return client?.info;
  return client && { ...client.info, client_secret: registered?.secret };
}

/** Returns the stored secrets, also in the form of a header (RFC 7617). */
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

/**
 * The tokens of servers, in a file that only its owner can read. A damaged file is set aside, which signs everybody
 * out.
 */
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

  /** Returns the data of the server with this name and address. */
  async of(name: string, url: string): Promise<KeptSignIn | undefined> {
    const kept = (await this.#file.read()).value.find((one) => one.name === name)?.signIn;
    return kept?.url === url ? kept : undefined;
  }

  /** Stores the result of `change`; undefined deletes the entry. */
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
   * Lets one process at a time refresh a server's tokens: many authorization servers revoke everything if a token
   * is used twice. A slow one does not block other servers.
   */
  alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    return holdLock(`${this.#folder}/mcp-refresh-${name}.lock`, work);
  }
}
