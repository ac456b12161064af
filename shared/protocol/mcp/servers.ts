import { z } from 'zod';
import { bodyFaults } from '../../schema/checking/body-faults.ts';
import { ModelId } from '../models.ts';

/**
 * The person's name for a server. It is part of the unit's id (`mcp:NAME`), and part of a tool's name
 * (`NAME__TOOL`) if the tool's own name is taken or no provider would accept it.
 */
export const ServerName = z
  .string()
  .max(40)
  .regex(/^[a-z0-9]+(?:[_-][a-z0-9]+)*$/i, 'Use letters, digits, "-" and "_"');
export type ServerName = z.infer<typeof ServerName>;

const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/);
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/);
// A comma or a NUL would turn one permission into two.
const path = z
  .string()
  .regex(/^\/[^,\0\n]*$/)
  .max(1000);

/** Whether the name is typical of a secret. Its value is then plain only if the person confirms it. */
export const isSecretName = (name: string): boolean =>
  /(?:^|[_-])(?:key|token|auth)$|apikey|secret|passw|credential|^authorization$|cookie/i.test(name);

/** The source of a value. Only the runner knows a value that is not plain. */
const Source = {
  /**
   * `secret`: the runner keeps it under this name. `environment`: read when the server starts. `plain`: the
   * text in `value`, visible in the settings and in the server's messages.
   */
  from: z.enum(['secret', 'environment', 'plain']),
  /** The runner's variable, if it has another name. */
  variable: variableName.optional(),
  value: z.string().max(20_000).optional(),
  /** The person confirmed that it is not a secret, despite its name. */
  isNoSecret: z.literal(true).optional(),
};
interface Sourced {
  name: string;
  from: 'secret' | 'environment' | 'plain';
  value?: string | undefined;
  isNoSecret?: true | undefined;
}
const checkSource = (one: Sourced, context: z.RefinementCtx): void => {
  const { name, from, value, isNoSecret } = one;
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if ((from === 'plain') !== (value !== undefined)) refuse('value', bodyFaults['body-plain-value']);
  if (from === 'plain' && isSecretName(name) && isNoSecret !== true)
    refuse('from', bodyFaults['body-secret-name']);
};
export const ServerVariable = z
  .strictObject({ name: variableName, ...Source })
  .superRefine(checkSource);
const Header = z.strictObject({
  name: headerName,
  ...Source,
  /** A prefix of the value, such as `Bearer `. */
  prefix: z
    .string()
    .max(40)
    .regex(/^[\x20-\x7e]*$/)
    .optional(),
});
export const ServerHeader = Header.superRefine(checkSource);

/** The permissions of a local server, besides the system's own programs. None are granted by default. */
export const ServerGrants = z.strictObject({
  folders: z
    .array(z.strictObject({ path, access: z.enum(['read', 'write']) }))
    .max(50)
    .default([]),
  /** Hosts with or without a port, such as `api.example.com:443`. */
  net: z
    .array(z.string().regex(/^[A-Za-z0-9.:[\]-]{1,255}$/))
    .max(50)
    .default([]),
});
export type ServerGrants = z.infer<typeof ServerGrants>;

/** How Lathe reaches a server. */
export const ServerWay = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('stdio'),
    /** The absolute path of a program, or its name in the system's program folders. */
    command: z.string().min(1).max(1000),
    args: z.array(z.string().max(10_000)).max(200).default([]),
    cwd: path.optional(),
    env: z.array(ServerVariable).max(50).default([]),
    grants: ServerGrants.prefault({}),
  }),
  z.strictObject({
    type: z.literal('http'),
    /** The address of a Streamable HTTP server. */
    url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      // Everybody who may list servers sees the address, and no request takes a password from it.
      .refine((url) => !/^https?:[/\\]*[^/\\?#]*@/i.test(url), bodyFaults['body-password']),
    headers: z.array(ServerHeader).max(50).default([]),
    /** For sign-in: the id of a manually registered client, or the address of its metadata. */
    clientId: z
      .string()
      .regex(/^[\x21-\x7e]+$/)
      .max(1000)
      .optional(),
  }),
]);
export type ServerWay = z.infer<typeof ServerWay>;

/**
 * The identity of a server, independent of its permissions and values. Decisions about one identity never
 * apply to another.
 */
export const identityOf = (way: ServerWay): string =>
  JSON.stringify(way.type === 'http' ? [way.url] : [way.command, way.args, way.cwd ?? null]);

/** The person's settings for a server. They contain no secret. */
export const ServerSettings = z.strictObject({
  enabled: z.boolean().default(true),
  way: ServerWay,
  /** The model that answers the server's requests; without one they are refused. Each request needs approval. */
  samplingModel: ModelId.optional(),
  /** The timeout of a tool call in milliseconds; any message about the call restarts it. */
  timeoutMs: z.int().min(1000).max(3_600_000).default(60_000),
});
export type ServerSettings = z.infer<typeof ServerSettings>;

/**
 * Values of variables and headers whose `from` is `secret`, by name; null deletes one. They can be written
 * but not read. Each belongs to the address, or the command with its arguments and folder, that it was
 * entered for. If that changes, the earlier values are deleted.
 */
export const ServerSecrets = z.record(z.string().max(100), z.string().max(20_000).nullable());

const Given = {
  settings: ServerSettings,
  secrets: ServerSecrets.optional(),
  /**
   * The secret of the client `clientId` (RFC 6749, appendix A.2); null deletes it. It can be written but not
   * read, and belongs to this address and this client.
   */
  clientSecret: z
    .string()
    .regex(/^[\x20-\x7e]+$/)
    .max(2000)
    .nullable()
    .optional(),
};
const checkClient = (
  { settings: { way }, clientSecret }: { settings: ServerSettings; clientSecret?: unknown },
  context: z.RefinementCtx,
): void => {
  if (typeof clientSecret !== 'string' || (way.type === 'http' && way.clientId !== undefined))
    return;
  const message = bodyFaults['body-client'];
  context.addIssue({ code: 'custom', path: ['settings', 'way', 'clientId'], message });
};

/** `POST /api/mcp-servers`. */
export const ServerAdded = z
  .strictObject({
    /** `/api/mcp-servers/found` is another route. */
    name: ServerName.refine((name) => name !== 'found', bodyFaults['body-name']),
    ...Given,
  })
  .superRefine(checkClient);
export type ServerAdded = z.infer<typeof ServerAdded>;

/** `PUT /api/mcp-servers/:name`. */
export const ServerChanged = z
  .strictObject({
    ...Given,
    /** For a server that is a folder of the workspace: the `seen` of the summary that the person saw. */
    folder: z.string().max(100).optional(),
  })
  .superRefine(checkClient);
export type ServerChanged = z.infer<typeof ServerChanged>;
