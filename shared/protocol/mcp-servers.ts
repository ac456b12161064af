import { z } from 'zod';
import { bodyFaults } from '../schema/checking/body-faults.ts';
import { ModelId } from './models.ts';

/**
 * What the person calls a server: part of its unit's id (`mcp:NAME`) and, where a tool's own name is taken or
 * no provider would take it, of the tool's name (`NAME__TOOL`).
 */
export const ServerName = z
  .string()
  .max(40)
  .regex(/^[a-z0-9]+(?:[_-][a-z0-9]+)*$/i, 'Use letters, digits, "-" and "_"');
export type ServerName = z.infer<typeof ServerName>;

const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/);
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/);
// A comma or a NUL would make two rights of one.
const path = z
  .string()
  .regex(/^\/[^,\0\n]*$/)
  .max(1000);

/** Whether a name is one that secrets have: its value is plain only if the person says so twice. */
export const isSecretName = (name: string): boolean =>
  /(?:^|[_-])(?:key|token|auth)$|apikey|secret|passw|credential|^authorization$|cookie/i.test(name);

/** Where a value comes from. But for a plain one it stands nowhere but in the runner. */
const Source = {
  /**
   * `secret` is kept by the runner under this name; `environment` is read when the server starts; `plain` stands in
   * `value`, and is shown wherever the settings and the server's messages are.
   */
  from: z.enum(['secret', 'environment', 'plain']),
  /** The runner's variable, where it is called otherwise. */
  variable: variableName.optional(),
  value: z.string().max(20_000).optional(),
  /** The person said that it is no secret, though its name is that of one. */
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
  /** What stands before the value, such as `Bearer `. */
  prefix: z
    .string()
    .max(40)
    .regex(/^[\x20-\x7e]*$/)
    .optional(),
});
export const ServerHeader = Header.superRefine(checkSource);

/** What a server of this machine may reach, beside the system's own programs. Nothing is granted by itself. */
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

/** How a server is reached. */
export const ServerWay = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('stdio'),
    /** A program's absolute path, or its name in the system's folders of programs. */
    command: z.string().min(1).max(1000),
    args: z.array(z.string().max(10_000)).max(200).default([]),
    cwd: path.optional(),
    env: z.array(ServerVariable).max(50).default([]),
    grants: ServerGrants.prefault({}),
  }),
  z.strictObject({
    type: z.literal('http'),
    /** Of a server that speaks Streamable HTTP. */
    url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      // It is shown to whoever may list servers, and no request takes a password from there.
      .refine((url) => !/^https?:[/\\]*[^/\\?#]*@/i.test(url), bodyFaults['body-password']),
    headers: z.array(ServerHeader).max(50).default([]),
    /** For a sign-in: a client that was registered by hand, or the address of its metadata. */
    clientId: z
      .string()
      .regex(/^[\x21-\x7e]+$/)
      .max(1000)
      .optional(),
  }),
]);
export type ServerWay = z.infer<typeof ServerWay>;

/** Which program a server is, whatever it is granted and whatever values it gets: what is said of one is of no other. */
export const identityOf = (way: ServerWay): string =>
  JSON.stringify(way.type === 'http' ? [way.url] : [way.command, way.args, way.cwd ?? null]);

/** What the person says of a server. No secret stands in here. */
export const ServerSettings = z.strictObject({
  enabled: z.boolean().default(true),
  way: ServerWay,
  /** Who answers what the server asks a model; without one it is refused. Each is shown and asked for. */
  samplingModel: ModelId.optional(),
  /** Milliseconds for one call of its tools, as long as nothing is heard of it. */
  timeoutMs: z.int().min(1000).max(3_600_000).default(60_000),
});
export type ServerSettings = z.infer<typeof ServerSettings>;

/**
 * Values for variables and headers whose `from` is `secret`, by their name; null forgets one. They go in and
 * never come out. Each is for the address, or the command with its arguments and folder, that it was given with: given
 * with another one, the server gets none of the earlier values, which are forgotten.
 */
export const ServerSecrets = z.record(z.string().max(100), z.string().max(20_000).nullable());

const Given = {
  settings: ServerSettings,
  secrets: ServerSecrets.optional(),
  /**
   * The secret of the client that `clientId` names (RFC 6749, appendix A.2); null forgets it. It goes in and never
   * comes out, and is for this address and this client alone.
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
    /** `/api/mcp-servers/found` is another thing. */
    name: ServerName.refine((name) => name !== 'found', bodyFaults['body-name']),
    ...Given,
  })
  .superRefine(checkClient);
export type ServerAdded = z.infer<typeof ServerAdded>;

/** `PUT /api/mcp-servers/:name`. */
export const ServerChanged = z
  .strictObject({
    ...Given,
    /** Of a server that is a folder of the workspace, what was looked at: the `seen` of its summary. */
    folder: z.string().max(100).optional(),
  })
  .superRefine(checkClient);
export type ServerChanged = z.infer<typeof ServerChanged>;
